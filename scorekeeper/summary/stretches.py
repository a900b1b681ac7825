"""The rounds of a sheet, parted wherever somebody else takes a seat: points follow the person."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from scorekeeper.core.ledger import Ledger
from scorekeeper.core.stake import Stretch
from scorekeeper.files.sheet import Sheet


def stretches(sheet: Sheet, ledger: Ledger) -> Iterator[Stretch]:
    """The stretches of the rounds so far, in their order; none before the first round."""
    return (stretch for _, stretch in numbered_stretches(sheet, ledger))


def numbered_stretches(sheet: Sheet, ledger: Ledger) -> Iterator[tuple[range, Stretch]]:
    """The same, each behind the places of its rounds on the sheet, counted from 1."""
    sides = sheet.game.sides(len(sheet.players))
    before = (0,) * len(sides)
    seated_rounds = zip(sheet.seated, ledger.rounds, strict=False)
    for players, grouped in groupby(seated_rounds, key=lambda pair: pair[0]):
        rounds = [played for _, played in grouped]
        first, last = rounds[0], rounds[-1]
        people = tuple(tuple(players[seat] for seat in side) for side in sides)
        points = tuple(after - start for start, after in zip(before, last.totals, strict=True))
        yield range(first.number, last.number + 1), Stretch(people, points)
        before = last.totals


def points_by_person(played: Iterable[Stretch]) -> dict[str, int]:
    """What everybody who played has written in the unit of the sheet: the points of their sides."""
    found: dict[str, int] = {}
    for stretch in played:
        for people, points in zip(stretch.sides, stretch.points, strict=True):
            for person in people:
                found[person] = found.get(person, 0) + points
    return found
