"""What the house rules of any game and its stake are called, and the values they can have."""

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.core.game import Game
from scorekeeper.core.shapes import json_word
from scorekeeper.core.stake import Stake
from scorekeeper.i18n.currencies import EURO
from scorekeeper.i18n.messages import Messages


def value_text(slug: str, name: str, value: Any, messages: Messages) -> str:
    """What a value of a switch is called."""
    key = f"{slug}.house.{name}.{json_word(value)}"
    return messages.text(key) if messages.has(key) else json_word(value)


def stake_text(stake: Stake, messages: Messages) -> str:
    """How many cents for how many points; in other currencies than the euro, which amount."""
    cents = messages.money(stake.cents)
    if messages.currency == EURO:
        cents = messages.text("stake.cents", count=stake.cents)
    return messages.text("stake.worth", count=stake.per, cents=cents)


def house_rule_texts(
    game: Game[Any, Any], chosen: Mapping[str, Any], stake: Stake | None, messages: Messages
) -> Iterator[tuple[str, str]]:
    """The house rules that differ from the usual, and the stake if there is one, in words."""
    slug, text = game.slug, messages.text
    for name, value in chosen.items():
        yield text(f"{slug}.house.{name}"), value_text(slug, name, value, messages)
    if stake is not None:
        yield text("stake.name"), stake_text(stake, messages)


def unusual_text(
    game: Game[Any, Any], chosen: Mapping[str, Any], stake: Stake | None, messages: Messages
) -> str:
    """The house rules that differ from the usual, and the stake, in one line; may be empty."""
    pairs = house_rule_texts(game, chosen, stake, messages)
    told = [messages.text("text.pair", name=name, value=value) for name, value in pairs]
    return messages.joined("text.semicolon", told) if told else ""


def agreed_text(
    game: Game[Any, Any], chosen: Mapping[str, Any], stake: Stake | None, messages: Messages
) -> str:
    """House rules and stake in one line, or that everything is as usual."""
    return unusual_text(game, chosen, stake, messages) or messages.text("copy.usual")
