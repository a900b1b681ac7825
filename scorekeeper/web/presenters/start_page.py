"""The start page: every game in a few words."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from scorekeeper.games.registry import PLUGINS
from scorekeeper.i18n.messages import Messages


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


def start_page(messages: Messages, slugs: Iterable[str], new_key: Callable[[], str]) -> StartPage:
    """The start page in the words of a language; *slugs* are those of games with a sample."""
    games = game_cards(messages)
    samples = (SampleButton(slug, messages.text(f"{slug}.name"), new_key()) for slug in slugs)
    listed = messages.listed([each.name for each in games])
    return StartPage(games, tuple(samples), messages.text("start.description", games=listed))


def game_cards(messages: Messages) -> tuple[GameCard, ...]:
    """Every game there is, in the order of the registry."""
    text = messages.text
    return tuple(GameCard(slug, text(f"{slug}.name"), text(f"{slug}.tagline")) for slug in PLUGINS)
