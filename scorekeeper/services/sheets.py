"""What is said about a sheet as a whole, and the copy of it under other house rules."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scorekeeper.core import ledger
from scorekeeper.core.codec import record_of
from scorekeeper.core.game import Round
from scorekeeper.core.ledger import LedgerRound
from scorekeeper.core.phrases import Problem
from scorekeeper.core.stake import Stake
from scorekeeper.files.sheet import Head, Sheet
from scorekeeper.services.change_set import Change, entry_rows
from scorekeeper.services.entries import AgreedRules, Details, EntryType
from scorekeeper.services.form_token import FormToken
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.services.state_cache import load
from scorekeeper.services.writing import (
    ATTEMPTS,
    PlainWrite,
    insert_rows,
    refuse_unless_same,
    write,
)
from scorekeeper.store import group_queries, sheet_queries
from scorekeeper.store.db import transaction
from scorekeeper.store.errors import RaceLostError, SheetMovedOnError
from scorekeeper.store.rows import EntryRow


@dataclass(frozen=True, slots=True)
class HouseRulesChange:
    """Other house rules, which can be agreed on only before the first round."""

    rules: AgreedRules
    names: Sequence[str] = field(default=(), init=False)
    respells: bool = field(default=False, init=False)

    def changes(self, people: Mapping[str, int]) -> Sequence[Change]:
        """The rules as an entry."""
        return [Change(EntryType.HOUSE, 0, EntryType.HOUSE.write(self.rules))]

    def problems(self, state: SheetState) -> Iterable[Problem]:
        """A sheet with rounds keeps its rules."""
        return [Problem("house_locked")] if state.round_ids else ()


def set_closed(state: SheetState, closed: bool, token: FormToken) -> EntryRow:
    """The table stops here, or goes on after all."""
    return write(state.row, token, PlainWrite([Change(EntryType.CLOSED, 0, closed)]))


def put_away(state: SheetState, away: bool, token: FormToken) -> EntryRow:
    """Take the sheet off the table, or fetch it back; once per key.

    It conflicts with nothing that others write, so the sheet keeps its revision; the list of
    sheets changes, and with it the revision of the group.
    """
    row = state.row
    for _ in range(ATTEMPTS):
        state = load(row)
        change = Change(EntryType.AWAY, 0, EntryType.AWAY.write(away))
        known = state.entry_with_key(token.key)
        if known is not None:
            refuse_unless_same(state, known, [change])
            return known
        (entry,) = entry_rows(state, [change])
        try:
            with transaction():
                group_queries.advance_group(row.group_id)
                sheet_queries.put_away(row.id, away)
                return insert_rows(state, [entry], token, revision=state.row.revision)[0]
        except RaceLostError:
            row = sheet_queries.sheet_by_id(row.id) or row
    raise SheetMovedOnError


def rename(state: SheetState, head: Head, token: FormToken) -> EntryRow:
    """Give the sheet another title or date."""
    data = EntryType.ABOUT.write(details_of(head))
    return write(state.row, token, PlainWrite([Change(EntryType.ABOUT, 0, data)]))


def change_house_rules(
    state: SheetState, house: Any, stake: Stake | None, token: FormToken
) -> EntryRow:
    """Agree on other house rules; ImpossibleError after the first round."""
    return write(state.row, token, HouseRulesChange(agreed_rules(house, stake)))


def details_of(head: Head) -> Details:
    """Title and date, as an entry holds them."""
    return Details(title=head.title, date=head.date)


def agreed_rules(house: Any, stake: Stake | None) -> AgreedRules:
    """House rules and stake, as an entry holds them."""
    return AgreedRules(house=record_of(type(house)).write(house), stake=stake)


def under_other_rules(state: SheetState, house: Any, stake: Stake | None) -> Sheet:
    """The same evening as it would stand under other house rules; not every round need fit."""
    head = replace(state.sheet.head, stake=stake, closed=False)
    rounds = tuple(_spelled_out(played, state) for played in state.ledger.rounds)
    return replace(state.sheet, house=house, rounds=rounds, head=head)


def _spelled_out(played: LedgerRound, state: SheetState) -> Round[Any]:
    if played.problems:
        return played.round
    observation = ledger.spelled_out(state.sheet.game, played.round.observation, played.table)
    return replace(played.round, observation=observation)


def without_misfits(sheet: Sheet) -> tuple[Sheet, tuple[LedgerRound, ...]]:
    """The same sheet with only the rounds that fit, and those it had to let go of.

    Substitutes keep their place among the rounds that stay; where all rounds between two changes of
    a seat are let go of, the later change is the one.
    """
    rounds, dropped = ledger.without_misfits(sheet.game, sheet.setup, sheet.rounds)
    gone = [played.number for played in dropped]
    moved = {
        (number, change.seat): replace(change, round=number)
        for change in sorted(sheet.head.seating, key=lambda change: change.round)
        for number in [change.round - bisect_left(gone, change.round)]
    }
    head = replace(sheet.head, seating=tuple(moved.values()))
    return replace(sheet, rounds=rounds, head=head), dropped
