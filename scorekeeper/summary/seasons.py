"""What the sheets of a group's file give to its standings and seasons."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date

from scorekeeper.core.names import name_key
from scorekeeper.core.seasons import FinishedSheet
from scorekeeper.files.archive import Archive
from scorekeeper.files.sheet import Sheet
from scorekeeper.summary.result import balances, points_by_person, stretches, winners


def finished_sheets(archive: Archive) -> Iterator[FinishedSheet[str]]:
    """The sheets of a group that are over, in its order; people by the names they have in it."""
    people = _first_spelled(archive.names)
    for number, archived in enumerate(archive.sheets, 1):
        sheet = archived.sheet
        if sheet.ledger.finished or sheet.head.closed:
            yield finished_sheet(sheet, number, sheet.head.date or archived.opened, people)


def finished_sheet(
    sheet: Sheet, number: int, day: date | None, people: Mapping[str, str]
) -> FinishedSheet[str]:
    """A sheet that is over; *people* says who is meant by the `name_key` of a name."""

    def by_person(written: Mapping[str, int]) -> dict[str, int]:
        return {people[name_key(name)]: value for name, value in written.items()}

    return FinishedSheet(
        number=number,
        game=sheet.game.slug,
        unit=sheet.unit,
        day=day,
        points=by_person(points_by_person(stretches(sheet))),
        cents=by_person(balances(sheet) or {}),
        winners=frozenset(people[name_key(name)] for name in winners(sheet)),
    )


def _first_spelled(names: Iterable[str]) -> Mapping[str, str]:
    """Names as they stand first, by what is the same however it is spelled."""
    found: dict[str, str] = {}
    for name in names:
        found.setdefault(name_key(name), name)
    return found
