"""Why a round of Tapp cannot have happened: not with the cards, not at this table."""

from collections.abc import Iterator, Sequence

from scorekeeper.core.game import Table
from scorekeeper.core.phrases import NamedSeat, Problem
from scorekeeper.core.piles import divides
from scorekeeper.core.seats import repeated
from scorekeeper.games.tapp.rules import (
    ALL_AUGEN,
    FULL_PACK,
    NO_SUCH_AUGEN,
    PACK,
    TRICKS,
    Farbspiel,
    HerzMitAufnehmen,
    HouseRules,
    Observation,
    Ramsch,
    Stage,
    Tie,
    jungfern_of,
    most_of,
)


def check(observation: Observation, table: Table[HouseRules]) -> Iterator[Problem]:
    """Why the cards, or this table, cannot have produced this round."""
    yield from _order_problems(observation, table)
    if isinstance(observation, Ramsch):
        yield from _ramsch_problems(observation, table)
    elif isinstance(observation, Farbspiel | HerzMitAufnehmen):
        yield from _result_problems(observation)


def _order_problems(observation: Observation, table: Table[HouseRules]) -> Iterator[Problem]:
    stage, forced = table.past.stage, isinstance(observation, Ramsch) and observation.forced
    if isinstance(observation, HerzMitAufnehmen) and not table.house.herz_mit_aufnehmen:
        yield Problem("not_played_here", field="kind")
    if stage is Stage.FORCED and not forced:
        yield Problem("only_forced", field="forced" if isinstance(observation, Ramsch) else "kind")
    if observation.ace_of_hearts is not None and forced:
        yield Problem("ace_in_forced", field="ace_of_hearts")
    elif observation.ace_of_hearts is not None and stage is Stage.LAST_FREE:
        yield Problem("second_ace", field="ace_of_hearts")


def _result_problems(observation: Farbspiel | HerzMitAufnehmen) -> Iterator[Problem]:
    if observation.points is None and observation.won is None:
        yield Problem("missing", field="points", incomplete=True)
    elif observation.points is not None and observation.won is not None:
        yield Problem("points_and_won", field="won")
    if observation.points in NO_SUCH_AUGEN:
        yield Problem("no_such_points", {"count": observation.points or 0}, "points")


def _ramsch_problems(observation: Ramsch, table: Table[HouseRules]) -> Iterator[Problem]:
    named = [key for key in ("most", "jungfern") if getattr(observation, key) is not None]
    counted = [key for key in ("points", "tricks") if getattr(observation, key) is not None]
    if named and counted:
        yield Problem("named_and_counted", field=counted[0])
        return
    for key in ("points", "tricks") if counted else ("most", "jungfern"):
        if getattr(observation, key) is None or (key == "most" and not observation.most):
            yield Problem("missing", field=key, incomplete=True)
    found = list(_count_problems(observation, table) if counted else _name_problems(observation))
    yield from found
    if observation.last_trick is not None and observation.last_trick in jungfern_of(observation):
        yield Problem("no_trick_at_all", {"seat": NamedSeat(observation.last_trick)}, "last_trick")
    tie = not found and len(most_of(observation)) > 1
    if tie and observation.last_trick is None and table.house.ramsch_tie is Tie.LAST_TRICK:
        yield Problem("missing", field="last_trick", incomplete=True)


def _name_problems(observation: Ramsch) -> Iterator[Problem]:
    most, jungfern = observation.most or (), observation.jungfern or ()
    for seat in repeated(most):
        yield Problem("named_twice", {"seat": NamedSeat(seat)}, "most")
    for seat in sorted(set(jungfern)):
        if jungfern.count(seat) > 1:
            yield Problem("named_twice", {"seat": NamedSeat(seat)}, "jungfern")
        if seat in most:
            yield Problem("jungfer_with_most", {"seat": NamedSeat(seat)}, "jungfern")


def _count_problems(observation: Ramsch, table: Table[HouseRules]) -> Iterator[Problem]:
    held = {"points": observation.points, "tricks": observation.tricks}
    short = [key for key, each in held.items() if each is not None and len(each) != table.seats]
    for key in short:
        yield Problem("list_length", {"count": table.seats}, key)
    if short:
        return
    wrong = [*_augen_problems(observation.points or ()), *_trick_problems(observation, table)]
    yield from wrong
    if not wrong and table.house.deck == FULL_PACK and observation.points and observation.tricks:
        yield from _card_problems(observation.points, observation.tricks, observation.last_trick)


def _augen_problems(points: Sequence[int]) -> Iterator[Problem]:
    for augen in sorted(set(points).intersection(NO_SUCH_AUGEN)):
        yield Problem("no_such_points", {"count": augen}, "points")
    if points and sum(points) != ALL_AUGEN:
        yield Problem("sum", {"sum": ALL_AUGEN, "given": sum(points)}, "points")


def _trick_problems(observation: Ramsch, table: Table[HouseRules]) -> Iterator[Problem]:
    tricks, points = observation.tricks or (), observation.points or ()
    dealt = TRICKS[table.seats]
    if tricks and table.house.deck == FULL_PACK and sum(tricks) != dealt:
        yield Problem("sum", {"sum": dealt, "given": sum(tricks)}, "tricks")
    for seat, (augen, taken) in enumerate(zip(points, tricks, strict=False)):
        if augen and not taken:
            yield Problem("augen_without_trick", {"seat": NamedSeat(seat)}, "points")


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
