"""The standing of a group over all its finished sheets, a table for every game."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.core.game import Unit
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.account.sheet_results import SheetResult
from scorekeeper.services.account.state import Account

SHEETS_AT_LEAST = 2  # a single one says it itself


@dataclass(frozen=True, slots=True)
class StandingRow:
    """How many sheets somebody has played and won, in words, and the *total* of their points."""

    name: str
    sheets: str
    total: str


@dataclass(frozen=True, slots=True)
class StandingTable:
    """The standing in a *game*; *unit* says what the totals are where they do not."""

    game: str
    unit: str
    rows: tuple[StandingRow, ...]


@dataclass(frozen=True, slots=True)
class GroupStanding:
    """The tables of all games; *text* says over how many sheets, *is_open* whether it is unfolded.

    Not *complete*: some sheets were not looked at yet.
    """

    text: str
    is_open: bool
    complete: bool
    tables: tuple[StandingTable, ...]


def group_standing(account: Account, messages: Messages, *, is_open: bool) -> GroupStanding | None:
    """The standing over the sheets of a group; None where too few are finished.

    The game that was played last comes first.
    """
    finished = [result for result in account.results if result.is_over and result.rounds]
    if len(finished) < SHEETS_AT_LEAST:
        return None
    by_game: dict[tuple[str, Unit], list[SheetResult]] = defaultdict(list)
    for result in finished:
        by_game[result.game, result.unit].append(result)
    return GroupStanding(
        messages.text("group.standing", count=len(finished)),
        is_open,
        account.are_all,
        tuple(
            StandingTable(
                messages.text(f"{game}.name"),
                _unit(unit, messages),
                _rows(sheets, account.names, unit, messages),
            )
            for (game, unit), sheets in by_game.items()
        ),
    )


def _rows(
    sheets: Sequence[SheetResult], people: Mapping[int, str], unit: Unit, messages: Messages
) -> tuple[StandingRow, ...]:
    """Everybody who played, the highest total first; equal ones in the order of the group."""
    played, won, totals = Counter[str](), Counter[str](), Counter[str]()
    for sheet in sheets:
        for player, points in sheet.points.items():
            if player in people:  # a damaged database may have lost somebody since
                played[people[player]] += 1
                won[people[player]] += player in sheet.winners
                totals[people[player]] += points
    order = {name: place for place, name in enumerate(dict.fromkeys(people.values()))}
    return tuple(
        StandingRow(
            name,
            messages.text("group.played", played=played[name], won=won[name]),
            messages.points(totals[name], unit),
        )
        for name in sorted(played, key=lambda name: (-totals[name], order[name]))
    )


def _unit(unit: Unit, messages: Messages) -> str:
    if unit is Unit.CENTS:
        return ""
    return messages.text("print.chips" if unit is Unit.CHIPS else "print.points")
