"""What the sheets of a group's file give to its standings and seasons."""

from collections.abc import Iterator, Mapping

from scorekeeper.core.names import name_key
from scorekeeper.core.seasons import FinishedSheet
from scorekeeper.files.archive import Archive
from scorekeeper.summary.result import (
    balances,
    first_spelled,
    points_by_person,
    stretches,
    winners,
)


def finished_sheets(archive: Archive) -> Iterator[FinishedSheet[str]]:
    """The sheets of a group that are over, in its order; people by the names they have in it."""
    people = first_spelled(archive.names)

    def by_person(written: Mapping[str, int]) -> dict[str, int]:
        return {people[name_key(name)]: value for name, value in written.items()}

    for number, archived in enumerate(archive.sheets, 1):
        sheet = archived.sheet
        if sheet.ledger.finished or sheet.head.closed:
            yield FinishedSheet(
                number=number,
                game=sheet.game.slug,
                unit=sheet.unit,
                day=sheet.head.date or archived.opened,
                points=by_person(points_by_person(stretches(sheet))),
                cents=by_person(balances(sheet) or {}),
                winners=frozenset(people[name_key(name)] for name in winners(sheet)),
            )
