"""Why a round of Tübinger Tarock cannot have happened: not with the cards, not at this table."""

from collections.abc import Iterator

from scorekeeper.core.game import Table
from scorekeeper.core.phrases import HalfPoints, NamedSeat, Problem
from scorekeeper.core.seats import repeated
from scorekeeper.core.tarock import ALL_HALF_POINTS, ALL_POINTS
from scorekeeper.games.tuebinger_tarock.counting import (
    Count,
    counts,
    half_points_counted,
    ski_owners,
)
from scorekeeper.games.tuebinger_tarock.pile_checks import lying_problems
from scorekeeper.games.tuebinger_tarock.rules import (
    NO_SUCH_POINTS,
    Counted,
    HouseRules,
    Observation,
    Raus,
    Ruf,
    named_empty,
)
from scorekeeper.games.tuebinger_tarock.strafen_checks import (
    hand_problems,
    list_problems,
    trick_problems,
)


def check(observation: Observation, table: Table[HouseRules]) -> Iterator[Problem]:
    """Why the cards, or this table, cannot have produced this round."""
    if isinstance(observation, Ruf):
        if observation.caller == observation.called:
            yield Problem("called_himself", {"seat": NamedSeat(observation.caller)}, "called")
            return
        yield from _counted_problems(observation, table)
    elif isinstance(observation, Raus):
        yield from _raus_problems(observation, table)
        if observation.soloist not in observation.empty:
            yield from _counted_problems(observation, table)


def _raus_problems(observation: Raus, table: Table[HouseRules]) -> Iterator[Problem]:
    empty = observation.empty
    if observation.hidden and observation.soloist != table.dealer:
        yield Problem("hidden_by_another", {"seat": NamedSeat(table.dealer)}, "hidden")
    if observation.soloist in empty:
        yield Problem("soloist_among_empty", {"seat": NamedSeat(observation.soloist)}, "empty")
    for seat in repeated(empty):
        yield Problem("named_twice", {"seat": NamedSeat(seat)}, "empty")


def _counted_problems(observation: Counted, table: Table[HouseRules]) -> Iterator[Problem]:
    wrong_strafen = list(list_problems(observation.strafen)) if observation.strafen else []
    yield from wrong_strafen
    if isinstance(observation, Raus) and sum(observation.piles) != ALL_HALF_POINTS:
        given = HalfPoints(sum(observation.piles))
        yield Problem("sum", {"sum": ALL_POINTS, "given_half_points": given}, "piles")
        return
    found = counts(observation, table.dealer)
    if not found:
        field = "piles" if isinstance(observation, Raus) else "points"
        yield (
            Problem("no_such_halves", field=field)
            if observation.ski is None
            else Problem("halves_before_exchange", field="ski")
        )
        return
    if wrong_strafen:
        return  # what they say of cards and tricks is worth nothing
    wrong: list[Problem] = []
    for count in reversed(found):
        wrong = list(pile_problems(observation, table, count))
        if not wrong:
            return
    yield from wrong


def pile_problems(
    observation: Counted, table: Table[HouseRules], count: Count
) -> Iterator[Problem]:
    """What is wrong with the piles, and with Strafen that they contradict."""
    impossible = (
        list(_impossible(count, count.pile[table.dealer]))
        if min(count.counted) <= NO_SUCH_POINTS
        else []
    )
    if impossible:
        field = "piles" if isinstance(observation, Raus) else "points"
        yield Problem("no_such_points", {"half_points": HalfPoints(impossible[0])}, field)
    elif (
        observation.strafen
        or observation.ski
        or count.keeper is not None
        or named_empty(observation)
    ):
        owners = ski_owners(observation, count)
        wrong = (
            [*hand_problems(observation, owners), *trick_problems(observation)]
            if observation.strafen
            else []
        )
        yield from wrong or lying_problems(observation, table, count)


def _impossible(count: Count, dealers: int) -> Iterator[int]:
    """Piles that no tricks make, in half points as they were counted."""
    for number, points in enumerate(count.counted):
        if points == (NO_SUCH_POINTS if number != dealers else 0):
            yield half_points_counted(points, number, count)
