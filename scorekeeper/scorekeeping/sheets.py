"""What is said about a sheet as a whole, and the copy of it under other house rules."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.core.game import Problem, Round
from scorekeeper.core.ledger import LedgerRound
from scorekeeper.scorekeeping.opening import about_data, house_data
from scorekeeper.scorekeeping.state import (
    ABOUT,
    CLOSED,
    HOUSE,
    SheetState,
)
from scorekeeper.scorekeeping.writing import Draft, ImpossibleError, Slip, write
from scorekeeper.sheetfile import (
    Head,
    SheetFile,
    Stake,
)
from scorekeeper.store import groups as people
from scorekeeper.store import sheets as store
from scorekeeper.store.db import transaction
from scorekeeper.store.sheets import EntryRow, SheetRow


def stop_here(state: SheetState, closed: bool, slip: Slip) -> EntryRow:
    """The table stops, or goes on after all."""
    draft = Draft(CLOSED, 0, closed)
    return write(state, slip, lambda: draft)


def put_away(sheet: SheetRow, away: bool) -> None:
    """Take the sheet off the table, or fetch it back."""
    with transaction():
        people.advance_group(sheet.group_id)
        store.put_away(sheet.id, away)


def rename(state: SheetState, head: Head, slip: Slip) -> EntryRow:
    """Give the sheet another title or date."""
    draft = Draft(ABOUT, 0, about_data(head))
    return write(state, slip, lambda: draft)


def change_house(state: SheetState, house: Any, stake: Stake | None, slip: Slip) -> EntryRow:
    """Agree on other house rules; only before the first round."""
    draft = Draft(HOUSE, 0, house_data(house, stake))

    def unless_played(now: SheetState, first: Draft) -> Sequence[Draft]:
        if now.round_ids:
            raise ImpossibleError([Problem("house_locked")])
        return [first]

    return write(state, slip, lambda: draft, unless_played)


def under_other_rules(state: SheetState, house: Any, stake: Stake | None) -> SheetFile:
    """The same evening as it would stand under other house rules; not every round need fit."""
    head = replace(state.file.head, stake=stake, closed=False)
    rounds = tuple(_spelled_out(played, state) for played in state.ledger.rounds)
    return replace(state.file, house=house, rounds=rounds, head=head)


def _spelled_out(played: LedgerRound, state: SheetState) -> Round[Any]:
    if played.problems:
        return played.round
    seen = state.file.game.spelled_out(played.round.seen, played.table)
    return replace(played.round, seen=seen)


def without_misfits(file: SheetFile) -> tuple[SheetFile, tuple[LedgerRound, ...]]:
    """The same sheet with only the rounds that fit, and those it had to let go of.

    Substitutes keep their place among the rounds that stay. Without a round another one may no
    longer fit: the look is taken again until all do.
    """
    numbers, dropped = list(range(1, len(file.rounds) + 1)), list[LedgerRound]()
    while misfits := file.ledger.misfits:
        gone = {played.number for played in misfits}
        dropped += (replace(played, number=numbers[played.number - 1]) for played in misfits)
        numbers = [each for place, each in enumerate(numbers, 1) if place not in gone]
        rounds = tuple(each for place, each in enumerate(file.rounds, 1) if place not in gone)
        moved = tuple(
            replace(change, round=change.round - sum(each < change.round for each in gone))
            for change in file.head.seating
        )
        file = replace(file, rounds=rounds, head=replace(file.head, seating=moved))
    return file, tuple(sorted(dropped, key=lambda played: played.number))
