"""The command: `python -m benchmarks.lighthouse`, which is `make lighthouse`."""

import argparse
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit
from urllib.request import urlopen

from benchmarks.lighthouse.audits import (
    BEST,
    CATEGORIES,
    Audit,
    AuditFailedError,
    audited,
    losses_below_best,
    medians,
)
from benchmarks.lighthouse.installation import MissingToolError, ensured, version
from scorekeeper.games.registry import GAMES
from scorekeeper.paths import PACKAGE
from tests.browser.serving import database_of, serving

SAMPLES = PACKAGE.parent / "docs" / "samples"
USUAL_GAME = "klaverjassen"
RUNS, RUNS_AT_MOST = 5, 100
PUBLIC = tuple(CATEGORIES)
SECRET = tuple(name for name in CATEGORIES if name != "seo")  # no search engine is to find it
WIDTH, COLUMN = 26, 28
DESCRIPTION = """\
Has Lighthouse look at the start page and at a sheet as a phone on a throttled line does, several
times each, and prints the median of each category and, in brackets, every run. The server is the
real one, with a database of its own that is thrown away; each page was asked for once before.
Performance depends on what else this machine does: the last column is its speed by Lighthouse's own
measure, the higher, the faster."""
EPILOG = """\
The exit status is 1 where a median is below 100, and 2 where Lighthouse cannot run. A sheet is not
judged by its SEO: its address is secret, and it asks search engines to stay away."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page to look at, and the categories that it is judged by."""

    name: str
    address: str
    judged: Sequence[str]


def main(argv: Sequence[str] | None = None) -> int:
    """Look at every page, print what was found, and return the exit status."""
    arguments = parser().parse_args(argv)
    try:
        lighthouse = ensured()
        with TemporaryDirectory() as folder, serving(Path(folder)) as server:
            pages = list(opened(server, arguments.games))
            reports: Path = arguments.reports or Path(folder)
            reports.mkdir(parents=True, exist_ok=True)
            show_heads(arguments.runs)
            failed = [not passes(lighthouse, page, arguments.runs, reports) for page in pages]
    except (MissingToolError, AuditFailedError) as refusal:
        print(refusal, file=sys.stderr)
        return 2
    return int(any(failed))


def opened(server: str, games: Sequence[str]) -> Iterator[Page]:
    """The start page and a sample sheet of each game, each asked for once."""
    yield _asked_for(Page("start page", f"{server}/", PUBLIC))
    for game in games:
        command = [sys.executable, "-m", "scorekeeper", "import", str(SAMPLES / f"{game}.json")]
        command += ["--database", f"sqlite:///{database_of(server)}"]
        link = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
        yield _asked_for(Page(f"sheet, {game}", server + urlsplit(link).path, SECRET))


def _asked_for(page: Page) -> Page:
    with urlopen(page.address) as answer:
        answer.read()
    return page


def passes(lighthouse: Sequence[str], page: Page, runs: int, reports: Path) -> bool:
    """Whether all medians of a page are the best there is; prints them."""
    name = page.name.replace(", ", "-").replace(" ", "-")
    audits = [
        audited(lighthouse, page.address, reports / f"{name}-{number}")
        for number in range(1, runs + 1)
    ]
    print(line_of(page, audits))
    for loss in losses_below_best(audits, page.judged):
        print(f"    {loss}")
    return all(medians(audits)[category] == BEST for category in page.judged)


def show_heads(runs: int) -> None:
    """Print what stands above the figures."""
    heads = "".join(f"{head:<{COLUMN}}" for head in CATEGORIES.values())
    print(f"Lighthouse {version()}, medians of {runs} runs\n\n{'':<{WIDTH}}{heads}machine")


def line_of(page: Page, audits: Sequence[Audit]) -> str:
    """The medians of a page and all its runs."""
    middle = medians(audits)
    cells = (
        f"{middle[category]} ({' '.join(str(each.scores[category]) for each in audits)})"
        if category in page.judged
        else "not judged"
        for category in CATEGORIES
    )
    speeds = [each.speed for each in audits]
    figures = "".join(f"{cell:<{COLUMN}}" for cell in cells)
    return f"{page.name:<{WIDTH}}{figures}{min(speeds)}–{max(speeds)}"


def parser() -> argparse.ArgumentParser:
    """The options."""
    made = argparse.ArgumentParser(
        "make lighthouse",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument(
        "--runs", type=_runs, default=RUNS, metavar="N", help="of each page (%(default)s)"
    )
    made.add_argument(
        "--games",
        type=_games,
        default=[USUAL_GAME],
        metavar="GAMES",
        help=f"whose sheets: of {', '.join(GAMES)} ({USUAL_GAME})",
    )
    made.add_argument(
        "--reports", type=Path, metavar="FOLDER", help="keep the whole reports, to be read there"
    )
    return made


def _runs(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= RUNS_AT_MOST:
        raise argparse.ArgumentTypeError(f"a whole number from 1 to {RUNS_AT_MOST}")
    return int(text)


def _games(text: str) -> list[str]:
    found = [each.strip() for each in text.split(",")]
    for each in found:
        if each not in GAMES:
            raise argparse.ArgumentTypeError(f"{each} is none of {', '.join(GAMES)}")
    return found


if __name__ == "__main__":
    sys.exit(main())
