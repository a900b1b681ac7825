"""The house rules and the stake of any game: as form fields, in words, and among its rules."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.core.codec import Member, record_of
from scorekeeper.core.game import Game, Round, Unit
from scorekeeper.core.ledger import replay
from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import json_word
from scorekeeper.core.stake import Stake
from scorekeeper.files.reading import round_of
from scorekeeper.files.sheet import Sheet
from scorekeeper.games.plugin import GamePlugin
from scorekeeper.i18n.house_rule_messages import house_rule_texts, stake_text, value_text
from scorekeeper.i18n.messages import Messages, Names
from scorekeeper.web.house_rules.forms import AgreedRulesForm, depends_on_table, offered_values
from scorekeeper.web.shared.field_values import (
    Option,
    Refusal,
    ShownForm,
    Texts,
    TextsByField,
    grouped,
    placed_text,
)
from scorekeeper.web.shared.rounds import Sum, sum_page

STAKE_LABELS = {"cents": "stake.cents_field", "per": "stake.per_field"}  # by the key in a file
NamesAndValues = tuple[tuple[str, str], ...]  # of house rules, and of the stake
USUAL = "usual"  # how the words of a value that is left to the table end
PLAYERS = ("Anna", "Bert", "Clara", "Dirk", "Eva", "Fritz")  # of the examples


class Switch(NamedTuple):
    """A house rule with the values a table can choose; none where any whole number may be."""

    name: str
    label: str
    options: tuple[Option, ...]
    value: str
    problems: Texts = ()

    @property
    def agreed(self) -> str:
        """What the value is called that holds."""
        return next((option.label for option in self.options if option.chosen), self.value)


class AgreedRulesFields(NamedTuple):
    """The fields of a form, and what the head of the page says about them.

    *stake* is None where points are money or chips already.
    """

    switches: tuple[Switch, ...]
    stake: ShownForm | None
    refusals: tuple[Refusal, ...]


def agreed_rules_fields(form: AgreedRulesForm, unit: Unit, messages: Messages) -> AgreedRulesFields:
    """The fields with what stands in *form*, where the points of the game are of this *unit*."""
    slug, stake_names = form.game.slug, STAKE_LABELS if unit is Unit.POINTS else {}
    shown_names = {*record_of(form.game.house).names, *stake_names}

    def in_words(problem: Problem) -> Refusal:
        label = stake_names.get(problem.field or "", f"{slug}.house.{problem.field}")
        return placed_text(problem, slug, messages, fields=shown_names, label=label)

    texts = tuple(map(in_words, form.problems))
    at = grouped(texts)
    return AgreedRulesFields(
        switches(form.game, form.rules.shown, messages, at),
        ShownForm(form.stake, at) if stake_names else None,
        texts,
    )


def switches(
    game: Game[Any, Any],
    chosen: Mapping[str, Any],
    messages: Messages,
    texts: TextsByField | None = None,
) -> tuple[Switch, ...]:
    """Every house rule of a game, for a form; *texts* are the problems by the name of their rule.

    *chosen* is what a sheet file would say, or the text that was sent.
    """
    at = texts or {}
    return tuple(
        _switch(game.slug, member, chosen, messages, at.get(member.name, ()))
        for member in record_of(game.house).members
    )


def _switch(
    slug: str, member: Member, chosen: Mapping[str, Any], messages: Messages, problems: Texts
) -> Switch:
    default = member.shape.write(member.default)
    value, options = chosen.get(member.name, default), list[Option]()
    if depends_on_table(member):
        usual = messages.text(f"{slug}.house.{member.name}.{USUAL}")
        options.append(Option("", usual, value in ("", default)))
    for offered in offered_values(member):
        label = value_text(slug, member.name, offered, messages)
        if offered == default and type(offered) is type(default):
            label = messages.text("house.usual", value=label)
        options.append(Option(json_word(offered), label, json_word(offered) == json_word(value)))
    called = messages.text(f"{slug}.house.{member.name}")
    return Switch(member.name, called, tuple(options), json_word(value), problems)


def house_in_words(sheet: Sheet, messages: Messages) -> NamesAndValues:
    """The house rules of a sheet that differ from the usual, and its stake."""
    chosen = record_of(sheet.game.house).write(sheet.house)
    return tuple(house_rule_texts(sheet.game, chosen, sheet.head.stake, messages))


# ---- The rules of a game, with the house rules of a table marked and worked examples -------------


class Example(NamedTuple):
    """A worked round: what happened, what it shows ("" where nothing is said), and its worth."""

    reason: str
    told: str
    sum: Sum


class RulesPage(NamedTuple):
    """The rules of a game; *house* are the table's, of which those in *differs* are not usual.

    *tables* are the numbers that the game's own page has in tables, under these house rules.
    *stake* says what points are worth in money, "" where nothing was agreed; *back* is the address
    of the page before.
    """

    name: str
    house: Any
    tables: Any
    switches: tuple[Switch, ...]
    differs: frozenset[str]
    stake: str
    examples: tuple[Example, ...]
    back: str

    def label_of(self, name: str) -> str:
        """What the house rule of this name is called."""
        return next(switch.label for switch in self.switches if switch.name == name)


def rules_page(
    plugin: GamePlugin,
    house: Any,
    seats: int,
    messages: Messages,
    back: str,
    stake: Stake | None = None,
) -> RulesPage:
    """The page for a table of so many *seats* under these house rules, and with this stake."""
    game = plugin.game
    chosen = record_of(game.house).write(house)
    return RulesPage(
        name=messages.text(f"{game.slug}.name"),
        house=house,
        tables=plugin.rule_page(house),
        switches=switches(game, chosen, messages),
        differs=frozenset(chosen),
        stake="" if stake is None else stake_text(stake, messages),
        examples=tuple(_example(plugin, name, house, seats, messages) for name in plugin.examples),
        back=back,
    )


def _example(plugin: GamePlugin, name: str, house: Any, seats: int, messages: Messages) -> Example:
    game = plugin.game
    dealt: Round[Any] | None = round_of(plugin.examples[name], game, seats, [])
    if dealt is None:
        raise ValueError(f"an example of {game.slug} is no round at a table of {seats}")
    (played,) = replay(game, game.first_table(seats, house, seats - 1), [dealt]).rounds
    names = Names.at(game, house, PLAYERS[:seats])
    reason = messages.reason(game, dealt.observation, played.table, names)
    told = f"{game.slug}.rules.example.{name}"
    return Example(
        reason,
        messages.text(told) if messages.has(told) else "",
        sum_page(played.score, game.slug, names, messages),
    )
