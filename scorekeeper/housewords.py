"""What the house rules of any game are called, and the values they can have."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.game import Game
from scorekeeper.words import Words


def as_sent(value: Any) -> str:
    """A value of a switch as a form sends it and as its words are found."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def value_word(slug: str, name: str, value: Any, words: Words) -> str:
    """What a value of a switch is called."""
    key = f"{slug}.house.{name}.{as_sent(value)}"
    return words.text(key) if words.has(key) else as_sent(value)


def switch_words(
    game: Game[Any, Any], chosen: Mapping[str, Any], words: Words
) -> tuple[tuple[str, str], ...]:
    """The house rules that differ from the usual, in words."""
    return tuple(
        (words.text(f"{game.slug}.house.{name}"), value_word(game.slug, name, value, words))
        for name, value in chosen.items()
    )
