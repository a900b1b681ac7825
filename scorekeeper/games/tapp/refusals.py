"""Why a round of Tapp cannot have happened: not with the cards, not at this table."""

from collections.abc import Iterator, Sequence

from scorekeeper.core.game import Problem, Table, repeated
from scorekeeper.core.piles import divides
from scorekeeper.games.tapp.rules import (
    ALL_AUGEN,
    FULL_PACK,
    NO_SUCH_AUGEN,
    PACK,
    TRICKS,
    Farbspiel,
    HerzMitAufnehmen,
    House,
    Ramsch,
    Seen,
    Stage,
    Tie,
    jungfern_of,
    most_of,
)


def check(seen: Seen, table: Table[House]) -> Iterator[Problem]:
    """Why the cards, or this table, cannot have produced this round."""
    yield from _order_problems(seen, table)
    if isinstance(seen, Ramsch):
        yield from _ramsch_problems(seen, table)
    elif isinstance(seen, Farbspiel | HerzMitAufnehmen):
        yield from _result_problems(seen)


def _order_problems(seen: Seen, table: Table[House]) -> Iterator[Problem]:
    stage, forced = table.past.stage, isinstance(seen, Ramsch) and seen.forced
    if isinstance(seen, HerzMitAufnehmen) and not table.house.herz_mit_aufnehmen:
        yield Problem("not_played_here", field="kind")
    if stage is Stage.FORCED and not forced:
        yield Problem("only_forced", field="forced" if isinstance(seen, Ramsch) else "kind")
    if seen.ace_of_hearts is not None and forced:
        yield Problem("ace_in_forced", field="ace_of_hearts")
    elif seen.ace_of_hearts is not None and stage is Stage.LAST_FREE:
        yield Problem("second_ace", field="ace_of_hearts")


def _result_problems(seen: Farbspiel | HerzMitAufnehmen) -> Iterator[Problem]:
    if seen.points is None and seen.won is None:
        yield Problem("missing", field="points")
    elif seen.points is not None and seen.won is not None:
        yield Problem("points_and_won", field="won")
    if seen.points in NO_SUCH_AUGEN:
        yield Problem("no_such_points", {"count": seen.points or 0}, "points")


def _ramsch_problems(seen: Ramsch, table: Table[House]) -> Iterator[Problem]:
    named = [key for key in ("most", "jungfern") if getattr(seen, key) is not None]
    counted = [key for key in ("points", "tricks") if getattr(seen, key) is not None]
    if named and counted:
        yield Problem("named_and_counted", field=counted[0])
        return
    for key in ("points", "tricks") if counted else ("most", "jungfern"):
        if getattr(seen, key) is None or (key == "most" and not seen.most):
            yield Problem("missing", field=key)
    found = list(_count_problems(seen, table) if counted else _name_problems(seen))
    yield from found
    if seen.last_trick is not None and seen.last_trick in jungfern_of(seen):
        yield Problem("no_trick_at_all", {"seat": seen.last_trick}, "last_trick")
    tie = not found and len(most_of(seen)) > 1
    if tie and seen.last_trick is None and table.house.ramsch_tie is Tie.LAST_TRICK:
        yield Problem("missing", field="last_trick")


def _name_problems(seen: Ramsch) -> Iterator[Problem]:
    most, jungfern = seen.most or (), seen.jungfern or ()
    for seat in repeated(most):
        yield Problem("named_twice", {"seat": seat}, "most")
    for seat in sorted(set(jungfern)):
        if jungfern.count(seat) > 1:
            yield Problem("named_twice", {"seat": seat}, "jungfern")
        if seat in most:
            yield Problem("jungfer_with_most", {"seat": seat}, "jungfern")


def _count_problems(seen: Ramsch, table: Table[House]) -> Iterator[Problem]:
    held = {"points": seen.points, "tricks": seen.tricks}
    short = [key for key, each in held.items() if each is not None and len(each) != table.seats]
    for key in short:
        yield Problem("list_length", {"count": table.seats}, key)
    if short:
        return
    wrong = [*_augen_problems(seen.points or ()), *_trick_problems(seen, table)]
    yield from wrong
    if not wrong and table.house.deck == FULL_PACK and seen.points and seen.tricks:
        yield from _card_problems(seen.points, seen.tricks, seen.last_trick)


def _augen_problems(points: Sequence[int]) -> Iterator[Problem]:
    for augen in sorted(set(points).intersection(NO_SUCH_AUGEN)):
        yield Problem("no_such_points", {"count": augen}, "points")
    if points and sum(points) != ALL_AUGEN:
        yield Problem("sum", {"sum": ALL_AUGEN, "given": sum(points)}, "points")


def _trick_problems(seen: Ramsch, table: Table[House]) -> Iterator[Problem]:
    tricks, points = seen.tricks or (), seen.points or ()
    dealt = TRICKS[table.seats]
    if tricks and table.house.deck == FULL_PACK and sum(tricks) != dealt:
        yield Problem("sum", {"sum": dealt, "given": sum(tricks)}, "tricks")
    for seat, (augen, taken) in enumerate(zip(points, tricks, strict=False)):
        if augen and not taken:
            yield Problem("augen_without_trick", {"seat": seat}, "points")


def _card_problems(
    points: Sequence[int], tricks: Sequence[int], last: int | None
) -> Iterator[Problem]:
    """The Augen lie in so many cards: those of the tricks, and with the last one the Tapp."""
    seats = len(tricks)
    takers = [seat for seat in range(seats) if tricks[seat]]
    for winner in takers if last not in takers else (last,):
        cards = [seats * taken for taken in tricks]
        cards[winner] += FULL_PACK - sum(cards)
        if divides(PACK, cards, points):
            return
    yield Problem("no_such_cards", field="points")
