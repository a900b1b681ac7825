"""The evenings of a group under other house rules, worked out of its sheets and never stored."""

from dataclasses import dataclass
from typing import Any

from scorekeeper.core.seasons import FinishedSheet
from scorekeeper.services.account.sheet_results import SheetResult, result_of
from scorekeeper.services.account.state import Account
from scorekeeper.services.sheet.lookup import results_of
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.standing.state import finished_sheet
from scorekeeper.summary.what_if import compared


@dataclass(frozen=True, slots=True)
class ComparedResult:
    """What a sheet adds under its own rules and under other ones; so many deals are left out."""

    own: SheetResult
    other: SheetResult
    left_out: int


@dataclass(frozen=True, slots=True)
class OtherRules:
    """House rules under which every sheet of a game is scored again."""

    house: Any

    def __call__(self, state: SheetState) -> ComparedResult:
        """What a sheet adds under both rules."""
        both = compared(state.sheet, self.house)
        own, other = result_of(state, both.own), result_of(state, both.other)
        return ComparedResult(own, other, len(both.left_out))


@dataclass(frozen=True, slots=True)
class ComparedSheets:
    """The finished sheets of a game under both rules; not *are_all* yet."""

    own: tuple[FinishedSheet[int], ...]
    other: tuple[FinishedSheet[int], ...]
    left_out: dict[int, int]
    are_all: bool


def compared_sheets(account: Account, game: str, house: Any) -> ComparedSheets:
    """The finished sheets of a *game* in a group, the oldest first, under both rules.

    *left_out* says by the number of a sheet how many of its deals fit only one of them.
    """
    over = {result.number for result in account.results if result.is_over and result.rounds}
    rows = [row for row in account.rows if row.game == game and row.number in over]
    found, are_all = results_of(OtherRules(house), rows, account.state.names)
    oldest_first: list[ComparedResult] = found[::-1]
    return ComparedSheets(
        tuple(finished_sheet(each.own, account.state) for each in oldest_first),
        tuple(finished_sheet(each.other, account.state) for each in oldest_first),
        {each.own.number: each.left_out for each in oldest_first},
        are_all,
    )
