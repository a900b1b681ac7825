"""Why a deal of Klaverjassen cannot have happened: not with 32 cards, not at this table."""

from collections.abc import Iterator
from itertools import chain

from scorekeeper.core.game import Table
from scorekeeper.core.phrases import NamedSide, Problem
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
    HouseRules,
    Observation,
    Played,
    Roem,
    melds_allowed,
)


def check(observation: Observation, table: Table[HouseRules]) -> Iterator[Problem]:
    """Why 32 cards, or this table, cannot have produced this deal."""
    roem_problems = list(_roem_problems(observation.roem, table.house))
    yield from roem_problems
    if isinstance(observation, Played):
        point_problems = list(_point_problems(observation))
        yield from point_problems
        yield from _pit_problems(observation)
        if not roem_problems and not point_problems:
            yield from _roem_without_cards(observation, table.house)


def _point_problems(observation: Played) -> Iterator[Problem]:
    if sum(observation.points) != ALL_POINTS:
        yield Problem("sum", {"sum": ALL_POINTS, "given": sum(observation.points)}, "points")
    elif observation.points[0] in NO_SUCH_POINTS:
        yield Problem("no_such_points", {"points": min(NO_SUCH_POINTS)}, "points")


def _pit_problems(observation: Played) -> Iterator[Problem]:
    if observation.pit is None:
        return
    if observation.points[observation.pit] != ALL_POINTS:
        yield Problem("pit_points", {"side": NamedSide(observation.pit), "sum": ALL_POINTS}, "pit")
    if observation.roem[1 - observation.pit]:
        yield Problem("pit_roem", {"side": NamedSide(1 - observation.pit)}, "roem")


def _roem_problems(roem: Roem, house: HouseRules) -> Iterator[Problem]:
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


def _roem_without_cards(observation: Played, house: HouseRules) -> Iterator[Problem]:
    for side in range(SIDES):
        needed = _cheapest(observation.roem[side], house)
        if observation.points[side] < needed:
            yield Problem("roem_without_cards", {"side": NamedSide(side), "points": needed}, "roem")


def _fours_left(melds: list[int], house: HouseRules) -> int:
    """How often four alike can write 100 beside the stuk among these melds.

    A stuk takes a king and a queen; 40 also an ace or a jack, 70 a jack and an ace or a ten.
    """
    every = len(_fours(house))
    if LONG_STUK in melds:
        return every - 3 - (house.four_jacks == FOUR_ALIKE)
    if SHORT_STUK in melds:
        return every - 2 - (FOUR_JACKS in melds or house.four_jacks == FOUR_ALIKE)
    return every


def _fours(house: HouseRules) -> list[int]:
    """What four alike that write 100 count at least, cheapest first."""
    fours = list(CHEAPEST_FOURS.values())
    if house.four_jacks == FOUR_ALIKE:
        fours.append(CHEAPEST_JACKS)
    if house.four_low:
        fours += CHEAPEST_LOW_FOURS.values()
    return sorted(fours)


def _cheapest(melds: tuple[int, ...], house: HouseRules) -> int:
    """The card points that these melds bring along at least."""
    fours = melds.count(FOUR_ALIKE)
    others = sum(CHEAPEST[meld] for meld in melds if meld != FOUR_ALIKE)
    return others + (sum(_fours(house)[:fours]) if fours else 0)
