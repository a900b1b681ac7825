"""What is offered on paper: the sheet of a game being played, and empty ones."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scorekeeper.games.plugin import GamePlugin
from scorekeeper.i18n.catalogue import languages
from scorekeeper.i18n.messages import Messages, messages_in
from scorekeeper.printing.paper_format import Size
from scorekeeper.web.shared.field_values import Option


@dataclass(frozen=True, slots=True)
class Printout:
    """A sheet in one *size*, called *name*, and language; *label* says what the size is good for.

    An empty one is for so many *players*.
    """

    size: str
    name: str
    label: str
    language: str
    language_name: str
    players: int = 0


@dataclass(frozen=True, slots=True)
class CodeChoice:
    """Whether the paper is to have the code that leads to the sheet.

    That *is_reachable* if phones can open it; without that there is no choice. *code* is what
    addresses say of it: 1 or 0, or None where its host has chosen the same.
    """

    has_code: bool
    is_reachable: bool
    code: int | None


@dataclass(frozen=True, slots=True)
class PrintPage:
    """What is offered of a sheet: it in the language of the page and others, and empty ones."""

    slug: str
    choice: CodeChoice
    code_options: tuple[Option, ...]
    printouts: tuple[Printout, ...]
    other_languages: tuple[Printout, ...]
    blanks: tuple[Printout, ...]


@dataclass(frozen=True, slots=True)
class BlankSheetsPage:
    """The empty sheets of a game."""

    slug: str
    name: str
    blanks: tuple[Printout, ...]


def print_page(plugin: GamePlugin, seats: int, choice: CodeChoice, messages: Messages) -> PrintPage:
    """What is offered of a sheet with so many *seats*."""
    here = (messages.language,)
    words = (messages.text("paper.without_code"), messages.text("paper.with_code"))
    return PrintPage(
        plugin.game.slug,
        choice,
        tuple(Option(code, text, choice.has_code == bool(code)) for code, text in enumerate(words)),
        tuple(_printouts(messages, here)),
        tuple(_printouts(messages, (code for code in languages() if code not in here))),
        tuple(_printouts(messages, here, seats)),
    )


def blank_sheets_page(plugin: GamePlugin, messages: Messages) -> BlankSheetsPage:
    """The page with the empty sheets of a game."""
    slug, here = plugin.game.slug, (messages.language,)
    counts = plugin.game.seat_counts
    blanks = (blank for players in counts for blank in _printouts(messages, here, players))
    return BlankSheetsPage(slug, messages.text(f"{slug}.name"), tuple(blanks))


def _printouts(messages: Messages, codes: Iterable[str], players: int = 0) -> Iterator[Printout]:
    """A sheet in every size, in the languages of these *codes*."""
    told = [(code, messages_in(code).text("language.name")) for code in codes]
    labels = {Size.A4: messages.text("paper.a4"), Size.A5: messages.text("paper.a5")}
    for size, label in labels.items():
        for code, name in told:
            yield Printout(size, size.upper(), label, code, name, players)
