"""The house rules of any game as form fields and as words, read off the shapes of its switches."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import request

from scorekeeper.core.codec import Member, record_of
from scorekeeper.core.game import Game
from scorekeeper.core.numbers import typed_number
from scorekeeper.core.shapes import Choice, Flag, Options, Whole
from scorekeeper.i18n.house_rule_messages import as_sent, value_word
from scorekeeper.i18n.messages import Messages

USUAL = "usual"  # how the words of a value that is left to the table end


@dataclass(frozen=True, slots=True)
class Option:
    """A value of a switch, as it is sent and as it is called."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Switch:
    """A house rule with the values a table can choose; none where any whole number may be."""

    name: str
    label: str
    options: tuple[Option, ...]
    value: str


def _offered(shape: Any) -> tuple[Any, ...]:
    if isinstance(shape, Options):
        return shape.values
    if isinstance(shape, Flag):
        return (False, True)
    return tuple(shape.members) if isinstance(shape, Choice) else ()


def _hangs_on_the_table(member: Member) -> bool:
    """Whether the default is none of the values offered: then it is what suits the players."""
    offered = _offered(member.shape)
    return bool(offered) and member.shape.write(member.default) not in offered


def switches(
    game: Game[Any, Any], chosen: Mapping[str, Any], messages: Messages
) -> tuple[Switch, ...]:
    """Every house rule of a game, for a form; *chosen* is what a sheet file would say."""
    made = []
    for member in record_of(game.house).members:
        default = member.shape.write(member.default)
        value = chosen.get(member.name, default)
        options = []
        if _hangs_on_the_table(member):
            usual = messages.text(f"{game.slug}.house.{member.name}.{USUAL}")
            options.append(Option("", usual, value in ("", default)))
        for offered in _offered(member.shape):
            label = value_word(game.slug, member.name, offered, messages)
            if offered == default and type(offered) is type(default):
                label = messages.text("house.usual", value=label)
            options.append(Option(as_sent(offered), label, as_sent(offered) == as_sent(value)))
        label = messages.text(f"{game.slug}.house.{member.name}")
        made.append(Switch(member.name, label, tuple(options), as_sent(value)))
    return tuple(made)


def house_typed(game: Game[Any, Any]) -> dict[str, str]:
    """The house rules of a form, letter by letter, to be shown again."""
    names = [member.name for member in record_of(game.house).members]
    sent = {name: request.form.get(f"house_{name}") for name in names}
    return {name: text for name, text in sent.items() if text is not None}


def house_sent(game: Game[Any, Any]) -> dict[str, Any]:
    """The house rules of a form as a sheet file would say them; a strange value stays as it is."""
    typed = house_typed(game)
    data: dict[str, Any] = {}
    for member in record_of(game.house).members:
        if member.name in typed and not (_hangs_on_the_table(member) and not typed[member.name]):
            text = typed[member.name]
            by_text = {as_sent(offered): offered for offered in _offered(member.shape)}
            whole = typed_number(text) if isinstance(member.shape, Whole) else text
            data[member.name] = by_text.get(text, whole)
    return data
