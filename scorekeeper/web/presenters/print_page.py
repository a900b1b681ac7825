"""The pages that offer sheets on paper: those of a game being played, and empty ones."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.games.plugin import GamePlugin
from scorekeeper.i18n.catalogue import languages
from scorekeeper.i18n.messages import Messages, messages_in
from scorekeeper.printing.paper_format import Size


@dataclass(frozen=True, slots=True)
class Printout:
    """A sheet in one size and language; *label* says what the size is good for."""

    size: str
    label: str
    language: str
    language_name: str


@dataclass(frozen=True, slots=True)
class BlankSheet:
    """An empty sheet for so many players in one size, in the language of the page."""

    players: int
    size: str
    label: str


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
    """The sheet on paper, in the language of the page and in others, and empty sheets for it."""

    slug: str
    choice: CodeChoice
    printouts: tuple[Printout, ...]
    other_languages: tuple[Printout, ...]
    blanks: tuple[BlankSheet, ...]


@dataclass(frozen=True, slots=True)
class BlankSheetsPage:
    """The empty sheets of a game."""

    slug: str
    name: str
    blanks: tuple[BlankSheet, ...]


def print_page(plugin: GamePlugin, seats: int, choice: CodeChoice, messages: Messages) -> PrintPage:
    """The page for a sheet with so many *seats*."""
    every = [
        Printout(size, label, language, messages_in(language).text("language.name"))
        for size, label in _labels(messages).items()
        for language in languages()
    ]
    return PrintPage(
        plugin.game.slug,
        choice,
        tuple(each for each in every if each.language == messages.language),
        tuple(each for each in every if each.language != messages.language),
        tuple(each for each in _blanks(plugin, messages) if each.players == seats),
    )


def blank_sheets_page(plugin: GamePlugin, messages: Messages) -> BlankSheetsPage:
    """The page with the empty sheets of a game."""
    slug = plugin.game.slug
    return BlankSheetsPage(slug, messages.text(f"{slug}.name"), _blanks(plugin, messages))


def _blanks(plugin: GamePlugin, messages: Messages) -> tuple[BlankSheet, ...]:
    return tuple(
        BlankSheet(players, size, label)
        for players in plugin.game.seat_counts
        for size, label in _labels(messages).items()
    )


def _labels(messages: Messages) -> Mapping[Size, str]:
    return {Size.A4: messages.text("paper.a4"), Size.A5: messages.text("paper.a5")}
