"""Hints beside the form while a round is being filled in: outcome, exchange, Strafen, hand."""

from collections.abc import Iterator, Sequence
from typing import Any

from scorekeeper.core.game import Table
from scorekeeper.core.phrases import (
    Amount,
    HalfPoints,
    NamedSeat,
    NamedSeats,
    Phrase,
    Terms,
    Value,
    Values,
)
from scorekeeper.core.tarock import ALL_HALF_POINTS, HALVES
from scorekeeper.games.tuebinger_tarock import rules
from scorekeeper.games.tuebinger_tarock.counting import Count, counts
from scorekeeper.games.tuebinger_tarock.hand import Held
from scorekeeper.games.tuebinger_tarock.readings import settled
from scorekeeper.games.tuebinger_tarock.rules import Counted, Raus, Ruf, Ski, What
from scorekeeper.games.tuebinger_tarock.scoring import outcome, strafen_values

# The codes of the Strafen of a hand: without the Ski for a missing card, and with it.
HAND_CODES = {
    What.SKIMON: ("hand_skimon", "hand_skimon"),
    What.OBERE: ("hand_obere", "hand_obere_with_ski"),
    What.UNTERE: ("hand_untere", "hand_untere_with_ski"),
    What.KOENIGREICH: ("hand_koenigreich", "hand_koenigreich"),
    What.SKISIERTES_KOENIGREICH: ("hand_skisiertes_koenigreich", "hand_skisiertes_koenigreich"),
    What.FAMILIE: ("hand_familie", "hand_familie"),
    What.SKISIERTE_FAMILIE: ("hand_skisierte_familie", "hand_skisierte_familie"),
}


def hints_of(observation: Counted, table: Table[Any], *, is_counted: bool) -> Iterator[Phrase]:
    """What the exchange of the Ski moves, who has won, and the Strafen.

    Only the Strafen where the points are not entered yet (*is_counted* is false) or cannot be read.
    """
    if isinstance(observation, Ruf) and observation.caller == observation.called:
        return
    whole = isinstance(observation, Ruf) or sum(observation.piles) == ALL_HALF_POINTS
    if is_counted and whole and counts(observation, table.dealer):
        count = settled(observation, table)
        yield from _exchange(observation, count)
        yield _result(observation, count, table)
    if observation.strafen:
        yield Phrase("strafen", strafen_values(observation))


def _result(observation: Counted, count: Count, table: Table[Any]) -> Phrase:
    ended = outcome(observation, count, table.house)
    if isinstance(observation, Ruf):
        values: dict[str, Value] = {"seats": NamedSeats(rules.declarers(observation))}
        values |= {"result": ended.own - rules.RUF_ZERO, "other": ended.theirs - rules.RUF_ZERO}
        return Phrase("ruf_won" if ended.won else "ruf_lost", values)
    best, *added = ended.opponents
    values = {"player": NamedSeat(observation.soloist), "opponent": NamedSeat(best)}
    values |= {"points": ended.own, "best": ended.theirs}
    if added:
        values |= {"seats": NamedSeats(tuple(added)), "terms": Terms(ended.terms)}
        return Phrase("raus_won_added" if ended.won else "raus_lost_added", values)
    return Phrase("raus_won" if ended.won else "raus_lost", values)


def _exchange(observation: Counted, count: Count) -> Iterator[Phrase]:
    """What the exchange of the Ski does to the points; nothing where nothing is known of it."""
    if count.keeper is not None:
        points = count.points[count.keeper]
        counted = HalfPoints(HALVES * points + 1)
        yield Phrase("ski_kept", {"counted_half_points": counted, "points": points})
    elif observation.ski is not None:
        yield _moved(observation, observation.ski, count)


def _moved(observation: Counted, ski: Ski, count: Count) -> Phrase:
    home, there = count.pile[ski.owner], count.pile[ski.trick]
    if home == there:
        return Phrase("ski_at_home")
    if ski.last_trick:
        return Phrase("ski_goes_over", {"winner": NamedSeat(ski.trick)})
    shown = home if isinstance(observation, Raus) else 0
    values: Values = {
        "winner": NamedSeat(ski.trick),
        "owner": NamedSeat(ski.owner),
        "before": count.counted[shown],
        "after": count.points[shown],
    }
    return Phrase("ski_moves" if isinstance(observation, Raus) else "ski_moves_side", values)


def hand_hints(held: Sequence[Held]) -> Iterator[Phrase]:
    """The Strafen of a hand, or that it has none."""
    if not held:
        yield Phrase("hand_without")
    for strafe in held:
        yield _in_words(strafe)


def _in_words(held: Held) -> Phrase:
    values: dict[str, Value] = {"worth": Amount(held.of(0).worth), "suit": held.suit or ""}
    if held.count is not None:
        values |= {"cards": held.count, "card": held.ski_for or ""}
    return Phrase(HAND_CODES[held.what][held.ski_for is not None], values)
