"""What the finished sheets of a group give to its standings, by the ids of people."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from scorekeeper.core.seasons import (
    EVERYTHING,
    UNCUT,
    Cut,
    FinishedSheet,
    Season,
    Standing,
    StandingRow,
    evenings_of,
    known_unit,
    standing_over,
    unit_of,
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
    game: str | None,
    season: Season | None,
    cut: Cut = UNCUT,
) -> Standing[int]:
    """The standing over those of the *sheets* that are of a *game*, by a season if there is one."""
    played = (sheet for sheet in sheets if sheet.game == game)
    return standing_over(evenings_of(played, season, cut), season or EVERYTHING, state.people)


def season_unit(sheets: Iterable[FinishedSheet[int]], season: Season) -> str:
    """In what a season counts by those of the *sheets* that belong to it; see `known_unit`."""
    return known_unit(
        season, evenings_of((each for each in sheets if each.game == season.game), season)
    )


@dataclass(frozen=True, slots=True)
class SeasonChange:
    """Where somebody stood in a *season* before a correction of one of its sheets, and after it.

    *unit* is what the season counts in.
    """

    season: Season
    unit: str
    before: StandingRow[int]
    after: StandingRow[int]


def season_changes(account: Account, corrected: SheetResult) -> Iterator[SeasonChange]:
    """What a correction has changed in the seasons; *corrected* is the sheet as it was before it.

    Nothing where not all sheets could be read. By season, and in each by the place now.
    """
    sheets = finished_sheets(account) if account.is_complete else []
    old = finished_sheet(corrected, account.state)
    former = [old if sheet.number == old.number else sheet for sheet in sheets]
    for season in seasons_of(account.state).values():
        if season.game != old.game or not season.has(old.day):
            continue
        before, after = (
            standing_of(account.state, some, old.game, season) for some in (former, sheets)
        )
        stood, unit = {row.person: row for row in before.rows}, unit_of(season, after.evenings)
        for row in after.rows:
            was = stood.get(row.person)
            if was is not None and (was.total, was.place) != (row.total, row.place):
                yield SeasonChange(season, unit, was, row)


def shows_figures(state: GroupState) -> bool:
    """Whether the group wants to be told what its people did: it does, unless it says no."""
    return bool(state.single(GroupEntryType.FIGURES))


def seasons_of(state: GroupState) -> Mapping[int, Season]:
    """The seasons of a group by their subjects, the oldest first."""
    return state.standing(GroupEntryType.SEASON)
