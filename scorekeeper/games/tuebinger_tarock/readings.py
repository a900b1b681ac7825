"""Which readings of the piles that a table counted can have happened, and which of them holds."""

from collections.abc import Iterator

from scorekeeper.core.game import Table
from scorekeeper.core.phrases import HalfPoints, NamedSeat, NamedSeats, Problem, Value
from scorekeeper.core.tarock import ALL_POINTS, HALVES
from scorekeeper.games.tuebinger_tarock.counting import (
    Count,
    as_counted,
    counts,
    half_points_counted,
    ski_owners,
)
from scorekeeper.games.tuebinger_tarock.pile_checks import lying_problems
from scorekeeper.games.tuebinger_tarock.pile_points import A_TRICK, LAID_LEAST, NO_SUCH_POINTS
from scorekeeper.games.tuebinger_tarock.rules import (
    ALONE,
    Counted,
    HouseRules,
    Raus,
    named_empty,
    named_keeper,
)
from scorekeeper.games.tuebinger_tarock.strafen_checks import hand_problems, trick_problems


def settled(observation: Counted, table: Table[HouseRules]) -> Count:
    """The reading of the piles that holds; the likeliest one where several can.

    For piles that cannot have happened, half points are dropped.
    """
    found = counts(observation, table.dealer)
    if not found:
        pile, halves = as_counted(observation)
        whole = tuple([half // HALVES for half in halves])
        return Count(pile, whole, whole)
    likeliest, *others = found
    return next(iter(possible_readings(observation, table)), likeliest) if others else likeliest


def possible_readings(observation: Counted, table: Table[HouseRules]) -> list[Count]:
    """The readings of the piles that can have happened, the likeliest first.

    Where either of two piles may have kept its Ski, an opponent without a trick is among those that
    the table named as empty; so nobody else is, as long as that leaves a reading.
    """
    found = [
        count
        for count in counts(observation, table.dealer)
        if not [*pile_problems(observation, table, count)]
    ]
    if len(found) > 1 and isinstance(observation, Raus) and observation.kept is None:
        named = (observation.soloist, *observation.empty)
        return [count for count in found if count.keeper in named] or found
    return found


def pile_problems(
    observation: Counted, table: Table[HouseRules], count: Count
) -> Iterator[Problem]:
    """What is wrong with the piles, read as *count*, and with Strafen that contradict them.

    First too few points, then what the Strafen show of hands and last trick, then where the Ski and
    the Einser must lie.
    """
    field = "piles" if isinstance(observation, Raus) else "points"
    too_few = next(_too_few(observation, count, table.dealer, field), None)
    if too_few is not None:
        yield too_few
    elif (
        observation.strafen
        or observation.ski
        or count.keeper is not None
        or named_keeper(observation) is not None
        or named_empty(observation)
    ):
        owners = ski_owners(observation, count)
        wrong = [*hand_problems(observation, owners), *trick_problems(observation)]
        yield from wrong or lying_problems(observation, table, count)


def _too_few(observation: Counted, count: Count, dealer: int, field: str) -> Iterator[Problem]:
    """Piles with less than a trick counts, or than the cards that the dealer laid; pile by pile."""
    for number, points in enumerate(count.counted):
        seats = tuple(seat for seat in ALONE if count.pile[seat] == number)
        values: dict[str, Value] = {"seats": NamedSeats(seats), "count": len(seats)}
        if number == count.pile[dealer]:
            if points == 0:
                values |= {"dealer": NamedSeat(dealer), "least": LAID_LEAST}
                yield Problem("laid_cards", values, field)
        elif points == NO_SUCH_POINTS:
            counted = HalfPoints(half_points_counted(observation, number))
            values |= {"half_points": counted, "all": ALL_POINTS, "least": A_TRICK}
            yield Problem("no_such_points", values, field)
