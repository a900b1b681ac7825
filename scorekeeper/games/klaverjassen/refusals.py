"""Why a deal of Klaverjassen cannot have happened: not with 32 cards, not at this table."""

from collections.abc import Iterator
from itertools import chain

from scorekeeper.core.game import Problem, Table
from scorekeeper.games.klaverjassen.rules import (
    ALL_POINTS,
    CHEAPEST,
    CHEAPEST_FOURS,
    CHEAPEST_JACKS,
    CHEAPEST_LOW_FOURS,
    FOUR_ALIKE,
    FOUR_JACKS,
    LONG_STUK,
    MELDS_AT_MOST,
    NO_SUCH_POINTS,
    SHORT_STUK,
    SIDES,
    WITH_STUK,
    House,
    Played,
    Roem,
    Seen,
    melds_allowed,
)


def check(seen: Seen, table: Table[House]) -> Iterator[Problem]:
    """Why 32 cards, or this table, cannot have produced this deal."""
    roem_problems = list(_roem_problems(seen.roem, table.house))
    yield from roem_problems
    if isinstance(seen, Played):
        point_problems = list(_point_problems(seen))
        yield from point_problems
        yield from _pit_problems(seen)
        if not roem_problems and not point_problems:
            yield from _roem_without_cards(seen, table.house)


def _point_problems(seen: Played) -> Iterator[Problem]:
    if sum(seen.points) != ALL_POINTS:
        yield Problem("sum", {"sum": ALL_POINTS, "given": sum(seen.points)}, "points")
    elif seen.points[0] in NO_SUCH_POINTS:
        yield Problem("no_such_points", {"points": min(NO_SUCH_POINTS)}, "points")


def _pit_problems(seen: Played) -> Iterator[Problem]:
    if seen.pit is None:
        return
    if seen.points[seen.pit] != ALL_POINTS:
        yield Problem("pit_points", {"side": seen.pit, "sum": ALL_POINTS}, "pit")
    if seen.roem[1 - seen.pit]:
        yield Problem("pit_roem", {"side": 1 - seen.pit}, "roem")


def _roem_problems(roem: Roem, house: House) -> Iterator[Problem]:
    melds = list(chain(*roem))
    if not melds:
        return
    allowed = melds_allowed(house)
    for meld in sorted(set(melds).difference(allowed)):
        yield Problem("no_such_meld", {"meld": meld}, "roem")
    if len(melds) > MELDS_AT_MOST:
        yield Problem("too_many_melds", {"melds": MELDS_AT_MOST}, "roem")
    if sum(meld in WITH_STUK for meld in melds) > 1:
        yield Problem("second_stuk", field="roem")
    if melds.count(FOUR_JACKS) > 1:
        yield Problem("second_four_jacks", field="roem")
    if FOUR_JACKS in melds and LONG_STUK in melds:
        yield Problem("jack_in_stuk", field="roem")
    fours = _fours_left(melds, house)
    if melds.count(FOUR_ALIKE) > fours:
        yield Problem("too_many_fours", {"fours": fours}, "roem")


def _roem_without_cards(seen: Played, house: House) -> Iterator[Problem]:
    for side in range(SIDES):
        needed = _cheapest(seen.roem[side], house)
        if seen.points[side] < needed:
            yield Problem("roem_without_cards", {"side": side, "points": needed}, "roem")


def _fours_left(melds: list[int], house: House) -> int:
    """How often four alike can write 100 beside the stuk among these melds.

    A stuk takes a king and a queen; 40 also an ace or a jack, 70 a jack and an ace or a ten.
    """
    every = len(_fours(house))
    if LONG_STUK in melds:
        return every - 3 - (house.four_jacks == FOUR_ALIKE)
    if SHORT_STUK in melds:
        return every - 2 - (FOUR_JACKS in melds or house.four_jacks == FOUR_ALIKE)
    return every


def _fours(house: House) -> list[int]:
    """What four alike that write 100 count at least, cheapest first."""
    fours = list(CHEAPEST_FOURS.values())
    if house.four_jacks == FOUR_ALIKE:
        fours.append(CHEAPEST_JACKS)
    if house.four_low:
        fours += CHEAPEST_LOW_FOURS.values()
    return sorted(fours)


def _cheapest(melds: tuple[int, ...], house: House) -> int:
    """The card points that these melds bring along at least."""
    fours = melds.count(FOUR_ALIKE)
    others = sum(CHEAPEST[meld] for meld in melds if meld != FOUR_ALIKE)
    return others + (sum(_fours(house)[:fours]) if fours else 0)
