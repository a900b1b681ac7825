"""The evenings of a group under other house rules, worked out of its sheets and never stored."""

from dataclasses import dataclass
from typing import Any

from scorekeeper.core.seasons import Cut, Season, Standing
from scorekeeper.services.account.sheet_results import SheetResult, result_of
from scorekeeper.services.account.state import Account
from scorekeeper.services.sheet.lookup import kept_for_group, results_of
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.standing.state import finished_sheet, finished_sheets, standing_of
from scorekeeper.summary.what_if import compared


@dataclass(frozen=True, slots=True)
class OtherRules:
    """House rules under which every sheet of a game is scored again."""

    house: Any

    def __call__(self, state: SheetState) -> tuple[SheetResult, SheetResult, int]:
        """What a sheet adds under its own rules and under these; so many deals are left out."""
        both = compared(state.sheet, self.house)
        return result_of(state, both.own), result_of(state, both.other), len(both.left_out)


@dataclass(frozen=True, slots=True)
class ComparedEvenings:
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


def compared_evenings(
    account: Account, game: str, house: Any, season: Season | None, cut: Cut
) -> ComparedEvenings:
    """The standing of a *game* in a group under both rules, of the evenings that are asked for.

    Kept until the group or one of its sheets changes.
    """
    work = compared_evenings, game, house, season, cut
    return kept_for_group(
        work, account.state.row, account.rows, lambda: _compared(account, game, house, season, cut)
    )


def _compared(
    account: Account, game: str, house: Any, season: Season | None, cut: Cut
) -> ComparedEvenings:
    state, over = account.state, {sheet.number for sheet in finished_sheets(account)}
    rows = [row for row in account.rows if row.game == game and row.number in over]
    found, are_all = results_of(OtherRules(house), rows, account.names)
    found.reverse()  # the oldest first
    left_out = {own.number: count for own, _, count in found}
    own, other = (
        standing_of(state, (finished_sheet(each, state) for each in results), game, season, cut)
        for results in ([own for own, _, _ in found], [other for _, other, _ in found])
    )
    shown = {sheet.number for evening in own.evenings for sheet in evening.sheets}
    return ComparedEvenings(
        own,
        other,
        len(shown),
        sum(left_out[number] for number in shown),
        are_all and account.is_complete,
    )
