"""The start page, and the code of the groups that a phone knows."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from scorekeeper.games.registry import PLUGINS
from scorekeeper.i18n.messages import Messages
from scorekeeper.web.links.pages import qr_code

BYTES_AT_MOST = 858  # of a code of 97 modules a side, which a phone reads off another one
FRAGMENT = "#tables="  # browsers send it to no server
SEPARATOR = "."


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game to choose: the word in its address, its name and one line about it."""

    slug: str
    name: str
    tagline: str


@dataclass(frozen=True, slots=True)
class SampleButton:
    """The sample evening of a game: the word in its address, its name, the key of its form."""

    slug: str
    name: str
    key: str


@dataclass(frozen=True, slots=True)
class StartPage:
    """Everything on the start page."""

    games: tuple[GameCard, ...]
    samples: tuple[SampleButton, ...]
    description: str  # for search engines


@dataclass(frozen=True, slots=True)
class GroupsCode:
    """A QR code as the address of an image, and how many groups it does not hold."""

    code: str
    left_out: int


def start_page(messages: Messages, slugs: Iterable[str], new_key: Callable[[], str]) -> StartPage:
    """The start page in the words of a language; *slugs* are those of games with a sample."""
    games = game_cards(messages)
    samples = (SampleButton(slug, messages.text(f"{slug}.name"), new_key()) for slug in slugs)
    listed = messages.listed([game.name for game in games])
    return StartPage(games, tuple(samples), messages.text("start.description", games=listed))


def game_cards(messages: Messages) -> tuple[GameCard, ...]:
    """Every game there is, in the order of the registry."""
    text = messages.text
    return tuple(GameCard(slug, text(f"{slug}.name"), text(f"{slug}.tagline")) for slug in PLUGINS)


def groups_code(start: str, links: Sequence[str]) -> GroupsCode:
    """The code that leads another phone to the *start* page with as many *links* as it can hold.

    The first ones go first; `s/` before a link says that it is one of a sheet.
    """
    held = list(links)
    while held and len(_address(start, held).encode()) > BYTES_AT_MOST:
        held.pop()
    code = qr_code(_address(start, held), border=4, error="l")
    return GroupsCode(code, len(links) - len(held))


def _address(start: str, links: Sequence[str]) -> str:
    return start + FRAGMENT + SEPARATOR.join(links)
