"""Why a deal of Klaverjassen cannot have happened: 32 cards or this table do not allow it."""

from collections.abc import Iterator
from itertools import chain

from scorekeeper.core.game import Table
from scorekeeper.core.phrases import NamedSide, Problem, Values
from scorekeeper.core.piles import ends
from scorekeeper.games.klaverjassen import rules
from scorekeeper.games.klaverjassen.cards import possible_points
from scorekeeper.games.klaverjassen.rules import HouseRules, Observation, Played


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
    if sum(observation.points) != rules.ALL_POINTS:
        yield Problem("sum", {"sum": rules.ALL_POINTS, "given": sum(observation.points)}, "points")
    elif observation.points[0] in rules.NO_SUCH_POINTS:
        left, right = observation.points
        values: Values = {"left": left, "right": right, "least": rules.LEAST_CARD}
        yield Problem("no_such_points", values, "points")


def _pit_problems(observation: Played) -> Iterator[Problem]:
    if observation.pit is None:
        return
    points = observation.points[observation.pit]
    if points != rules.ALL_POINTS:
        side = NamedSide(observation.pit)
        yield Problem("pit_points", {"pair": side, "sum": rules.ALL_POINTS, "given": points}, "pit")
    if observation.roem[1 - observation.pit]:
        yield Problem("pit_roem", {"pair": NamedSide(1 - observation.pit)}, "roem")


def _roem_problems(roem: rules.Roem, house: HouseRules) -> Iterator[Problem]:
    melds = list(chain(*roem))
    if not melds:
        return
    allowed = rules.melds_allowed(house)
    for meld in sorted(set(melds).difference(allowed)):
        yield Problem("no_such_meld", {"meld": meld}, "roem")
    if len(melds) > rules.MELDS_AT_MOST:
        yield Problem("too_many_melds", {"melds": rules.MELDS_AT_MOST}, "roem")
    if sum(meld in rules.WITH_STUK for meld in melds) > 1:
        yield Problem("second_stuk", field="roem")
    if melds.count(rules.FOUR_JACKS) > 1:
        yield Problem("second_four_jacks", {"meld": rules.FOUR_JACKS}, "roem")
    if rules.FOUR_JACKS in melds and rules.LONG_STUK in melds:
        yield Problem("jack_in_stuk", field="roem")
    fours = _fours_left(melds, house)
    if melds.count(rules.FOUR_ALIKE) > fours:
        yield Problem("too_many_fours", {"count": fours}, "roem")


def _points_beside_roem(observation: Played, possible: int) -> Iterator[Problem]:
    """The points against those that side 0 can have beside the roem (bits, at least one)."""
    fewest, most = ends(possible)
    for side, least in enumerate((fewest, rules.ALL_POINTS - most)):
        given = observation.points[side]
        if given < least:
            values: Values = {"pair": NamedSide(side), "points": least, "given": given}
            yield Problem("roem_without_cards", values, "roem")
    if fewest < observation.points[0] < most and not possible >> observation.points[0] & 1:
        yield _between(observation, possible)


def _between(observation: Played, possible: int) -> Problem:
    """Neither too few nor too many points, but the cards that are left count others."""
    first = observation.points[0]
    _, below = ends(possible & ((1 << first) - 1))
    above = first + ends(possible >> first)[0]
    side = 0 if observation.roem[0] else 1
    if side == 1:
        below, above = rules.ALL_POINTS - above, rules.ALL_POINTS - below
    given = observation.points[side]
    values: Values = {"pair": NamedSide(side), "given": given, "below": below, "above": above}
    return Problem("points_beside_roem", values, "points")


def _fours_left(melds: list[int], house: HouseRules) -> int:
    """How many melds of four alike for 100 are possible together with these melds.

    The stuk in a 40 or 70 leaves no four kings and no four queens. A 40 also holds an ace or the
    jack of trumps, a 70 the jack and an ace or a ten.
    """
    every = len(rules.ranks_alike(rules.FOUR_ALIKE, house))
    if rules.LONG_STUK in melds:
        return every - 3 - (house.four_jacks == rules.FOUR_ALIKE)
    if rules.SHORT_STUK in melds:
        return every - 2 - (rules.FOUR_JACKS in melds or house.four_jacks == rules.FOUR_ALIKE)
    return every
