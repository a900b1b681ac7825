"""Deals under other house rules, beside what they were: of a sheet, of the evenings of a group.

Nothing of it is ever stored.
"""

from dataclasses import replace
from typing import Any, NamedTuple

from scorekeeper.core.ledger import LedgerRound
from scorekeeper.core.season import Season
from scorekeeper.core.sitting_out import SeatsRule
from scorekeeper.core.standings import Cut, Standing, evenings_of
from scorekeeper.files.sheet import Sheet
from scorekeeper.services.account.sheet_results import SheetResult, sheet_result
from scorekeeper.services.account.state import Account, kept_for_group
from scorekeeper.services.sheet.lookup import results_of
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.standing.state import finished_sheet, finished_sheets, standing_of


class Comparison(NamedTuple):
    """A sheet under its *own* rules and under *other* ones: the same deals, which fit both.

    Those that fit only one of both are *left out*, in the order of the sheet: each with its number
    there, and why it does not fit the other one.
    """

    own: Sheet
    other: Sheet
    left_out: tuple[LedgerRound, ...]


def compared(sheet: Sheet, house: Any) -> Comparison:
    """A sheet beside itself under other house rules.

    Where these do not suit so many players, no deal fits them.
    """
    if any(sheet.game.check_house(house, len(sheet.players))):
        nothing = replace(sheet, rounds=(), head=replace(sheet.head, seating=()))
        return Comparison(nothing, nothing, sheet.ledger.rounds)
    own, stake = sheet, sheet.head.stake
    numbers, left_out = list(range(1, len(sheet.rounds) + 1)), list[LedgerRound]()
    while True:
        other, gone = own.under_other_rules(house, stake).without_misfits()
        numbers = _without(numbers, gone, left_out)
        own, gone = other.under_other_rules(sheet.house, stake).without_misfits()
        if not gone:
            break
        numbers = _without(numbers, gone, left_out)
    closed = replace(sheet.head, seating=own.head.seating)
    left_out.sort(key=lambda played: played.number)
    return Comparison(replace(own, head=closed), replace(other, head=closed), tuple(left_out))


def _without(
    numbers: list[int], gone: tuple[LedgerRound, ...], left_out: list[LedgerRound]
) -> list[int]:
    """The numbers of the rounds that stay; those that are gone are added to *left_out*."""
    places = {played.number for played in gone}
    left_out += (played._replace(number=numbers[played.number - 1]) for played in gone)
    return [number for place, number in enumerate(numbers, 1) if place not in places]


def _both_ways(state: SheetState, house: Any) -> tuple[SheetResult, SheetResult, int]:
    """What a sheet adds under its own rules and under these; so many deals are left out.

    Where these leave open how many play at a time, as many do as on the sheet. Who played only in
    the deals left out is there on both sides, with 0.
    """
    if isinstance(agreed := state.sheet.house, SeatsRule) and not house.seats:
        house = replace(house, seats=agreed.seats)
    both, played = compared(state.sheet, house), sheet_result(state).points
    own, other = (
        replace(result, points={**dict.fromkeys(played, 0), **result.points})
        for result in (sheet_result(state, both.own), sheet_result(state, both.other))
    )
    # Both count on the same evenings: those in the unit that the table has played for.
    return own, replace(other, unit=own.unit), len(both.left_out)


class ComparedEvenings(NamedTuple):
    """The standing over the same evenings under both rules: of so many *sheets*.

    So many deals of these are *left out*. Not *are_all*: some were not looked at yet.
    """

    own: Standing[int]
    other: Standing[int]
    sheets: int
    left_out: int
    are_all: bool

    @property
    def weight(self) -> int:
        """How many small results take as much memory."""
        return 1 + len(self.own.rows) * len(self.own.evenings) // 25


@kept_for_group
def compared_evenings(account: Account, house: Any, season: Season, cut: Cut) -> ComparedEvenings:
    """The standing of a group under both rules, of the evenings that are asked for."""
    state, evenings = account.state, evenings_of(finished_sheets(account), season, cut)
    numbers = {sheet.number for evening in evenings for sheet in evening.sheets}
    rows = [row for row in reversed(account.rows) if row.number in numbers]  # the oldest first
    both_ways, are_all = results_of(_both_ways, rows, account.names, more=(house,))
    own, other = (
        standing_of(state, (finished_sheet(result, state) for result in results), season)
        for results in ([own for own, _, _ in both_ways], [other for _, other, _ in both_ways])
    )
    gone = sum(count for _, _, count in both_ways)
    return ComparedEvenings(own, other, len(both_ways), gone, are_all and account.is_complete)
