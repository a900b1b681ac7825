"""Why a round of Tapp cannot have happened: the cards or this table do not allow it."""

from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.core.game import Table
from scorekeeper.core.phrases import Counts, NamedSeat, NamedSeats, Problem, Values
from scorekeeper.core.piles import divides
from scorekeeper.core.seats import named_twice
from scorekeeper.core.sitting_out import seat_sitting_out, seats_in_play, sitting_out_problems
from scorekeeper.games.tapp import rules
from scorekeeper.games.tapp.closing import Stage
from scorekeeper.games.tapp.rules import (
    HerzMitAufnehmen,
    HouseRules,
    Observation,
    Ramsch,
    WithAugen,
)


def check(observation: Observation, table: Table[HouseRules]) -> Iterator[Problem]:
    """Why this round cannot have happened; docs/sheet-file.md lists the codes."""
    yield from _order_problems(observation, table)
    named = ("declarer", "ace_of_hearts", "most", "jungfern", "last_trick")
    yield from sitting_out_problems(observation, table, named)
    if isinstance(observation, Ramsch):
        yield from _ramsch_problems(observation, table)
    elif isinstance(observation, WithAugen):
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


def _result_problems(observation: WithAugen) -> Iterator[Problem]:
    if observation.points is None and observation.won is None:
        yield Problem("missing", field="points", incomplete=True)
    elif observation.points is not None and observation.won is not None:
        yield Problem("points_and_won", field="won")
    if observation.points is not None and observation.points in rules.NO_SUCH_AUGEN:
        yield _no_such_augen(observation.declarer, observation.points)


def _no_such_augen(seat: int, augen: int) -> Problem:
    """Somebody would have 1 of the Augen, or would leave 1 to the others."""
    values: Values = {
        "player": NamedSeat(seat),
        "count": augen,
        "rest": rules.ALL_AUGEN - augen,
        "least": rules.LEAST_CARD,
    }
    return Problem("no_such_points", values, "points")


def _ramsch_problems(observation: Ramsch, table: Table[HouseRules]) -> Iterator[Problem]:
    named = [key for key in ("most", "jungfern") if getattr(observation, key) is not None]
    counted = [key for key in ("points", "tricks") if getattr(observation, key) is not None]
    if named and counted:
        yield Problem("named_and_counted", field=counted[0])
        return
    for key in ("points", "tricks") if counted else ("most", "jungfern"):
        if getattr(observation, key) is None or (key == "most" and not observation.most):
            yield Problem("missing", field=key, incomplete=True)
    problems = list(_count_problems(observation, table) if counted else _name_problems(observation))
    yield from problems
    last, playing = observation.last_trick, seats_in_play(observation, table)
    if last in playing and last in rules.jungfern_of(observation, playing):
        yield Problem("no_trick_at_all", {"player": NamedSeat(last)}, "last_trick")
    tie = not problems and len(rules.most_of(observation)) > 1
    if tie and last is None and table.house.ramsch_tie is rules.Tie.LAST_TRICK:
        yield Problem("missing_last_trick", field="last_trick", incomplete=True)


def _name_problems(observation: Ramsch) -> Iterator[Problem]:
    most, jungfern = observation.most or (), observation.jungfern or ()
    yield from named_twice(most, "most")
    yield from named_twice(jungfern, "jungfern")
    for seat in sorted({*jungfern}.intersection(most)):
        yield Problem("jungfer_with_most", {"player": NamedSeat(seat)}, "jungfern")


def _count_problems(observation: Ramsch, table: Table[HouseRules]) -> Iterator[Problem]:
    held = {"points": observation.points, "tricks": observation.tricks}
    short = [key for key, given in held.items() if given is not None and len(given) != table.seats]
    for key in short:
        yield Problem("list_length", {"count": table.seats}, key)
    if short:
        return
    wrong = [
        *_problems_of_who_sits_out(held, seat_sitting_out(observation, table)),
        *_augen_problems(observation),
        *_trick_problems(observation, table),
    ]
    yield from wrong
    if not wrong and table.house.deck == rules.FULL_PACK and all(held.values()):
        yield from _card_problems(observation, seats_in_play(observation, table))


def _problems_of_who_sits_out(
    held: Mapping[str, Sequence[int] | None], out: int | None
) -> Iterator[Problem]:
    for key, given in held.items():
        if out is not None and given is not None and given[out]:
            yield Problem("out_has_cards", {"player": NamedSeat(out), "given": given[out]}, key)


def _augen_problems(observation: Ramsch) -> Iterator[Problem]:
    points = observation.points or ()
    for seat, augen in enumerate(points):
        if augen in rules.NO_SUCH_AUGEN:
            yield _no_such_augen(seat, augen)
    if points and sum(points) != rules.ALL_AUGEN:
        yield Problem("sum", {"sum": rules.ALL_AUGEN, "given": sum(points)}, "points")


def _trick_problems(observation: Ramsch, table: Table[HouseRules]) -> Iterator[Problem]:
    tricks, points = observation.tricks or (), observation.points or ()
    playing = seats_in_play(observation, table)
    dealt = rules.TRICKS[table.house.playing(table.seats)]
    if tricks and table.house.deck == rules.FULL_PACK and sum(tricks) != dealt:
        yield Problem("sum", {"sum": dealt, "given": sum(tricks)}, "tricks")
    for seat in playing if points and tricks else ():
        if points[seat] and not tricks[seat]:
            values: Values = {"player": NamedSeat(seat), "count": points[seat]}
            yield Problem("augen_without_trick", values, "points")


def _card_problems(observation: Ramsch, playing: Sequence[int]) -> Iterator[Problem]:
    """Whether so many Augen can lie in the cards of so many tricks.

    The Tapp goes with the last trick; where nobody said who won that, with anybody's.
    """
    points, tricks = observation.points or (), observation.tricks or ()
    takers = [seat for seat in playing if tricks[seat]]
    winners = [seat for seat in takers if seat == observation.last_trick] or takers
    piles = [_piles(tricks, playing, winner) for winner in winners]
    counted = tuple(points[seat] for seat in playing)
    if any(divides(rules.PACK, cards, counted) for cards in piles):
        return
    seats = _impossible_alone(points, playing, piles) or takers
    values: Values = {
        "players": NamedSeats(tuple(seats)),
        "tricks": Counts(tuple(tricks[seat] for seat in seats)),
        "points": Counts(tuple(points[seat] for seat in seats)),
    }
    yield Problem("no_such_cards", values, "points")


def _piles(tricks: Sequence[int], playing: Sequence[int], winner: int) -> tuple[int, ...]:
    """The cards of everybody who plays, where the *winner* of the last trick has the Tapp."""
    cards = {seat: len(playing) * tricks[seat] for seat in playing}
    cards[winner] += rules.FULL_PACK - sum(cards.values())
    return tuple(cards.values())


def _impossible_alone(
    points: Sequence[int], playing: Sequence[int], piles: Sequence[tuple[int, ...]]
) -> list[int]:
    """The seats whose own Augen are not in any of their *piles*, whatever the others have."""
    seats = []
    for seat, *own in zip(playing, *piles, strict=True):
        augen = (points[seat], rules.ALL_AUGEN - points[seat])
        if not any(divides(rules.PACK, (held, rules.FULL_PACK - held), augen) for held in own):
            seats.append(seat)
    return seats
