"""The house rules of a sheet, and the copy of it that other ones would make."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.core.ledger import LedgerRound
from scorekeeper.core.phrases import Problem
from scorekeeper.files.sheet import Sheet
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.web.forms.stake import StakeForm
from scorekeeper.web.presenters.form_fields import texts_by_field
from scorekeeper.web.presenters.house_rule_fields import (
    HouseRuleText,
    Switch,
    house_in_words,
    switches,
)
from scorekeeper.web.presenters.page_values import Column
from scorekeeper.web.presenters.refusals import Refusal, placed_text, refusal
from scorekeeper.web.presenters.rounds import (
    CHANGES_AT_MOST,
    columns,
    names_in,
    problem_texts,
    reason_of,
    totals_of,
)
from scorekeeper.web.presenters.stake_fields import LABELS, StakeFields, stake_fields


@dataclass(frozen=True, slots=True)
class HouseRulesPage:
    """The form for house rules; *locked* where they cannot change but for a copy.

    *stake* is None where points are money already.
    """

    switches: tuple[Switch, ...]
    stake: StakeFields | None
    refusals: tuple[Refusal, ...]
    locked: bool
    key: str
    based_on: int


@dataclass(frozen=True, slots=True)
class DroppedRound:
    """A round that does not fit under the other house rules."""

    number: str
    reason: str
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CopyPreviewPage:
    """What a copy under other house rules would be; *carried* are hidden fields.

    So many *more_dropped* rounds are not shown.
    """

    house: tuple[HouseRuleText, ...]
    columns: tuple[Column, ...]
    dropped: tuple[DroppedRound, ...]
    more_dropped: int
    carried: tuple[tuple[str, str], ...]
    key: str
    based_on: int


def house_rules_page(
    state: SheetState,
    chosen: Mapping[str, Any],
    stake: StakeForm,
    messages: Messages,
    problems: Sequence[Problem] = (),
    *,
    key: str,
) -> HouseRulesPage:
    """The page; *chosen* is what a sheet file would say, or the text that was sent."""
    game = state.sheet.game
    texts = texts_by_field(problems, game.slug, messages)
    shown = switches(game, chosen, messages, texts)
    offered = stake_fields(stake, state.sheet.unit, texts)
    labels = {switch.name: f"{game.slug}.house.{switch.name}" for switch in shown}
    labels |= LABELS if offered else {}
    return HouseRulesPage(
        shown,
        offered,
        tuple(_refusal(problem, labels, game.slug, messages) for problem in problems),
        bool(state.round_ids),
        key,
        state.row.revision,
    )


def _refusal(problem: Problem, labels: Mapping[str, str], slug: str, messages: Messages) -> Refusal:
    """A problem for the head of the page; *labels* are the keys of those of all its fields."""
    text = placed_text(problem, slug, messages, fields=labels)
    label = labels.get(problem.field or "", f"{slug}.house.{problem.field}")
    return refusal(problem, text, slug, label, messages)


def copy_preview_page(
    state: SheetState,
    copy: Sheet,
    dropped: Sequence[LedgerRound],
    messages: Messages,
    *,
    carried: Iterable[tuple[str, str]],
    key: str,
) -> CopyPreviewPage:
    """The copy that would be opened, without the rounds that were *dropped* from it."""
    becomes = tuple(zip(state.side_names, copy.ledger.totals, strict=True))
    return CopyPreviewPage(
        house_in_words(copy, messages),
        columns(totals_of(state), becomes, copy.unit, messages),
        tuple(_dropped(state, played, messages) for played in dropped[:CHANGES_AT_MOST]),
        max(0, len(dropped) - CHANGES_AT_MOST),
        tuple(carried),
        key,
        state.row.revision,
    )


def _dropped(state: SheetState, played: LedgerRound, messages: Messages) -> DroppedRound:
    names = names_in(state, played.number)
    problems = problem_texts(played.problems, state.sheet.game.slug, messages, names)
    return DroppedRound(
        state.ledger.label_at(played.number), reason_of(state, played, messages, names), problems
    )
