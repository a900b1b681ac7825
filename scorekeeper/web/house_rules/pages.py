"""The pages about house rules: those of a sheet, and those with which a group begins its sheets."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.core.ledger import LedgerRound
from scorekeeper.files.sheet import Sheet
from scorekeeper.games.registry import GAMES
from scorekeeper.i18n.house_rule_messages import agreed_text
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.sheet.entries import AgreedRules
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.store.rows import GroupRow
from scorekeeper.web.house_rules.fields import (
    AgreedRulesFields,
    NamesAndValues,
    agreed_rules_fields,
    house_in_words,
)
from scorekeeper.web.house_rules.forms import AgreedRulesForm
from scorekeeper.web.round.change_preview import CHANGES_AT_MOST, Column, Misfit, columns, misfit
from scorekeeper.web.shared.answers import Conflict
from scorekeeper.web.shared.rounds import RoundTexts


@dataclass(frozen=True, slots=True)
class HouseRulesPage:
    """The form for house rules of a sheet; *locked* where they cannot change but for a copy."""

    agreed: AgreedRulesFields
    locked: bool
    key: str
    based_on: int


@dataclass(frozen=True, slots=True)
class CopyPreviewPage:
    """What a copy under other house rules would be; *carried* are hidden fields.

    So many *more_dropped* rounds are not shown.
    """

    house: NamesAndValues
    columns: tuple[Column, ...]
    dropped: tuple[Misfit, ...]
    more_dropped: int
    carried: tuple[tuple[str, str], ...]
    key: str
    based_on: int


@dataclass(frozen=True, slots=True)
class RulesOfGame:
    """A game in the list: the word in its address, its name, and what was agreed in words."""

    slug: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class GroupRulesListPage:
    """Every game with what the group has agreed on for it."""

    games: tuple[RulesOfGame, ...]


@dataclass(frozen=True, slots=True)
class GroupRulesPage:
    """The form for the house rules of one game.

    *is_agreed* is whether the group has any of its own. *conflict* says what has happened
    meanwhile, where the form came too late or twice.
    """

    slug: str
    game: str
    agreed: AgreedRulesFields
    is_agreed: bool
    conflict: str | None
    key: str
    based_on: int


def house_rules_page(
    state: SheetState, form: AgreedRulesForm, messages: Messages, *, key: str
) -> HouseRulesPage:
    """The page of a sheet with what stands in *form*."""
    agreed = agreed_rules_fields(form, state.sheet.unit, messages)
    return HouseRulesPage(agreed, bool(state.round_ids), key, state.row.revision)


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
    heads, texts = state.side_names, RoundTexts(state, messages)
    return CopyPreviewPage(
        house_in_words(copy, messages),
        columns(heads, state.ledger, heads, copy.ledger, copy.unit, messages),
        tuple(
            misfit(played, state.ledger.label_at(played.number), texts)
            for played in dropped[:CHANGES_AT_MOST]
        ),
        max(0, len(dropped) - CHANGES_AT_MOST),
        tuple(carried),
        key,
        state.row.revision,
    )


def group_rules_list_page(
    agreed: Mapping[str, AgreedRules], messages: Messages
) -> GroupRulesListPage:
    """The list; *agreed* are the rules of the group, by game."""
    return GroupRulesListPage(
        tuple(
            RulesOfGame(
                slug, messages.text(f"{slug}.name"), _text(slug, agreed.get(slug), messages)
            )
            for slug in GAMES
        )
    )


def group_rules_page(
    row: GroupRow,
    form: AgreedRulesForm,
    messages: Messages,
    agreed: AgreedRules | None,
    conflict: Conflict | None = None,
    *,
    key: str,
) -> GroupRulesPage:
    """The page of a group with what stands in *form*, where this is *agreed* by now."""
    slug = form.game.slug
    return GroupRulesPage(
        slug,
        messages.text(f"{slug}.name"),
        agreed_rules_fields(form, form.unit, messages),
        agreed is not None,
        conflict and _conflict_text(conflict, _text(slug, agreed, messages), messages),
        key,
        row.revision,
    )


def _conflict_text(conflict: Conflict, rules: str, messages: Messages) -> str:
    """What has happened meanwhile, and which *rules* hold for the game now."""
    is_late = conflict is Conflict.MOVED_ON
    key = "group_rules.moved_on" if is_late else "group_rules.saved_before"
    return messages.text(key, rules=rules)


def _text(slug: str, agreed: AgreedRules | None, messages: Messages) -> str:
    if agreed is None:
        return messages.text("group_rules.as_last")
    return agreed_text(GAMES[slug], agreed.house, agreed.stake, messages)
