"""The rounds of a sheet, parted wherever somebody else takes a seat: points follow the person."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from scorekeeper.core.ledger import Ledger
from scorekeeper.core.stake import Stretch
from scorekeeper.files.sheet import Sheet


def stretches(sheet: Sheet, ledger: Ledger) -> Iterator[Stretch]:
    """The stretches of the rounds so far, in their order; none before the first round."""
    sides = sheet.game.sides(len(sheet.players))
    before = (0,) * len(sides)
    seated_rounds = zip(sheet.seated, ledger.rounds, strict=False)
    for players, rounds in groupby(seated_rounds, key=lambda pair: pair[0]):
        *_, (_, last) = rounds
        people = tuple(tuple(players[seat] for seat in side) for side in sides)
        points = tuple(after - start for start, after in zip(before, last.totals, strict=True))
        yield Stretch(people, points)
        before = last.totals


def points_by_person(played: Iterable[Stretch]) -> dict[str, int]:
    """What everybody who played has written in the unit of the sheet: the points of their sides."""
    found: dict[str, int] = {}
    for stretch in played:
        for people, points in zip(stretch.sides, stretch.points, strict=True):
            for person in people:
                found[person] = found.get(person, 0) + points
    return found
