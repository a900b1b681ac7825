"""What a sheet adds to its group: to the standing over evenings, and to the account."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from scorekeeper.core.game import Unit
from scorekeeper.services.results_cache import results_of
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.store.rows import SheetRow
from scorekeeper.summary.player_results import player_results
from scorekeeper.summary.sheet_balances import balances


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetResult:
    """A sheet at one revision; people stand in it by id.

    *points* are what everybody wrote, *winners* who has won (nobody before the end), *balances*
    the cents everybody is up or down by; None where nobody plays for money.
    """

    number: int
    game: str
    title: str | None
    day: date
    unit: Unit
    is_over: bool
    rounds: int
    points: Mapping[int, int]
    winners: frozenset[int]
    balances: Mapping[int, int] | None


def sheet_result(state: SheetState) -> SheetResult:
    """What a sheet adds as it stands."""
    sheet, ids = state.sheet, state.ids
    found, money = player_results(sheet, state.ledger), balances(sheet, state.ledger)
    return SheetResult(
        number=state.row.number,
        game=state.row.game,
        title=sheet.head.title,
        day=state.day,
        unit=sheet.unit,
        is_over=state.is_over,
        rounds=len(sheet.rounds),
        points={ids[name]: points for name, points in found.points.items()},
        winners=frozenset(ids[name] for name in found.winners) if state.is_over else frozenset(),
        balances=None if money is None else {ids[name]: cents for name, cents in money.items()},
    )


def sheet_results(
    sheets: Sequence[SheetRow], names: Mapping[int, str], at_hand: Sequence[SheetState] = ()
) -> tuple[list[SheetResult], bool]:
    """The results of these sheets in their order, and whether that is all of them.

    *names* are those of the group by id. See `results_of` for what is left out.
    """
    return results_of(sheet_result, sheets, names, at_hand)
