"""What everybody writes of a round of Tübinger Tarock, and the round in one line."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from scorekeeper.core.game import Table, sum_of
from scorekeeper.core.phrases import (
    HalfPoints,
    Line,
    NamedSeat,
    NamedSeats,
    Phrase,
    Terms,
    Value,
    Values,
)
from scorekeeper.games.tuebinger_tarock import counting, rules
from scorekeeper.games.tuebinger_tarock.counting import Count
from scorekeeper.games.tuebinger_tarock.readings import settled
from scorekeeper.games.tuebinger_tarock.rules import (
    Counted,
    HouseRules,
    Misdeal,
    Observation,
    Raus,
    Redeal,
    Ruf,
    Tout,
)

# The codes of the line for a Raus, by whether it was won and whether piles were added: as counted,
# and where the Ski moved points.
RAUS_CODES = {
    (True, False): ("raus_won", "raus_won_ski"),
    (True, True): ("raus_won_added", "raus_won_added_ski"),
    (False, False): ("raus_lost", "raus_lost_ski"),
    (False, True): ("raus_lost_added", "raus_lost_added_ski"),
}


class Outcome(NamedTuple):
    """How a game ended, in whole points.

    - `own`: the points of the declaring side;
    - `terms`: the piles of the opponents that count: in a Ruf the one of both, in a Raus that of
      the best opponent and then the empty ones added to it;
    - `opponents`: in a Raus, the seats of these piles.
    """

    won: bool
    own: int
    terms: tuple[int, ...]
    opponents: tuple[int, ...] = ()

    @property
    def theirs(self) -> int:
        """All points of the opponents that count."""
        return sum(self.terms)


def outcome(observation: Counted, count: Count, house: HouseRules) -> Outcome:
    """How the game ended, from the whole points of the piles after the exchange of the Ski.

    A Ruf is won with 46 points, a Raus with more than the best opponent and the empty piles added
    to it; the house rules decide a tie in a Raus, and how many piles may be added.
    """
    points = count.points
    if isinstance(observation, Ruf):
        own, theirs = points
        return Outcome(own - rules.RUF_ZERO >= rules.RUF_TO_WIN, own, (theirs,))
    own = points[observation.soloist]
    each = [seat for seat in rules.ALONE if seat != observation.soloist]
    most = max([points[seat] for seat in each])
    tied = [seat for seat in each if points[seat] == most]
    empty = {*observation.empty, *counting.trickless(observation, count)} - {observation.soloist}
    ways = [_with_added(empty, seat, points, house) for seat in tied]
    terms, opponents = max(ways, key=lambda way: sum(way[0]))
    won = own > sum(terms) or (own == sum(terms) and house.raus_tie is rules.Tie.WON)
    return Outcome(won, own, terms, opponents)


def _with_added(
    empty: Collection[int], best: int, points: Sequence[int], house: HouseRules
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The piles of opponent *best* and of others that are added as *empty*, and their seats."""
    added = [seat for seat in sorted(empty) if seat != best and points[seat]]
    if house.raus_add is rules.Added.ONE:
        added = sorted(added, key=lambda seat: -points[seat])[:1]
    return tuple([points[seat] for seat in (best, *added)]), (best, *added)


# ---- What everybody writes -------------------------------------------------------------------


def lines(observation: Observation, table: Table[HouseRules]) -> Iterator[Line]:
    """What everybody writes, a line for each reason."""
    match observation:
        case Ruf() | Raus():
            count = settled(observation, table)
            yield from _counted_lines(observation, count, table.house)
        case Tout():
            yield _tout(observation)
        case Misdeal():
            penalty = table.house.misdeal_penalty
            yield Line(observation.dealer, -penalty, "misdeal" if penalty else "misdeal_free")
        case Redeal():
            yield Line(table.dealer, 0, "redeal")


def _tout(observation: Tout) -> Line:
    values = {"tricks": observation.tricks, "all": rules.TRICKS}
    if observation.tricks == rules.TRICKS:
        return Line(observation.soloist, rules.GROSSER_TOUT, "grosser_tout", values)
    if observation.tricks == rules.TOUT_TRICKS:
        return Line(observation.soloist, rules.KLEINER_TOUT, "kleiner_tout", values)
    return Line(observation.soloist, rules.FAILED_TOUT, "failed_tout", values)


def points_of_reading(observation: Counted, count: Count, house: HouseRules) -> tuple[int, ...]:
    """The points that everybody writes, by seat, where the piles are read as *count*."""
    return sum_of(_counted_lines(observation, count, house), rules.SEATS).points


def _counted_lines(observation: Counted, count: Count, house: HouseRules) -> Iterator[Line]:
    ended = outcome(observation, count, house)
    if isinstance(observation, Raus):
        zero, times = rules.RAUS_ZERO, rules.RAUS_TIMES
    else:
        zero, times = rules.RUF_ZERO, 1 if ended.won else rules.RUF_LOST_TIMES
    side = rules.declarers(observation)
    writers = side if ended.won else side[:1]
    result = (ended.own if ended.won else ended.theirs) - zero
    net = rules.net_of(observation)
    sign = 1 if ended.won else -1
    beyond = min(0, result + sign * net) if not ended.won or house.won_clamp else 0
    strafen: Values = {**strafen_values(observation), "times": times} if net else {}
    for seat in writers:
        points = sign * times * result
        if isinstance(observation, Raus):
            yield _raus_line(seat, points, observation, ended, count)
        else:
            yield _ruf_line(seat, points, ended, count)
        if net:
            yield Line(seat, times * net, "strafen" if times == 1 else "strafen_times", strafen)
        if beyond:
            stopped = -sign * times * beyond
            yield Line(seat, stopped, "won_clamp" if ended.won else "lost_clamp")


def _raus_line(seat: int, points: int, observation: Raus, ended: Outcome, count: Count) -> Line:
    """The line for the result of the cards; it says more where the Ski moved points of a pile."""
    soloist, (best, *added) = observation.soloist, ended.opponents
    moved = any(
        count.counted[pile] != count.points[pile] or pile in (count.keeper, count.unpaid)
        for pile in ((soloist,) if ended.won else ended.opponents)
    )
    values: dict[str, Value] = {
        "zero": rules.RAUS_ZERO,
        "times": rules.RAUS_TIMES,
        "opponent": NamedSeat(best),
        "terms": Terms(ended.terms),
        "result": (ended.own if ended.won else ended.theirs) - rules.RAUS_ZERO,
    }
    if added:
        values["seats"] = NamedSeats(tuple(added))
    if ended.won:
        values |= {"points": ended.own, "best": ended.theirs}
    if ended.won and moved:
        values["counted_half_points"] = HalfPoints(count.halves[soloist])
    return Line(seat, points, RAUS_CODES[ended.won, bool(added)][moved], values)


def _ruf_line(seat: int, points: int, ended: Outcome, count: Count) -> Line:
    number, told = (0, ended.own) if ended.won else (1, ended.theirs)
    values: dict[str, Value] = {"points": told, "zero": rules.RUF_ZERO}
    values |= {"result": told - rules.RUF_ZERO, "times": rules.RUF_LOST_TIMES}
    if count.counted[number] == told and count.keeper is None:
        return Line(seat, points, "ruf_won" if ended.won else "ruf_lost", values)
    values["counted_half_points"] = HalfPoints(count.halves[number])
    return Line(seat, points, "ruf_won_ski" if ended.won else "ruf_lost_ski", values)


def strafen_values(observation: Counted) -> Values:
    """The values of a sentence about Strafen: those of both sides as sums, and their difference."""
    side = rules.declarers(observation)
    own = tuple([strafe.worth for strafe in observation.strafen if strafe.seat in side])
    theirs = tuple([strafe.worth for strafe in observation.strafen if strafe.seat not in side])
    net = sum(own) - sum(theirs)
    return {"own": Terms(own or (0,)), "theirs": Terms(theirs or (0,)), "net": net}


# ---- What is said of it ----------------------------------------------------------------------


def reason(observation: Observation, table: Table[HouseRules]) -> Iterator[Phrase]:
    """The round in one line: who played, how it ended, and the Strafen."""
    match observation:
        case Ruf() | Raus():
            yield from _counted_in_words(observation, table)
        case Tout():
            yield Phrase(
                "tout", {"player": NamedSeat(observation.soloist), "count": observation.tricks}
            )
        case Misdeal():
            yield Phrase("misdeal", {"player": NamedSeat(observation.dealer)})
        case Redeal():
            yield Phrase("redeal")


def _counted_in_words(observation: Counted, table: Table[HouseRules]) -> Iterator[Phrase]:
    """Who played, the points after the exchange of the Ski, how it ended, and the Strafen."""
    ended = outcome(observation, settled(observation, table), table.house)
    if isinstance(observation, Ruf):
        yield _ruf_in_words(observation, ended)
    else:
        yield _raus_in_words(observation, ended)
    if observation.strafen:
        yield Phrase("strafen", {"net": rules.net_of(observation)})


def _ruf_in_words(observation: Ruf, ended: Outcome) -> Phrase:
    values: Values = {
        "player": NamedSeat(observation.caller),
        "partner": NamedSeat(observation.called),
        "result": ended.own - rules.RUF_ZERO,
        "other": ended.theirs - rules.RUF_ZERO,
    }
    return Phrase("ruf_won" if ended.won else "ruf_lost", values)


def _raus_in_words(observation: Raus, ended: Outcome) -> Phrase:
    soloist = NamedSeat(observation.soloist)
    values: Values = {"player": soloist, "points": ended.own, "best": ended.theirs}
    if observation.hidden:
        return Phrase("hidden_raus_won" if ended.won else "hidden_raus_lost", values)
    return Phrase("raus_won" if ended.won else "raus_lost", values)
