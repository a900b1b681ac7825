"""Who has won a round of Tübinger Tarock, what everybody writes, and the round in one line."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorekeeper.core.game import RoundScore, Table, sum_of
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
from scorekeeper.core.tarock import HALVES
from scorekeeper.games.tuebinger_tarock.checks import pile_problems
from scorekeeper.games.tuebinger_tarock.counting import (
    Count,
    as_counted,
    counts,
    half_points_counted,
)
from scorekeeper.games.tuebinger_tarock.rules import (
    ALONE,
    FAILED_TOUT,
    GROSSER_TOUT,
    KLEINER_TOUT,
    RAUS_TIMES,
    RAUS_ZERO,
    RUF_LOST_TIMES,
    RUF_TO_WIN,
    RUF_ZERO,
    SEATS,
    TOUT_TRICKS,
    TRICKS,
    Added,
    Counted,
    HouseRules,
    Misdeal,
    Observation,
    Raus,
    Redeal,
    Ruf,
    Tie,
    Tout,
    declarers,
    net_of,
    strafen_terms,
)


def settled(observation: Counted, table: Table[HouseRules]) -> Count:
    """What the piles mean; where they cannot be, odd halves are dropped."""
    found = counts(observation, table.dealer)
    if len(found) == 1:
        return found[0]
    if found:
        return next(
            (one for one in found if not [*pile_problems(observation, table, one)]), found[0]
        )
    pile, halves = as_counted(observation)
    whole = tuple([half // HALVES for half in halves])
    return Count(pile, whole, whole)


# ---- Who has won -----------------------------------------------------------------------------


class Outcome(NamedTuple):
    """How a game ended: all points of the declaring side, and of the opponents that count.

    In a Raus those are the best opponent's pile (*best* is the seat) and the empty ones of
    *added*; *terms* are their piles one by one.
    """

    won: bool
    own: int
    terms: tuple[int, ...]
    best: int | None = None
    added: tuple[int, ...] = ()

    @property
    def theirs(self) -> int:
        """All points of the opponents that count."""
        return sum(self.terms)


def outcome(observation: Counted, points: Sequence[int], house: HouseRules) -> Outcome:
    """Who has won, from the piles once the Ski is home."""
    if isinstance(observation, Ruf):
        own, theirs = points
        return Outcome(own - RUF_ZERO >= RUF_TO_WIN, own, (theirs,))
    own, opponents = (
        points[observation.soloist],
        [seat for seat in ALONE if seat != observation.soloist],
    )
    most = max(points[seat] for seat in opponents)
    tied = [seat for seat in opponents if points[seat] == most]
    added = max(
        (_added(observation, best, points, house) for best in tied), key=lambda some: some[0]
    )
    _, best, others = added
    terms = (points[best], *(points[seat] for seat in others))
    won = own > sum(terms) or (own == sum(terms) and house.raus_tie is Tie.WON)
    return Outcome(won, own, terms, best, others)


def _added(
    observation: Raus, best: int, points: Sequence[int], house: HouseRules
) -> tuple[int, int, tuple[int, ...]]:
    """What the best opponent has with the empty piles of others, and whose those are."""
    others = [seat for seat in sorted(observation.empty) if seat != best and points[seat]]
    if house.raus_add is Added.ONE:
        others = sorted(others, key=lambda seat: -points[seat])[:1]
    return points[best] + sum(points[seat] for seat in others), best, tuple(others)


# ---- What it is worth ------------------------------------------------------------------------


def score(observation: Observation, table: Table[HouseRules]) -> RoundScore:
    """What everybody writes, line by line."""
    return sum_of(_lines(observation, table), SEATS)


def _lines(observation: Observation, table: Table[HouseRules]) -> Iterator[Line]:
    match observation:
        case Ruf() | Raus():
            yield from _counted_lines(observation, table)
        case Tout():
            yield _tout(observation)
        case Misdeal():
            penalty = table.house.misdeal_penalty
            yield Line(observation.dealer, -penalty, "misdeal" if penalty else "misdeal_free")
        case Redeal():
            yield Line(table.dealer, 0, "redeal")


def _tout(observation: Tout) -> Line:
    values = {"tricks": observation.tricks, "all": TRICKS}
    if observation.tricks == TRICKS:
        return Line(observation.soloist, GROSSER_TOUT, "grosser_tout", values)
    if observation.tricks == TOUT_TRICKS:
        return Line(observation.soloist, KLEINER_TOUT, "kleiner_tout", values)
    return Line(observation.soloist, FAILED_TOUT, "failed_tout", values)


def _counted_lines(observation: Counted, table: Table[HouseRules]) -> Iterator[Line]:
    count = settled(observation, table)
    ended = outcome(observation, count.points, table.house)
    if isinstance(observation, Raus):
        zero, times = RAUS_ZERO, RAUS_TIMES
    else:
        zero, times = RUF_ZERO, 1 if ended.won else RUF_LOST_TIMES
    writers = declarers(observation) if ended.won else declarers(observation)[:1]
    result = (ended.own if ended.won else ended.theirs) - zero
    net = net_of(observation) if observation.strafen else 0
    sign = 1 if ended.won else -1
    beyond = min(0, result + sign * net) if not ended.won or table.house.won_clamp else 0
    strafen: Values = {**strafen_values(observation), "times": times} if net else {}
    for seat in writers:
        yield _result_line(seat, sign * times * result, observation, ended, count)
        if net:
            yield Line(seat, times * net, "strafen" if times == 1 else "strafen_times", strafen)
        if beyond:
            stopped = -sign * times * beyond
            yield Line(seat, stopped, "won_clamp" if ended.won else "lost_clamp")


def _result_line(
    seat: int, points: int, observation: Counted, ended: Outcome, count: Count
) -> Line:
    """What the cards give, with the sum that leads there."""
    if isinstance(observation, Ruf):
        return _ruf_line(seat, points, ended, count)
    best = 0 if ended.best is None else ended.best
    values: dict[str, Value] = {"zero": RAUS_ZERO, "times": RAUS_TIMES}
    values |= {"side": NamedSeat(best), "terms": Terms(ended.terms)}
    if ended.added:
        values["seats"] = NamedSeats(ended.added)
    if ended.won:
        return _won_raus_line(seat, points, observation.soloist, ended, count, values)
    values["result"] = ended.theirs - RAUS_ZERO
    moved = any(
        count.counted[pile] != count.points[pile] or pile in (count.keeper, count.unpaid)
        for pile in (best, *ended.added)
    )
    if ended.added:
        return Line(seat, points, "raus_lost_added_ski" if moved else "raus_lost_added", values)
    return Line(seat, points, "raus_lost_ski" if moved else "raus_lost", values)


def _won_raus_line(
    seat: int, points: int, soloist: int, ended: Outcome, count: Count, values: dict[str, Value]
) -> Line:
    values |= {"points": ended.own, "result": ended.own - RAUS_ZERO, "best": ended.theirs}
    before, added = count.counted[soloist], bool(ended.added)
    if before == ended.own and soloist not in (count.keeper, count.unpaid):
        return Line(seat, points, "raus_won_added" if added else "raus_won", values)
    values["counted_half_points"] = HalfPoints(half_points_counted(before, soloist, count))
    return Line(seat, points, "raus_won_added_ski" if added else "raus_won_ski", values)


def _ruf_line(seat: int, points: int, ended: Outcome, count: Count) -> Line:
    number, told = (0, ended.own) if ended.won else (1, ended.theirs)
    values: dict[str, Value] = {
        "points": told, "zero": RUF_ZERO, "result": told - RUF_ZERO, "times": RUF_LOST_TIMES
    }  # fmt: skip
    if count.counted[number] == told and count.keeper is None:
        return Line(seat, points, "ruf_won" if ended.won else "ruf_lost", values)
    counted = half_points_counted(count.counted[number], number, count)
    values["counted_half_points"] = HalfPoints(counted)
    return Line(seat, points, "ruf_won_ski" if ended.won else "ruf_lost_ski", values)


def strafen_values(observation: Counted) -> Values:
    """The Strafen of both parties as sums, and what is left of them for the declaring one."""
    own, theirs = strafen_terms(observation)
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
                "tout", {"seat": NamedSeat(observation.soloist), "count": observation.tricks}
            )
        case Misdeal():
            yield Phrase("misdeal", {"seat": NamedSeat(observation.dealer)})
        case Redeal():
            yield Phrase("redeal")


def _counted_in_words(observation: Counted, table: Table[HouseRules]) -> Iterator[Phrase]:
    """The points are those once the Ski is home."""
    ended = outcome(observation, settled(observation, table).points, table.house)
    if isinstance(observation, Ruf):
        caller, called = NamedSeat(observation.caller), NamedSeat(observation.called)
        yield Phrase("ruf", {"seat": caller, "side": called, "points": ended.own})
    else:
        soloist = NamedSeat(observation.soloist)
        values: Values = {"seat": soloist, "points": ended.own, "best": ended.theirs}
        yield Phrase("hidden_raus" if observation.hidden else "raus", values)
    yield Phrase("won" if ended.won else "lost")
    if observation.strafen:
        yield Phrase("strafen", {"net": net_of(observation)})
