"""Why a round of Tübinger Tarock cannot have happened: cards or table do not allow it."""

from collections.abc import Iterator, Sequence

from scorekeeper.core.game import Table
from scorekeeper.core.phrases import HalfPoints, NamedSeat, NamedSeats, Problem
from scorekeeper.core.seats import named_twice
from scorekeeper.core.tarock import ALL_HALF_POINTS, ALL_POINTS
from scorekeeper.games.tuebinger_tarock.counting import Count, counts, halves_problem
from scorekeeper.games.tuebinger_tarock.readings import pile_problems, possible_readings
from scorekeeper.games.tuebinger_tarock.rules import Counted, HouseRules, Observation, Raus, Ruf
from scorekeeper.games.tuebinger_tarock.scoring import points_of_reading
from scorekeeper.games.tuebinger_tarock.strafen_checks import list_problems


def check(observation: Observation, table: Table[HouseRules]) -> Iterator[Problem]:
    """Why this round cannot have happened; docs/sheet-file.md lists the codes."""
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
    yield from named_twice(empty, "empty")


def _counted_problems(observation: Counted, table: Table[HouseRules]) -> Iterator[Problem]:
    wrong_strafen = list(list_problems(observation.strafen, table.house))
    yield from wrong_strafen
    if isinstance(observation, Raus) and sum(observation.piles) != ALL_HALF_POINTS:
        given = HalfPoints(sum(observation.piles))
        yield Problem("sum", {"sum": ALL_POINTS, "given_half_points": given}, "piles")
        return
    readings = counts(observation, table.dealer)
    if not readings:
        yield halves_problem(observation, table.dealer)
    elif not wrong_strafen:  # nothing can be concluded from those about cards and tricks
        yield from _reading_problems(observation, table, readings)


def _reading_problems(
    observation: Counted, table: Table[HouseRules], readings: Sequence[Count]
) -> Iterator[Problem]:
    """What is wrong with the likeliest reading where none can be, or that the table must choose."""
    possible = possible_readings(observation, table, readings)
    if not possible:
        yield from pile_problems(observation, table, readings[0])
    elif len(possible) > 1:
        written = {points_of_reading(observation, count, table.house) for count in possible}
        if len(written) > 1:
            keepers = tuple(sorted(count.keeper or 0 for count in possible))
            yield Problem("kept_unclear", {"seats": NamedSeats(keepers)}, "kept")
