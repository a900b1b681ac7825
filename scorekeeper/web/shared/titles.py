"""What games are called, and sheets: by the title people gave them, or by their day."""

from datetime import date
from typing import NamedTuple

from scorekeeper.games.registry import PLUGINS
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.sheet.lookup import place_in_day
from scorekeeper.services.sheet.state import SheetState


class GameCard(NamedTuple):
    """A game in a list: the word in its address, its name and what is said about it."""

    slug: str
    name: str
    text: str


def game_cards(messages: Messages) -> tuple[GameCard, ...]:
    """Every game there is, in the order of the registry, with one line about each."""
    text = messages.text
    return tuple(GameCard(slug, text(f"{slug}.name"), text(f"{slug}.tagline")) for slug in PLUGINS)


def file_name(state: SheetState, ending: str) -> str:
    """What a file made of a sheet is called."""
    return f"{state.row.game}-{state.day.isoformat()}-{state.row.number}{ending}"


def title_of(state: SheetState, messages: Messages, place: int | None = None) -> str:
    """What stands above a sheet: its title, or else the day.

    *place* is that among the sheets of its day, if known.
    """
    title = state.sheet.head.title or numbered_title(state, messages, place)
    return title or messages.text("sheet.untitled", day=messages.day(state.day))


def numbered_title(state: SheetState, messages: Messages, place: int | None = None) -> str:
    """What tells an untitled sheet from earlier ones of its day; empty where nothing has to.

    A sample is called so, in the language of whoever looks.
    """
    if state.row.sample_until is not None:
        return messages.text("sample.title")
    return number_in_day(place or place_in_day(state), state.day, messages)


def number_in_day(place: int, day: date, messages: Messages) -> str:
    """What tells an untitled sheet of this day, on which it was number *place*, from the others."""
    if place == 1:
        return ""
    return messages.text("sheet.untitled_again", number=place, day=messages.day(day))
