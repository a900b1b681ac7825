"""The house rules of any game as form fields and in words, read off the shapes of its switches."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.core.codec import Member, record_of
from scorekeeper.core.game import Game
from scorekeeper.files.sheet import Sheet
from scorekeeper.i18n.house_rule_messages import house_rule_texts, sent_value, value_text
from scorekeeper.i18n.messages import Messages
from scorekeeper.web.forms.house_rules import depends_on_table, offered_values
from scorekeeper.web.presenters.refusals import PlacedText

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
    problems: tuple[PlacedText, ...] = ()


@dataclass(frozen=True, slots=True)
class HouseRuleText:
    """A house rule that differs from the usual, or the stake, and its value."""

    name: str
    value: str


def switches(
    game: Game[Any, Any],
    chosen: Mapping[str, Any],
    messages: Messages,
    problems: Mapping[str | None, tuple[PlacedText, ...]] | None = None,
) -> tuple[Switch, ...]:
    """Every house rule of a game, for a form.

    *chosen* is what a sheet file would say, or the text that was sent; *problems* are in words, by
    the name of their rule.
    """
    at = problems or {}
    return tuple(
        Switch(
            member.name,
            messages.text(f"{game.slug}.house.{member.name}"),
            _options(game.slug, member, _value(member, chosen), messages),
            sent_value(_value(member, chosen)),
            at.get(member.name, ()),
        )
        for member in record_of(game.house).members
    )


def _value(member: Member, chosen: Mapping[str, Any]) -> Any:
    return chosen.get(member.name, member.shape.write(member.default))


def _options(slug: str, member: Member, value: Any, messages: Messages) -> tuple[Option, ...]:
    default = member.shape.write(member.default)
    options = []
    if depends_on_table(member):
        usual = messages.text(f"{slug}.house.{member.name}.{USUAL}")
        options.append(Option("", usual, value in ("", default)))
    for offered in offered_values(member):
        label = value_text(slug, member.name, offered, messages)
        if offered == default and type(offered) is type(default):
            label = messages.text("house.usual", value=label)
        options.append(Option(sent_value(offered), label, sent_value(offered) == sent_value(value)))
    return tuple(options)


def house_in_words(sheet: Sheet, messages: Messages) -> tuple[HouseRuleText, ...]:
    """The house rules of a sheet that differ from the usual, and its stake."""
    chosen = record_of(sheet.game.house).write(sheet.house)
    pairs = house_rule_texts(sheet.game, chosen, sheet.head.stake, messages)
    return tuple(HouseRuleText(*pair) for pair in pairs)
