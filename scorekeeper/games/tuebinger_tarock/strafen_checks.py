"""Whether the cards of Tübinger Tarock allow these Strafen together."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from scorekeeper.core.phrases import NamedSeat, NamedSeats, Problem, Values
from scorekeeper.core.tarock import SUITS
from scorekeeper.games.tuebinger_tarock.hands import Call, Hands
from scorekeeper.games.tuebinger_tarock.rules import (
    FAMILIES,
    FATES,
    IN_LAST_TRICK,
    KINGDOMS,
    ONCE,
    ROWS,
    TRICKS,
    WITH_SKI,
    Counted,
    HouseRules,
    Ruf,
    Strafe,
    What,
    declarers,
)


def list_problems(strafen: Sequence[Strafe], house: HouseRules) -> Iterator[Problem]:
    """What is wrong with the list of Strafen by itself, whoever held which cards."""
    for strafe in strafen:
        if strafe.what in ROWS and strafe.count is None:
            yield Problem("missing", field="count", incomplete=True)
        if strafe.what not in ROWS and strafe.count is not None:
            yield Problem("count_of_nothing", field="count")
    if strafen:
        yield from _once_problems(strafen, house)


def _once_problems(strafen: Sequence[Strafe], house: HouseRules) -> Iterator[Problem]:
    """Strafen that are in the list more often than the pack has cards for."""
    whats = [strafe.what for strafe in strafen]
    shown = {strafe.seat for strafe in strafen if strafe.what in WITH_SKI}
    if len({ONCE.get(what, what) for what in whats}) == len(whats) and len(shown) <= 1:
        return  # every sort of Strafe is there once
    if _how_many(whats, FATES) > 1:
        yield Problem("second_fate", _claimed(strafen, FATES), "strafen")
    if whats.count(What.OBERE) > 1:
        yield Problem("second_obere", _claimed(strafen, (What.OBERE,)), "strafen")
    if whats.count(What.UNTERE) > 1:
        yield Problem("second_untere", _claimed(strafen, (What.UNTERE,)), "strafen")
    kingdoms = [strafe for strafe in strafen if strafe.what in KINGDOMS]
    if len(kingdoms) > 1 and not (house.both_kingdoms and _is_both_kingdoms(kingdoms)):
        yield Problem("second_koenigreich", _claimed(strafen, KINGDOMS), "strafen")
    if _how_many(whats, FAMILIES) > SUITS:
        yield Problem("too_many_families", {"high": SUITS}, "strafen")
    if whats.count(What.SKIMON) > 1:
        yield Problem("second_skimon", _claimed(strafen, (What.SKIMON,)), "strafen")
    elif len(shown) > 1:
        yield Problem("second_ski", {"seats": NamedSeats(tuple(sorted(shown)))}, "strafen")


def _is_both_kingdoms(kingdoms: Sequence[Strafe]) -> bool:
    """Whether that is a Königreich and a skisiertes Königreich of one player."""
    whats = sorted(strafe.what for strafe in kingdoms)
    return whats == sorted(KINGDOMS) and len({strafe.seat for strafe in kingdoms}) == 1


def _claimed(strafen: Sequence[Strafe], among: Sequence[What]) -> Values:
    """Everybody who claims one of these Strafen, of which only one can be."""
    seats = sorted({strafe.seat for strafe in strafen if strafe.what in among})
    return {"seats": NamedSeats(tuple(seats))}


def _how_many(whats: Sequence[What], among: Sequence[What]) -> int:
    return sum([whats.count(what) for what in among])


def shown_owner(strafen: Sequence[Strafe]) -> int | None:
    """The seat of a Strafe with the Ski; None where there is none in the list."""
    return next((strafe.seat for strafe in strafen if strafe.what in WITH_SKI), None)


def fate_of(strafen: Sequence[Strafe]) -> Strafe | None:
    """The Strafe for what became of the Einser; None where there is none in the list."""
    return next((strafe for strafe in strafen if strafe.what in FATES), None)


def hand_problems(observation: Counted, owners: frozenset[int]) -> Iterator[Problem]:
    """Why four hands cannot hold the cards of these Strafen, with the Ski at one of *owners*."""
    shown = shown_owner(observation.strafen)
    if shown is not None and shown not in owners:
        field = "points" if isinstance(observation, Ruf) else "piles"
        field = "ski" if observation.ski else field
        had = tuple(sorted(owners))
        values: Values = {"seat": NamedSeat(shown), "seats": NamedSeats(had), "count": len(had)}
        yield Problem("ski_elsewhere", values, field)
        return
    candidates = sorted(owners) if shown is None else [shown]
    hands = Hands.shown_by(observation.strafen)
    call = Call(observation.caller, observation.called) if isinstance(observation, Ruf) else None
    if not hands.can_be(candidates, call):
        yield _hand_problem(observation, hands, candidates, call)


def _hand_problem(
    observation: Counted, hands: Hands, candidates: Sequence[int], call: Call | None
) -> Problem:
    """What four hands cannot hold: what was called for, the Einser, a card twice, too many."""
    if call is not None and hands.can_be(candidates):
        values: Values = {"caller": NamedSeat(call.caller), "called": NamedSeat(call.called)}
        return Problem("nothing_to_call", values, "strafen")
    fate = fate_of(observation.strafen)
    others = Hands.shown_by([strafe for strafe in observation.strafen if strafe is not fate])
    if fate is not None and others.can_be(candidates):
        return Problem("einser_elsewhere", {"seat": NamedSeat(fate.seat)}, "strafen")
    ways = (cards for owner in candidates for cards in hands.cards(owner))
    full = min(ways, key=max, default=None)
    if full is None:
        claimed = _contradicting(observation.strafen, candidates)
        values = {"seats": NamedSeats(claimed), "count": len(claimed)}
        return Problem("cards_elsewhere", values, "strafen")
    seat = NamedSeat(full.index(max(full)))
    return Problem("hand_too_full", {"seat": seat, "high": TRICKS, "needed": max(full)}, "strafen")


def _contradicting(strafen: Sequence[Strafe], candidates: Sequence[int]) -> tuple[int, ...]:
    """The seats of two Strafen that cannot be together; of all of them if no two show it."""
    pairs = (
        pair
        for pair in combinations(strafen, 2)
        if not any(True for owner in candidates for _ in Hands.shown_by(pair).cards(owner))
    )
    return tuple(sorted({strafe.seat for strafe in next(pairs, strafen)}))


def trick_problems(observation: Counted) -> Iterator[Problem]:
    """What is wrong with a last trick in which both the Ski and the Einser lay."""
    if observation.ski is None or not observation.ski.last_trick:
        return
    fate = fate_of(observation.strafen)
    if fate is None or fate.what not in IN_LAST_TRICK:
        return
    own = declarers(observation)
    partners = (fate.seat in own) == (observation.ski.trick in own)
    if observation.ski.owner == fate.seat:
        yield Problem("two_cards_in_a_trick", {"seat": NamedSeat(fate.seat)}, "ski")
    elif observation.ski.trick != fate.seat if fate.what is What.FEIN else partners:
        yield Problem("last_trick_of_another", {"seat": NamedSeat(observation.ski.trick)}, "ski")
