"""What the finished sheets of a group give to its standings, by the ids of people."""

from collections.abc import Mapping

from scorekeeper.core.seasons import FinishedSheet, Season
from scorekeeper.services.account.sheet_results import SheetResult
from scorekeeper.services.account.state import Account
from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.group.state import GroupState


def finished_sheets(account: Account) -> list[FinishedSheet[int]]:
    """The sheets of a group that are over, the oldest first; nobody who is lost in the database."""
    return [
        finished_sheet(result, account.state)
        for result in reversed(account.results)
        if result.is_over and result.rounds
    ]


def finished_sheet(result: SheetResult, state: GroupState) -> FinishedSheet[int]:
    """A result with the people of the group as they are known now."""

    def by_person(written: Mapping[int, int]) -> dict[int, int]:
        known = ((state.person(player), value) for player, value in written.items())
        return {person: value for person, value in known if person is not None}

    winners = map(state.person, result.winners)
    return FinishedSheet(
        number=result.number,
        game=result.game,
        unit=result.unit,
        day=result.day,
        points=by_person(result.points),
        cents=by_person(result.balances or {}),
        winners=frozenset(person for person in winners if person is not None),
    )


def shows_figures(state: GroupState) -> bool:
    """Whether the group wants to be told what its people did: it does, unless it says no."""
    return bool(state.standing(GroupEntryType.FIGURES).get(0, True))


def seasons_of(state: GroupState) -> Mapping[int, Season]:
    """The seasons of a group by their subjects, the oldest first."""
    return state.standing(GroupEntryType.SEASON)
