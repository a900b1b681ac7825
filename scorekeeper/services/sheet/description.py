"""What is said about a sheet as a whole, and the copy of it under other house rules."""

from bisect import bisect_left
from dataclasses import replace
from typing import Any

from scorekeeper.core import ledger
from scorekeeper.core.codec import record_of
from scorekeeper.core.game import Round
from scorekeeper.core.ledger import LedgerRound
from scorekeeper.core.stake import Stake
from scorekeeper.files.sheet import Head, Sheet
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.services.journal.writing import write
from scorekeeper.services.sheet.entries import AgreedRules, Details, EntryType
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.writing import PuttingAway, write_on_sheet
from scorekeeper.store.rows import EntryRow


def set_closed(state: SheetState, closed: bool, token: FormToken) -> EntryRow:
    """The table stops here, or goes on after all."""
    return write_on_sheet(state, [Draft(EntryType.CLOSED, 0, closed)], token)


def put_away(state: SheetState, away: bool, token: FormToken) -> EntryRow:
    """Take the sheet off the table, or fetch it back, whatever others write on it meanwhile."""
    change = PuttingAway(lambda *_: [Draft(EntryType.AWAY, 0, away)], at_any_revision=True)
    return write(state, change, token)


def rename(state: SheetState, head: Head, token: FormToken) -> EntryRow:
    """Give the sheet another title or date."""
    data = EntryType.ABOUT.write(details_of(head))
    return write_on_sheet(state, [Draft(EntryType.ABOUT, 0, data)], token)


def change_house_rules(
    state: SheetState, house: Any, stake: Stake | None, token: FormToken
) -> EntryRow:
    """Agree on other house rules; ImpossibleError after the first round."""
    data = EntryType.HOUSE.write(agreed_rules(house, stake))
    return write_on_sheet(state, [Draft(EntryType.HOUSE, 0, data)], token)


def details_of(head: Head) -> Details:
    """Title and date, as an entry holds them."""
    return Details(title=head.title, date=head.date)


def agreed_rules(house: Any, stake: Stake | None) -> AgreedRules:
    """House rules and stake, as an entry holds them."""
    return AgreedRules(house=record_of(type(house)).write(house), stake=stake)


def under_other_rules(state: SheetState, house: Any, stake: Stake | None) -> Sheet:
    """An evening as it would stand under other house rules; not every round need fit."""
    head = replace(state.sheet.head, stake=stake, closed=False)
    rounds = tuple(_spelled_out(played, state) for played in state.ledger.rounds)
    return replace(state.sheet, house=house, rounds=rounds, head=head)


def _spelled_out(played: LedgerRound, state: SheetState) -> Round[Any]:
    if played.problems:
        return played.round
    observation = ledger.spelled_out(state.sheet.game, played.round.observation, played.table)
    return replace(played.round, observation=observation)


def without_misfits(sheet: Sheet) -> tuple[Sheet, tuple[LedgerRound, ...]]:
    """A sheet with only the rounds that fit, and those it had to let go of.

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
