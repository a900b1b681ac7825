"""Why a round of Tübinger Tarock cannot have happened: not with the cards, not at this table."""

from collections.abc import Iterator

from scorekeeper.core.game import Problem, Table, repeated
from scorekeeper.core.tarock import ALL_HALF_POINTS, ALL_POINTS
from scorekeeper.games.tuebinger_tarock.counting import (
    Count,
    counts,
    half_points_counted,
    ski_owners,
)
from scorekeeper.games.tuebinger_tarock.lying import lying_problems
from scorekeeper.games.tuebinger_tarock.rules import (
    NO_SUCH_POINTS,
    Counted,
    House,
    Raus,
    Ruf,
    Seen,
    named_empty,
)
from scorekeeper.games.tuebinger_tarock.strafen import hand_problems, list_problems, trick_problems


def check(seen: Seen, table: Table[House]) -> Iterator[Problem]:
    """Why the cards, or this table, cannot have produced this round."""
    if isinstance(seen, Ruf):
        if seen.caller == seen.called:
            yield Problem("called_himself", {"seat": seen.caller}, "called")
            return
        yield from _counted_problems(seen, table)
    elif isinstance(seen, Raus):
        yield from _raus_problems(seen, table)
        if seen.soloist not in seen.empty:
            yield from _counted_problems(seen, table)


def _raus_problems(seen: Raus, table: Table[House]) -> Iterator[Problem]:
    empty = seen.empty
    if seen.hidden and seen.soloist != table.dealer:
        yield Problem("hidden_by_another", {"seat": table.dealer}, "hidden")
    if seen.soloist in empty:
        yield Problem("soloist_among_empty", {"seat": seen.soloist}, "empty")
    for seat in repeated(empty):
        yield Problem("named_twice", {"seat": seat}, "empty")


def _counted_problems(seen: Counted, table: Table[House]) -> Iterator[Problem]:
    wrong_strafen = list(list_problems(seen.strafen)) if seen.strafen else []
    yield from wrong_strafen
    if isinstance(seen, Raus) and sum(seen.piles) != ALL_HALF_POINTS:
        numbers = {"sum": ALL_POINTS, "given_half_points": sum(seen.piles)}
        yield Problem("sum", numbers, "piles")
        return
    found = counts(seen, table.dealer)
    if not found:
        field = "piles" if isinstance(seen, Raus) else "points"
        yield (
            Problem("no_such_halves", field=field)
            if seen.ski is None
            else Problem("halves_before_exchange", field="ski")
        )
        return
    if wrong_strafen:
        return  # what they say of cards and tricks is worth nothing
    wrong: list[Problem] = []
    for count in reversed(found):
        wrong = list(pile_problems(seen, table, count))
        if not wrong:
            return
    yield from wrong


def pile_problems(seen: Counted, table: Table[House], count: Count) -> Iterator[Problem]:
    """What is wrong with the piles, and with Strafen that they contradict."""
    impossible = (
        list(_impossible(count, count.pile[table.dealer]))
        if min(count.counted) <= NO_SUCH_POINTS
        else []
    )
    if impossible:
        field = "piles" if isinstance(seen, Raus) else "points"
        yield Problem("no_such_points", {"half_points": impossible[0]}, field)
    elif seen.strafen or seen.ski or count.keeper is not None or named_empty(seen):
        owners = ski_owners(seen, count)
        wrong = [*hand_problems(seen, owners), *trick_problems(seen)] if seen.strafen else []
        yield from wrong or lying_problems(seen, table, count)


def _impossible(count: Count, dealers: int) -> Iterator[int]:
    """Piles that no tricks make, in half points as they were counted."""
    for number, points in enumerate(count.counted):
        if points == (NO_SUCH_POINTS if number != dealers else 0):
            yield half_points_counted(points, number, count)
