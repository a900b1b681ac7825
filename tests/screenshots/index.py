"""The page to look through all pictures that are in the folder."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from tests.screenshots.capturing import HEIGHTS, THEMES, WIDTHS, Failure, picture_name
from tests.screenshots.papers import PICTURE, page_pictures, papers
from tests.screenshots.states import SECTIONS, State, slug_of, states

NAME = "index.html"
PAPERS = "papers"


@dataclass(frozen=True, slots=True)
class Picture:
    """A first view and where it leads; *classes* are what the filters go by."""

    view: str
    whole: str
    caption: str
    classes: str
    width: int = 0
    height: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """A state with its pictures, or a paper with those of its pages."""

    id: str
    title: str
    pictures: Sequence[Picture] = ()
    sheets: Sequence[Picture] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """What the table of contents has a line for."""

    id: str
    title: str
    entries: Sequence[Entry]


def write_index(folder: Path, languages: Sequence[str], failures: Sequence[Failure] = ()) -> Path:
    """Write the page that shows what is in the folder, and return its path."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=StrictUndefined
    )
    shown = [each for each in languages if (folder / each).is_dir()]
    choices = _choices(shown)
    html = environment.get_template(NAME).render(
        choices=choices,
        filters=[name for _, names in choices for name, _ in names],
        sections=list(_sections(folder, shown)),
        failures=failures,
    )
    path = folder / NAME
    path.write_text(html, encoding="utf-8")
    return path


def _choices(languages: Sequence[str]) -> list[tuple[str, list[tuple[str, str]]]]:
    """The filters, each with the class it hides and its words."""
    return [
        ("Width", [(f"w{width}", str(width)) for width in WIDTHS]),
        ("Theme", [(theme, theme) for theme in THEMES]),
        ("Language", [(f"lang-{language}", language) for language in languages]),
    ]


def _sections(folder: Path, languages: Sequence[str]) -> Iterator[Section]:
    entries = [(each.section, _state_entry(each, folder, languages)) for each in states()]
    entries += [(PAPERS, each) for each in _paper_entries(folder, languages)]
    for title in (*SECTIONS, PAPERS):
        own = [entry for section, entry in entries if section == title]
        shown = [entry for entry in own if entry.pictures or entry.sheets]
        if shown:
            yield Section(f"section-{slug_of(title)}", title.capitalize(), shown)


def _state_entry(state: State, folder: Path, languages: Sequence[str]) -> Entry:
    pictures = [
        picture
        for language in languages
        for width in WIDTHS
        for theme in THEMES
        if (picture := _picture(state, width, theme, folder, language))
    ]
    return Entry(state.slug, state.name, pictures)


def _picture(state: State, width: int, theme: str, folder: Path, language: str) -> Picture | None:
    view = f"{language}/{picture_name(state, width, theme)}"
    full = f"{language}/{picture_name(state, width, theme, long=True)}"
    if not (folder / view).exists():
        return None
    return Picture(
        view,
        full if (folder / full).exists() else view,
        f"{width} {theme} {language}",
        f"w{width} {theme} lang-{language}",
        width,
        HEIGHTS[width],
    )


def _paper_entries(folder: Path, languages: Sequence[str]) -> Iterator[Entry]:
    for game, own in groupby(papers(), lambda paper: paper.game):
        sheets = [
            Picture(
                f"{language}/{page.name}",
                f"{language}/{page.name if paper.size == PICTURE else f'{paper.slug}.pdf'}",
                f"{paper.title}, page {number} {language}",
                f"lang-{language}",
            )
            for paper in own
            for language in languages
            for number, page in enumerate(page_pictures(paper, folder / language), 1)
        ]
        yield Entry(f"{game}-papers", game, sheets=sheets)
