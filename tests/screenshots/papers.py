"""The sheets of every game as `scorekeeper print` makes them, and a picture of each page.

And the picture of an evening that a chat shows beside a link.
"""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from threading import Lock

from pypdfium2 import PdfDocument

from scorekeeper.files.reading import checked, loaded
from scorekeeper.games.registry import GAMES
from scorekeeper.i18n.messages import messages_in
from scorekeeper.printing.document import picture_job
from scorekeeper.printing.renderer import Renderer
from tests.screenshots.capturing import Failure

CHECKOUT = Path(__file__).resolve().parents[2]
SAMPLES = CHECKOUT / "docs" / "samples"
SIZES = ("a4", "a5")
PICTURE = "picture"  # what stands for the size of a picture for a chat
DAY = date(2026, 11, 20)
drawing = Lock()  # one picture at a time: pdfium takes no more
DOTS_PER_INCH, POINTS_PER_INCH = 80, 72


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet on paper, written or blank, in one of the sizes; or its picture for a chat."""

    game: str
    size: str
    blank: bool
    file: Path | None = None  # of the written sheet, where it is not the sample

    @property
    def slug(self) -> str:
        """What the names of its files begin with."""
        if self.size == PICTURE:
            return f"{self.game}-for-a-chat"
        return f"{self.game}-{'blank' if self.blank else 'paper'}-{self.size}"

    @property
    def title(self) -> str:
        """What the index says below its pages."""
        if self.size == PICTURE:
            return "for a chat"
        return f"{self.size.upper()} {'blank' if self.blank else 'written'}"

    @property
    def sheet(self) -> Path:
        """The file of what is written."""
        return self.file or SAMPLES / f"{self.game}.json"

    def command(self, language: str, pdf: Path) -> list[str]:
        """What makes the PDF."""
        what = ["--blank", self.game] if self.blank else [str(self.sheet)]
        options = ["--paper", self.size, "--language", language, "-o", str(pdf)]
        return [sys.executable, "-m", "scorekeeper", "print", *what, *options]


def papers() -> list[Paper]:
    """Every game's, written and blank, in every size, and its picture."""
    kinds = [(size, blank) for blank in (False, True) for size in SIZES]
    return [Paper(game, *kind) for game in GAMES for kind in (*kinds, (PICTURE, False))]


def print_papers(
    chosen: Sequence[Paper], languages: Sequence[str], folder: Path, jobs: int
) -> list[Failure]:
    """Write the PDF and its pages as pictures into a folder for each language.

    Returns the papers that could not be printed.
    """

    def print_one(paper: Paper, language: str) -> Failure | None:
        (folder / language).mkdir(parents=True, exist_ok=True)
        try:
            print_paper(paper, language, folder / language)
        except subprocess.CalledProcessError as error:
            return Failure(f"{paper.slug} ({language})", error.stderr.strip())
        return None

    wanted = [(paper, language) for language in languages for paper in chosen]
    with ThreadPoolExecutor(jobs) as threads:
        return [failed for failed in threads.map(lambda each: print_one(*each), wanted) if failed]


def print_paper(paper: Paper, language: str, folder: Path, dpi: int = DOTS_PER_INCH) -> Path:
    """Make the PDF and the pictures of its pages, and return the first of them.

    Raises CalledProcessError with what was said on its `stderr`.
    """
    pdf = folder / f"{paper.slug}.pdf"
    for old in (pdf, *page_pictures(paper, folder)):
        old.unlink(missing_ok=True)
    if paper.size == PICTURE:
        drawn = folder / f"{paper.slug}-1.png"
        drawn.write_bytes(_picture(paper, language))
        return drawn
    subprocess.run(paper.command(language, pdf), check=True, capture_output=True, text=True)
    with drawing, PdfDocument(pdf) as document:
        for number, page in enumerate(document, 1):
            drawn = page.render(scale=dpi / POINTS_PER_INCH).to_pil()
            drawn.save(folder / f"{paper.slug}-{number:02}.png")
    return next(page_pictures(paper, folder))


def page_pictures(paper: Paper, folder: Path) -> Iterator[Path]:
    """The pictures of its pages that are there, in order."""
    yield from sorted(folder.glob(f"{paper.slug}-[0-9]*.png"))


def _picture(paper: Paper, language: str) -> bytes:
    finished = checked(loaded(paper.sheet.read_bytes()) | {"closed": True})
    with drawing:
        return Renderer().document(picture_job(finished, messages_in(language), DAY, ""))
