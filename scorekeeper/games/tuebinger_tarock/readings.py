"""Which readings of the piles that a table counted can have happened, and which of them holds."""

from collections.abc import Iterator, Sequence
from operator import itemgetter

from scorekeeper.core.game import Table
from scorekeeper.core.phrases import HalfPoints, NamedSeat, NamedSeats, Problem, Value, Values
from scorekeeper.core.tarock import ALL_POINTS, HALVES
from scorekeeper.games.tuebinger_tarock import counting, rules
from scorekeeper.games.tuebinger_tarock.card_placements import (
    Placement,
    can_lie,
    placements,
    shows_tarocks,
    sure_winners,
    won_top,
)
from scorekeeper.games.tuebinger_tarock.counting import Count
from scorekeeper.games.tuebinger_tarock.rules import Counted, HouseRules, Raus, What
from scorekeeper.games.tuebinger_tarock.strafen_checks import fate_of, hand_problems, trick_problems

NOWHERE = -1  # in the place of a pile


def settled(observation: Counted, table: Table[HouseRules]) -> Count:
    """The reading of the piles that holds; the likeliest one where several can.

    For piles that cannot have happened, half points are dropped.
    """
    readings = counting.counts(observation, table.dealer)
    if not readings:
        pile, halves = counting.as_counted(observation)
        whole = tuple([half // HALVES for half in halves])
        return Count(pile, halves, whole, whole, pile[table.dealer])
    likeliest, *others = readings
    possible = possible_readings(observation, table, readings) if others else readings
    return next(iter(possible), likeliest)


def possible_readings(
    observation: Counted, table: Table[HouseRules], readings: Sequence[Count]
) -> list[Count]:
    """Those *readings* of the piles that can have happened, the likeliest first, as they came.

    Where either of two piles may have kept its Ski, an opponent without a trick is among those that
    the table named as empty; so nobody else is, as long as that leaves a reading.
    """
    possible = [
        count for count in readings if next(pile_problems(observation, table, count), None) is None
    ]
    if len(possible) > 1 and isinstance(observation, Raus) and observation.kept is None:
        named = (observation.soloist, *observation.empty)
        return [count for count in possible if count.keeper in named] or possible
    return possible


def pile_problems(
    observation: Counted, table: Table[HouseRules], count: Count
) -> Iterator[Problem]:
    """What is wrong with the piles, read as *count*, and with Strafen that contradict them.

    First too few points, then what the Strafen show of hands and last trick, then where the Ski and
    the Einser must lie.
    """
    field = observation.counted_at
    if min(count.counted) < counting.A_TRICK:
        too_few = next(_too_few(observation, count, table.dealer, field), None)
        if too_few is not None:
            yield too_few
            return
    wrong = []
    if observation.strafen:
        owners = counting.ski_owners(observation, count)
        wrong = [*hand_problems(observation, owners), *trick_problems(observation)]
    yield from wrong or _lying_problems(observation, count)


def _too_few(observation: Counted, count: Count, dealer: int, field: str) -> Iterator[Problem]:
    """Piles with less than a trick counts, or than the cards that the dealer laid; pile by pile."""
    for number, points in enumerate(count.counted):
        if points != (0 if number == count.laid else counting.NO_SUCH_POINTS):
            continue
        seats = tuple(seat for seat in rules.ALONE if count.pile[seat] == number)
        values: dict[str, Value] = {"seats": NamedSeats(seats), "count": len(seats)}
        if number == count.laid:
            values |= {"dealer": NamedSeat(dealer), "least": counting.LAID_LEAST}
            yield Problem("laid_cards", values, field)
        else:
            counted = HalfPoints(count.halves[number])
            values |= {"half_points": counted, "all": ALL_POINTS, "least": counting.A_TRICK}
            yield Problem("no_such_points", values, field)


# ---- What the Ski, the Einser and empty tricks need ----------------------------------------------


def _lying_problems(observation: Counted, count: Count) -> Iterator[Problem]:
    """Piles with too few points for the Ski or the Einser, or that are no empty tricks."""
    empty = observation.empty
    if observation.ski is not None:
        won = count.pile[observation.ski.trick]
        least = counting.ONE_HONOUR + counting.LAID_LEAST * (won == count.laid)
        if count.counted[won] < least:
            values: Values = {"seat": NamedSeat(observation.ski.trick), "least": least}
            yield Problem("ski_not_there", values, "ski")
            return
    fate, kept = fate_of(observation.strafen), observation.kept
    if kept is not None and not _can_have_kept(kept, observation, count):
        yield Problem("not_kept", {"seat": NamedSeat(kept)}, "kept")
        return
    anywhere = fate is None or min(count.counted) > counting.TWO_APART
    whole = count.keeper is kept is None and not empty
    if anywhere and whole and not shows_tarocks(observation.strafen):
        return  # the Ski may lie in any pile, and the Einser fits into any of them
    tried = placements(observation, count)
    possible = (placement for placement in tried if can_lie(placement, observation, count))
    first = next(possible, None)
    if first is None:
        yield _lying_problem(observation, count, [*placements(observation, count)])
    elif empty:
        yield from _empty_problems(observation, [first, *possible], count)


def _lying_problem(observation: Counted, count: Count, tried: Sequence[Placement]) -> Problem:
    """What is wrong where the Ski, the Einser and other high Tarocks can lie in no pile.

    First a pile with less than these Tarocks have won wherever the Ski lies, or any trick of theirs
    beside a Ski that was kept without one; the Einser is told of by itself.
    """
    keeper = count.keeper if observation.kept is None else observation.kept
    for number, counted in enumerate(count.counted):
        ways = [
            placement._replace(einser=None, ski=NOWHERE if number == keeper else placement.ski)
            for placement in tried
        ]
        seats, least = min(
            (sure_winners(way, observation, count, number) for way in ways), key=itemgetter(1)
        )
        if seats and (number == keeper or counted < least):
            values: Values = {"seats": NamedSeats(seats), "count": len(seats), "least": least}
            return Problem("sure_tricks", values, observation.counted_at)
    fate = fate_of(observation.strafen)
    if fate is None:
        return counting.no_such_halves(observation.counted_at)
    together = [
        placement._replace(apart=False) for placement in tried if placement.owner != fate.seat
    ]
    if fate.what is What.EINSER_GEFASST and any(
        can_lie(placement, observation, count) for placement in together
    ):
        return Problem("einser_in_last_trick", {"seat": NamedSeat(fate.seat)}, "strafen")
    return Problem("einser_not_there", {"seat": NamedSeat(fate.seat)}, "strafen")


def _can_have_kept(kept: int, observation: Counted, count: Count) -> bool:
    """Whether this seat of a Raus can have kept its Ski without any trick."""
    if count.keeper is not None:
        return count.keeper == kept
    ski = observation.ski
    if ski is None:
        return count.points[kept] in (
            counting.KEPT_WITH_LAID if kept == count.laid else (counting.SKI_ALONE,)
        )
    went_home = ski.owner == kept != ski.trick and not ski.last_trick
    alone = counting.LAID_POINTS if kept == count.laid else (0,)
    return went_home and count.counted[kept] in alone


def _empty_problems(
    observation: Counted, possible: Sequence[Placement], count: Count
) -> Iterator[Problem]:
    """What is wrong with the piles that the table named as empty, if they cannot be so together."""
    if any(
        all(_is_empty(seat, placement, observation, count) for seat in observation.empty)
        for placement in possible
    ):
        return
    wrong = [
        seat
        for seat in sorted(set(observation.empty))
        if not any(_is_empty(seat, placement, observation, count) for placement in possible)
    ]
    for seat in wrong:
        if all(placement.einser == seat for placement in possible):
            yield Problem("einser_among_empty", {"seat": NamedSeat(seat)}, "empty")
        else:
            yield _not_empty(seat, count.points[seat])
    if not wrong:
        yield Problem("ski_among_empty_twice", field="empty")


def _not_empty(seat: int, points: int) -> Problem:
    values: Values = {
        "seat": NamedSeat(seat),
        "points": points,
        "trick": counting.A_TRICK,
        "ski": counting.SKI_ALONE,
        "laid_least": counting.LAID_LEAST,
        "laid_most": counting.LAID_MOST,
    }
    return Problem("not_empty", values, "empty")


def _is_empty(seat: int, placement: Placement, observation: Counted, count: Count) -> bool:
    """Whether the pile of *seat* can be at most three tricks of cards of 0.5, or with the Ski."""
    if placement.einser == seat or won_top(
        observation.strafen, seat, has_ski=seat == placement.owner
    ):
        return False
    possible = counting.EMPTY_WITH_SKI if placement.home == seat else counting.EMPTY
    points = count.points[seat]
    if seat != count.laid:
        return points in possible
    return any(points - counting.LAID_LEAST - more in possible for more in counting.LAID_ABOVE)
