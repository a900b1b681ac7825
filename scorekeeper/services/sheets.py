"""What is said about a sheet as a whole, and the copy of it under other house rules."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.core.game import Round
from scorekeeper.core.ledger import LedgerRound
from scorekeeper.core.phrases import Problem
from scorekeeper.files.sheet import Head, Sheet, Stake
from scorekeeper.services.opening import about_data, house_data
from scorekeeper.services.sheet_state import ABOUT, CLOSED, HOUSE, SheetState
from scorekeeper.services.writing import Change, FormToken, ImpossibleError, write
from scorekeeper.store import group_queries as people
from scorekeeper.store import sheet_queries as store
from scorekeeper.store.db import transaction
from scorekeeper.store.sheet_queries import EntryRow, SheetRow


def stop_here(state: SheetState, closed: bool, slip: FormToken) -> EntryRow:
    """The table stops, or goes on after all."""
    draft = Change(CLOSED, 0, closed)
    return write(state, slip, lambda: draft)


def put_away(sheet: SheetRow, away: bool) -> None:
    """Take the sheet off the table, or fetch it back."""
    with transaction():
        people.advance_group(sheet.group_id)
        store.put_away(sheet.id, away)


def rename(state: SheetState, head: Head, slip: FormToken) -> EntryRow:
    """Give the sheet another title or date."""
    draft = Change(ABOUT, 0, about_data(head))
    return write(state, slip, lambda: draft)


def change_house(state: SheetState, house: Any, stake: Stake | None, slip: FormToken) -> EntryRow:
    """Agree on other house rules; only before the first round."""
    draft = Change(HOUSE, 0, house_data(house, stake))

    def unless_played(now: SheetState, first: Change) -> Sequence[Change]:
        if now.round_ids:
            raise ImpossibleError([Problem("house_locked")])
        return [first]

    return write(state, slip, lambda: draft, unless_played)


def under_other_rules(state: SheetState, house: Any, stake: Stake | None) -> Sheet:
    """The same evening as it would stand under other house rules; not every round need fit."""
    head = replace(state.sheet.head, stake=stake, closed=False)
    rounds = tuple(_spelled_out(played, state) for played in state.ledger.rounds)
    return replace(state.sheet, house=house, rounds=rounds, head=head)


def _spelled_out(played: LedgerRound, state: SheetState) -> Round[Any]:
    if played.problems:
        return played.round
    observation = state.sheet.game.spelled_out(played.round.observation, played.table)
    return replace(played.round, observation=observation)


def without_misfits(sheet: Sheet) -> tuple[Sheet, tuple[LedgerRound, ...]]:
    """The same sheet with only the rounds that fit, and those it had to let go of.

    Substitutes keep their place among the rounds that stay. Without a round another one may no
    longer fit: the look is taken again until all do.
    """
    numbers, dropped = list(range(1, len(sheet.rounds) + 1)), list[LedgerRound]()
    while misfits := sheet.ledger.misfits:
        gone = {played.number for played in misfits}
        dropped += (replace(played, number=numbers[played.number - 1]) for played in misfits)
        numbers = [each for place, each in enumerate(numbers, 1) if place not in gone]
        rounds = tuple(each for place, each in enumerate(sheet.rounds, 1) if place not in gone)
        moved = tuple(
            replace(change, round=change.round - sum(each < change.round for each in gone))
            for change in sheet.head.seating
        )
        sheet = replace(sheet, rounds=rounds, head=replace(sheet.head, seating=moved))
    return sheet, tuple(sorted(dropped, key=lambda played: played.number))
