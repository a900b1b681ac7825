"""What the finished sheets of a group give to its standings, by the ids of people."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from operator import attrgetter

from scorekeeper.core.season import Season
from scorekeeper.core.standings import (
    UNCUT,
    Cut,
    FinishedSheet,
    Standing,
    evenings_of,
    known_unit,
    standing_over,
)
from scorekeeper.services.account.sheet_results import SheetResult
from scorekeeper.services.account.state import Account
from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.group.state import GroupState


def finished_sheets(account: Account) -> list[FinishedSheet[int]]:
    """The sheets of a group that are over, the oldest first; samples never count."""
    samples = {row.number for row in account.rows if row.sample_until is not None}
    return [
        finished_sheet(result, account.state)
        for result in reversed(account.results)
        if result.is_over and result.rounds and result.number not in samples
    ]


def finished_sheet(result: SheetResult, state: GroupState) -> FinishedSheet[int]:
    """A result with the people of the group as they are known now."""

    def by_person(written: Mapping[int, int]) -> dict[int, int]:
        known = ((state.person(player), value) for player, value in written.items())
        return {person: value for person, value in known if person is not None}

    return replace(
        result,
        points=by_person(result.points),
        cents=by_person(result.cents),
        winners=frozenset(filter(None, map(state.person, result.winners))),
    )


def standing_of(
    state: GroupState,
    sheets: Iterable[FinishedSheet[int]],
    season: Season,
    cut: Cut = UNCUT,
) -> Standing[int]:
    """The standing over those of the *sheets* that belong to a season."""
    return standing_over(evenings_of(sheets, season, cut), season, state.people)


def season_unit(sheets: Iterable[FinishedSheet[int]], season: Season) -> str:
    """In what a season counts by those of the *sheets* that belong to it; see `known_unit`."""
    return known_unit(season, evenings_of(sheets, season))


def season_changes(
    account: Account, corrected: SheetResult
) -> Iterator[tuple[Standing[int], Standing[int]]]:
    """Every season that a sheet counts in as it would stand without a correction, and as it stands.

    *corrected* is the sheet as it was before. Nothing where not all sheets could be read.
    """
    if not account.is_complete:
        return
    state, sheets = account.state, finished_sheets(account)
    old = finished_sheet(corrected, state)
    others = [sheet for sheet in sheets if sheet.number != old.number]
    former = sorted([*others, old], key=attrgetter("number")) if corrected.rounds else others
    for season in seasons_of(state).values():
        if season.game == old.game and season.has(old.day):
            yield standing_of(state, former, season), standing_of(state, sheets, season)


def shows_statistics(state: GroupState) -> bool:
    """Whether the group wants to be told what its people did: it does, unless it says no."""
    return bool(state.single(GroupEntryType.FIGURES))


def seasons_of(state: GroupState) -> Mapping[int, Season]:
    """The seasons of a group by their subjects, the oldest first."""
    return state.standing(GroupEntryType.SEASON)
