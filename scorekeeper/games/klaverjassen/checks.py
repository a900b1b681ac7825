"""Why a deal of Klaverjassen cannot have happened: 32 cards or this table do not allow it."""

from collections.abc import Iterator
from itertools import chain

from scorekeeper.core.game import Table
from scorekeeper.core.phrases import NamedSide, Problem, Values
from scorekeeper.games.klaverjassen.rules import (
    ALL_POINTS,
    CHEAPEST,
    CHEAPEST_FOURS,
    CHEAPEST_JACKS,
    CHEAPEST_LOW_FOURS,
    FOUR_ALIKE,
    FOUR_JACKS,
    LEAST_CARD,
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
    """Why this deal cannot have happened; docs/sheet-file.md lists the codes."""
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
        few = min(NO_SUCH_POINTS)
        side = NamedSide(observation.points.index(few))
        values: Values = {"side": side, "points": few, "least": LEAST_CARD}
        yield Problem("no_such_points", values, "points")


def _pit_problems(observation: Played) -> Iterator[Problem]:
    if observation.pit is None:
        return
    points = observation.points[observation.pit]
    if points != ALL_POINTS:
        side = NamedSide(observation.pit)
        yield Problem("pit_points", {"side": side, "sum": ALL_POINTS, "given": points}, "pit")
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
        yield Problem("second_four_jacks", {"meld": FOUR_JACKS}, "roem")
    if FOUR_JACKS in melds and LONG_STUK in melds:
        yield Problem("jack_in_stuk", field="roem")
    fours = _fours_left(melds, house)
    if melds.count(FOUR_ALIKE) > fours:
        yield Problem("too_many_fours", {"count": fours}, "roem")


def _roem_without_cards(observation: Played, house: HouseRules) -> Iterator[Problem]:
    for side in range(SIDES):
        needed = _cheapest(observation.roem[side], house)
        given = observation.points[side]
        if given < needed:
            values: Values = {"side": NamedSide(side), "points": needed, "given": given}
            yield Problem("roem_without_cards", values, "roem")


def _fours_left(melds: list[int], house: HouseRules) -> int:
    """How many melds of four alike for 100 are possible together with these melds.

    The stuk in a 40 or 70 leaves no four kings and no four queens. A 40 also holds an ace or the
    jack of trumps, a 70 the jack and an ace or a ten.
    """
    every = len(_fours(house))
    if LONG_STUK in melds:
        return every - 3 - (house.four_jacks == FOUR_ALIKE)
    if SHORT_STUK in melds:
        return every - 2 - (FOUR_JACKS in melds or house.four_jacks == FOUR_ALIKE)
    return every


def _fours(house: HouseRules) -> list[int]:
    """The card points of every four alike that write 100 at this table, fewest first."""
    fours = list(CHEAPEST_FOURS.values())
    if house.four_jacks == FOUR_ALIKE:
        fours.append(CHEAPEST_JACKS)
    if house.four_low:
        fours += CHEAPEST_LOW_FOURS.values()
    return sorted(fours)


def _cheapest(melds: tuple[int, ...], house: HouseRules) -> int:
    """The fewest card points that the cards of these melds can count."""
    fours = melds.count(FOUR_ALIKE)
    others = sum(CHEAPEST[meld] for meld in melds if meld != FOUR_ALIKE)
    return others + (sum(_fours(house)[:fours]) if fours else 0)
