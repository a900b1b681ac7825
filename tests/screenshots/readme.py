"""The few pictures that each README shows: small files, in the pixels of a good screen."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from tests.screenshots.capturing import PHONE, Failure, Report, Selection, capture, picture_name
from tests.screenshots.papers import SAMPLES, Paper, print_paper
from tests.screenshots.states import states

SCREENSHOTS = {  # the picture's name, the state that it shows, and the theme
    "sheet": ("sheet, being filled in", "light"),
    "finished": ("tapp, finished with payments", "light"),
}
PAPER = Paper("klaverjassen", "a4", blank=False)
TITLES = {  # of the sheet on it; where there is none, the sample's own
    "de": "Freitag bei Anna",
    "fr": "Vendredi chez Anna",
    "nl": "Vrijdag bij Anna",
}
PAPER_DOTS_PER_INCH = 90
SCALE = 2  # pixels for each CSS pixel
COLOURS = (256, 128, 64, 32, 16)  # of the palette: the most that stay small
BYTES_AT_MOST = 60_000


class TooLargeError(RuntimeError):
    """A picture stays too large, however few colours it has."""


def write_pictures(
    folder: Path, languages: Sequence[str], jobs: int, report: Report
) -> list[Failure]:
    """Write the pictures into a folder for each language; return the states that were not reached.

    Raises TooLargeError, and CalledProcessError where a paper is not printed.
    """
    named = {each.name: each for each in states()}
    chosen = [named[name] for name in dict.fromkeys(state for state, _ in SCREENSHOTS.values())]
    wanted = Selection(widths=(PHONE,), languages=languages, scale=SCALE, long=False)
    with TemporaryDirectory() as place:
        taken = Path(place)
        failures = capture(chosen, wanted, taken, jobs, report)
        for language in languages:
            (folder / language).mkdir(parents=True, exist_ok=True)
            for name, (state, theme) in SCREENSHOTS.items():
                screenshot = taken / language / picture_name(named[state], PHONE, theme)
                if screenshot.exists():
                    reduce(screenshot, folder / language / f"{name}.png")
            paper = print_paper(titled_paper(taken, language), language, taken, PAPER_DOTS_PER_INCH)
            reduce(paper, folder / language / "paper.png")
    return failures


def titled_paper(folder: Path, language: str) -> Paper:
    """The paper of the sample with a title in the language."""
    sample = json.loads((SAMPLES / f"{PAPER.game}.json").read_text(encoding="utf-8"))
    sample["title"] = TITLES.get(language, sample["title"])
    file = folder / f"{language}.json"
    file.write_text(json.dumps(sample), encoding="utf-8")
    return replace(PAPER, file=file)


def reduce(picture: Path, small: Path, colours: Sequence[int] = COLOURS) -> None:
    """Write a picture with as many colours as make a small file; raises TooLargeError."""
    with Image.open(picture) as opened:
        original = opened.convert("RGB")
    for number in colours:
        original.quantize(number, dither=Image.Dither.NONE).save(small, optimize=True)
        if small.stat().st_size <= BYTES_AT_MOST:
            return
    raise TooLargeError(f"{small.name} has more than {BYTES_AT_MOST:,} bytes")
