"""The house rules of a sheet, and the copy of it that other ones would make."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorekeeper.core.ledger import LedgerRound
from scorekeeper.core.phrases import Problem
from scorekeeper.files.sheet import Sheet
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.web.forms.house_rules import AgreedRulesForm
from scorekeeper.web.presenters.agreed_rules_fields import AgreedRulesFields, agreed_rules_fields
from scorekeeper.web.presenters.house_rule_fields import HouseRuleText, house_in_words
from scorekeeper.web.presenters.page_values import Column
from scorekeeper.web.presenters.rounds import (
    CHANGES_AT_MOST,
    columns,
    names_in,
    problem_texts,
    reason_of,
    totals_of,
)


@dataclass(frozen=True, slots=True)
class HouseRulesPage:
    """The form for house rules; *locked* where they cannot change but for a copy."""

    agreed: AgreedRulesFields
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
    form: AgreedRulesForm,
    messages: Messages,
    problems: Sequence[Problem] = (),
    *,
    key: str,
) -> HouseRulesPage:
    """The page with what stands in *form*."""
    return HouseRulesPage(
        agreed_rules_fields(form, state.sheet.unit, messages, problems),
        bool(state.round_ids),
        key,
        state.row.revision,
    )


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
