"""The command: `python -m tests.screenshots`, as `make screenshots` calls it."""

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from time import monotonic

from scorekeeper.games.registry import GAMES
from scorekeeper.i18n.catalogue import languages
from tests.screenshots.capturing import TEST_LANGUAGE, THEMES, WIDTHS, Failure, Selection, capture
from tests.screenshots.index import PAPERS, write_index
from tests.screenshots.papers import (
    CHECKOUT,
    Paper,
    papers,
    print_papers,
)
from tests.screenshots.readme import TooLargeError, write_pictures
from tests.screenshots.states import ANY_GAME, PRINT, SECTIONS, State, is_chosen, states

KEPT = CHECKOUT / "instance" / "screenshots"
OF_THE_README = CHECKOUT / "docs" / "pictures"
DESCRIPTION = """\
Takes pictures of every page and state, in every size and theme, and of the papers, and writes an
index to look through them. Those of an earlier run go first where all are taken anew, and stay
beside the new ones of a selection."""
EPILOG = f"""\
Pages are chosen by words of a section or of a picture's name: history, refused, tapp-finished.
The sections: {", ".join([*SECTIONS, PAPERS])}.
The exit status is 1 where a state was not reached, 2 for wrong usage."""


def main(argv: Sequence[str] | None = None) -> int:
    """Take the pictures that were asked for and report where they are."""
    arguments = parser().parse_args(argv)
    try:
        return for_readme(arguments) if arguments.readme else for_index(arguments)
    except TooLargeError as error:
        print(error, file=sys.stderr)
    except subprocess.CalledProcessError as error:
        print(error, error.stderr, file=sys.stderr)
    return 1


def for_index(arguments: argparse.Namespace) -> int:
    """Every picture that was asked for, and the index of all that are there."""
    began = monotonic()
    chosen, sheets = chosen_states(arguments), chosen_papers(arguments)
    if not chosen and not sheets:
        parser().error("there is no such page of these games")
    chosen_languages: Sequence[str] = arguments.languages or [TEST_LANGUAGE]
    folder: Path = arguments.output or KEPT
    if not any((arguments.pages, arguments.games, arguments.widths, arguments.themes)):
        remove_pictures(folder, chosen_languages)
    wanted = Selection(arguments.widths or WIDTHS, arguments.themes or THEMES, chosen_languages)
    failures = capture(chosen, wanted, folder, arguments.jobs, report)
    failures += print_papers(sheets, chosen_languages, folder, arguments.jobs)
    index = write_index(folder, languages(), failures)
    print(f"{len(chosen)} states and {len(sheets)} papers in {monotonic() - began:.0f} s: {index}")
    return exit_status(failures)


def for_readme(arguments: argparse.Namespace) -> int:
    """The pictures of the README and of its twins."""
    folder: Path = arguments.output or OF_THE_README
    chosen_languages: Sequence[str] = arguments.languages or languages()
    failures = write_pictures(folder, chosen_languages, arguments.jobs, report)
    print(folder)
    return exit_status(failures)


def report(words: str) -> None:
    """Print at once, since it takes minutes."""
    print(words, flush=True)


def exit_status(failures: Sequence[Failure]) -> int:
    """Print what is missing, and return the exit status."""
    for each in failures:
        print(f"{each.name} is missing: {each.reason}", file=sys.stderr)
    return 1 if failures else 0


def remove_pictures(folder: Path, chosen_languages: Sequence[str]) -> None:
    """Remove what an earlier run has written in these languages."""
    for language in chosen_languages:
        for pattern in ("*.png", "*.pdf"):
            for path in (folder / language).glob(pattern):
                path.unlink()


def chosen_states(arguments: argparse.Namespace) -> list[State]:
    """The states of the pages and games that were asked for."""
    return [
        each
        for each in states()
        if is_chosen(f"{each.section} {each.slug}", arguments.pages)
        and (not arguments.games or each.game in arguments.games)
    ]


def chosen_papers(arguments: argparse.Namespace) -> list[Paper]:
    """The papers that were asked for."""
    return [
        each
        for each in papers()
        if is_chosen(f"{PRINT} {PAPERS} {each.slug}", arguments.pages)
        and (not arguments.games or each.game in arguments.games)
    ]


def parser() -> argparse.ArgumentParser:
    """What can be asked for."""
    found = argparse.ArgumentParser(
        "make screenshots",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    found.add_argument("--pages", type=words(), default=[], metavar="WORDS", help="only these")
    found.add_argument(
        "--games",
        type=words([*GAMES, ANY_GAME]),
        default=[],
        metavar="GAMES",
        help=f"only those of {', '.join(GAMES)}, or {ANY_GAME} for pages without one",
    )
    found.add_argument(
        "--widths",
        type=lambda text: [int(each) for each in words(map(str, WIDTHS))(text)],
        metavar="WIDTHS",
        help=f"of {', '.join(map(str, WIDTHS))}",
    )
    found.add_argument("--themes", type=words(THEMES), metavar="THEMES", help="light, dark")
    found.add_argument(
        "--languages",
        type=words(languages()),
        metavar="LANGUAGES",
        help=f"of {', '.join(languages())} ({TEST_LANGUAGE}; README: all)",
    )
    found.add_argument(
        "--jobs", type=_jobs, default=os.cpu_count() or 1, help="at once (%(default)s)"
    )
    found.add_argument("--output", type=Path, metavar="FOLDER", help="instead of the usual one")
    found.add_argument(
        "--readme", action="store_true", help="those of the README and its twins, in docs/pictures"
    )
    return found


def words(known: Iterable[str] | None = None) -> Callable[[str], list[str]]:
    """What reads words with commas between them, each of them *known*."""
    allowed = None if known is None else list(known)

    def read(text: str) -> list[str]:
        found = [each.strip() for each in text.split(",") if each.strip()]
        for each in found:
            if allowed is not None and each not in allowed:
                raise argparse.ArgumentTypeError(f"{each} is none of {', '.join(allowed)}")
        return found

    return read


def _jobs(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("a whole number, 1 at least")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
