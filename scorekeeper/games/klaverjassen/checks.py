"""Why a deal of Klaverjassen cannot have happened: 32 cards or this table do not allow it."""

from collections.abc import Iterator
from itertools import chain

from scorekeeper.core.game import Table
from scorekeeper.core.phrases import NamedSide, Problem, Values
from scorekeeper.games.klaverjassen.cards import possible_points
from scorekeeper.games.klaverjassen.rules import (
    ALL_POINTS,
    FOUR_ALIKE,
    FOUR_JACKS,
    LEAST_CARD,
    LONG_STUK,
    MELDS_AT_MOST,
    NO_SUCH_POINTS,
    SHORT_STUK,
    WITH_STUK,
    HouseRules,
    Observation,
    Played,
    Roem,
    melds_allowed,
    ranks_alike,
)


def check(observation: Observation, table: Table[HouseRules]) -> Iterator[Problem]:
    """Why this deal cannot have happened; docs/sheet-file.md lists the codes."""
    roem_problems = list(_roem_problems(observation.roem, table.house))
    yield from roem_problems
    possible = 0 if roem_problems else possible_points(observation.roem, table.house)
    if not roem_problems and not possible:
        yield Problem("roem_together", field="roem")
    if isinstance(observation, Played):
        point_problems = list(_point_problems(observation))
        yield from point_problems
        yield from _pit_problems(observation)
        if possible and not point_problems:
            yield from _points_beside_roem(observation, possible)


def _point_problems(observation: Played) -> Iterator[Problem]:
    if sum(observation.points) != ALL_POINTS:
        yield Problem("sum", {"sum": ALL_POINTS, "given": sum(observation.points)}, "points")
    elif observation.points[0] in NO_SUCH_POINTS:
        left, right = observation.points
        values: Values = {"left": left, "right": right, "least": LEAST_CARD}
        yield Problem("no_such_points", values, "points")


def _pit_problems(observation: Played) -> Iterator[Problem]:
    if observation.pit is None:
        return
    points = observation.points[observation.pit]
    if points != ALL_POINTS:
        side = NamedSide(observation.pit)
        yield Problem("pit_points", {"pair": side, "sum": ALL_POINTS, "given": points}, "pit")
    if observation.roem[1 - observation.pit]:
        yield Problem("pit_roem", {"pair": NamedSide(1 - observation.pit)}, "roem")


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


def _points_beside_roem(observation: Played, possible: int) -> Iterator[Problem]:
    """The points against those that side 0 can have beside the roem (bits, at least one)."""
    fewest, most = _lowest(possible), possible.bit_length() - 1
    for side, least in enumerate((fewest, ALL_POINTS - most)):
        given = observation.points[side]
        if given < least:
            values: Values = {"pair": NamedSide(side), "points": least, "given": given}
            yield Problem("roem_without_cards", values, "roem")
    if fewest < observation.points[0] < most and not possible >> observation.points[0] & 1:
        yield _between(observation, possible)


def _between(observation: Played, possible: int) -> Problem:
    """Neither too few nor too many points, but the cards that are left count others."""
    first = observation.points[0]
    below = (possible & ((1 << first) - 1)).bit_length() - 1
    above = first + _lowest(possible >> first)
    side = 0 if observation.roem[0] else 1
    if side == 1:
        below, above = ALL_POINTS - above, ALL_POINTS - below
    given = observation.points[side]
    values: Values = {"pair": NamedSide(side), "given": given, "below": below, "above": above}
    return Problem("points_beside_roem", values, "points")


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1


def _fours_left(melds: list[int], house: HouseRules) -> int:
    """How many melds of four alike for 100 are possible together with these melds.

    The stuk in a 40 or 70 leaves no four kings and no four queens. A 40 also holds an ace or the
    jack of trumps, a 70 the jack and an ace or a ten.
    """
    every = len(ranks_alike(FOUR_ALIKE, house))
    if LONG_STUK in melds:
        return every - 3 - (house.four_jacks == FOUR_ALIKE)
    if SHORT_STUK in melds:
        return every - 2 - (FOUR_JACKS in melds or house.four_jacks == FOUR_ALIKE)
    return every
