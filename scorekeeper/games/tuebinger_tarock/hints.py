"""What can be said of a round while it is being filled in, beside its score."""

from collections.abc import Iterator, Sequence
from typing import Any

from scorekeeper.core.game import Phrase, Table
from scorekeeper.core.tarock import ALL_HALF_POINTS, HALVES
from scorekeeper.games.tuebinger_tarock.counting import Count, counts
from scorekeeper.games.tuebinger_tarock.hand import Held
from scorekeeper.games.tuebinger_tarock.rules import (
    RUF_ZERO,
    TRICKS,
    Counted,
    Raus,
    Ruf,
    Ski,
    What,
    net_of,
    strafen_terms,
)
from scorekeeper.games.tuebinger_tarock.scoring import outcome, settled


def hints_of(observation: Counted, table: Table[Any], *, is_counted: bool) -> Iterator[Phrase]:
    """Who has won and with what, what the Ski moves, and what the Strafen come to."""
    if isinstance(observation, Ruf) and observation.caller == observation.called:
        return
    whole = isinstance(observation, Ruf) or sum(observation.piles) == ALL_HALF_POINTS
    if is_counted and whole and counts(observation, table.dealer):
        count = settled(observation, table)
        yield from _exchange(observation, count)
        yield _result(observation, count, table)
    if observation.strafen:
        own, theirs = strafen_terms(observation)
        yield Phrase(
            "strafen", {"own": own or (0,), "theirs": theirs or (0,), "net": net_of(observation)}
        )


def _result(observation: Counted, count: Count, table: Table[Any]) -> Phrase:
    ended = outcome(observation, count.points, table.house)
    told: dict[str, Any] = {"points": ended.own, "best": ended.theirs}
    if isinstance(observation, Ruf):
        told = {"result": ended.own - RUF_ZERO, "other": ended.theirs - RUF_ZERO}
        told["seats"] = observation.caller, observation.called
        return Phrase("ruf_won" if ended.won else "ruf_lost", told)
    told |= {"seat": observation.soloist, "side": ended.best or 0}
    if ended.added:
        told |= {"seats": ended.added, "terms": ended.terms}
        return Phrase("raus_won_added" if ended.won else "raus_lost_added", told)
    return Phrase("raus_won" if ended.won else "raus_lost", told)


def _exchange(observation: Counted, count: Count) -> Iterator[Phrase]:
    """What becomes of the Ski, where anything was told of it."""
    if count.keeper is not None:
        points = count.points[count.keeper]
        yield Phrase("ski_kept", {"counted_half_points": HALVES * points + 1, "points": points})
    elif observation.ski is not None:
        yield _moved(observation, observation.ski, count)


def _moved(observation: Counted, ski: Ski, count: Count) -> Phrase:
    home, there = count.pile[ski.owner], count.pile[ski.trick]
    if home == there:
        return Phrase("ski_at_home")
    if ski.last_trick:
        return Phrase("ski_goes_over", {"seat": ski.trick})
    whose = {"side": ski.trick, "seat": ski.owner}
    if isinstance(observation, Raus):
        numbers = {"before": count.counted[home], "after": count.points[home]}
        return Phrase("ski_moves", whose | numbers)
    return Phrase("ski_moves_side", whose | {"before": count.counted[0], "after": count.points[0]})


def hand_hints(held: Sequence[Held], cards: int) -> Iterator[Phrase]:
    """The Strafen of a hand one by one, or why it has none."""
    if cards > TRICKS:
        yield Phrase("hand_too_big", {"high": TRICKS, "cards": cards})
    elif not held:
        yield Phrase("hand_without")
    for each in held:
        yield _in_words(each)


def _in_words(held: Held) -> Phrase:
    numbers: dict[str, Any] = {"worth": held.of(0).worth, "suit": held.suit or ""}
    if held.count is not None:
        numbers |= {"cards": held.count, "card": held.ski_for or ""}
    match held.what:
        case What.SKIMON:
            return Phrase("hand_skimon", numbers)
        case What.OBERE:
            return Phrase("hand_obere" if held.ski_for is None else "hand_obere_with_ski", numbers)
        case What.UNTERE:
            return Phrase(
                "hand_untere" if held.ski_for is None else "hand_untere_with_ski", numbers
            )
        case What.KOENIGREICH:
            return Phrase("hand_koenigreich", numbers)
        case What.SKISIERTES_KOENIGREICH:
            return Phrase("hand_skisiertes_koenigreich", numbers)
        case What.FAMILIE:
            return Phrase("hand_familie", numbers)
    return Phrase("hand_skisierte_familie", numbers)
