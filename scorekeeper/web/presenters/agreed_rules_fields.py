"""The fields for house rules and stake, with everything that is wrong with them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.core.game import Game, Unit
from scorekeeper.core.phrases import Problem
from scorekeeper.files.reading import house_for_any_of
from scorekeeper.i18n.messages import Messages
from scorekeeper.web.forms.house_rules import AgreedRulesForm
from scorekeeper.web.presenters.form_fields import texts_by_field
from scorekeeper.web.presenters.house_rule_fields import Switch, switches
from scorekeeper.web.presenters.refusals import Refusal, placed_text, refusal
from scorekeeper.web.presenters.stake_fields import LABELS, StakeFields, stake_fields


@dataclass(frozen=True, slots=True)
class AgreedRulesFields:
    """The fields of a form, and what the head of the page says about them.

    *stake* is None where points are money already.
    """

    switches: tuple[Switch, ...]
    stake: StakeFields | None
    refusals: tuple[Refusal, ...]


def agreed_rules_fields(
    form: AgreedRulesForm, unit: Unit, messages: Messages, problems: Sequence[Problem]
) -> AgreedRulesFields:
    """The fields with what stands in *form*, where the points of the game are of this *unit*."""
    slug = form.game.slug
    texts = texts_by_field(problems, slug, messages)
    shown = switches(form.game, form.house.shown, messages, texts)
    offered = stake_fields(form.stake, unit, texts)
    labels = {switch.name: f"{slug}.house.{switch.name}" for switch in shown}
    labels |= LABELS if offered else {}
    return AgreedRulesFields(
        shown, offered, tuple(_refusal(problem, labels, slug, messages) for problem in problems)
    )


def unit_under(game: Game[Any, Any], house_data: Any) -> Unit:
    """What the points are under house rules that were sent, or under the usual ones."""
    chosen = house_for_any_of(game.seat_counts, house_data, game, [])
    return game.unit(game.house() if chosen is None else chosen)


def _refusal(problem: Problem, labels: Mapping[str, str], slug: str, messages: Messages) -> Refusal:
    """A problem for the head of the page; *labels* are the keys of those of all its fields."""
    text = placed_text(problem, slug, messages, fields=labels)
    label = labels.get(problem.field or "", f"{slug}.house.{problem.field}")
    return refusal(problem, text, slug, label, messages)
