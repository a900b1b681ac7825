"""Where the Ski and the Einser can lie in the piles of Tübinger Tarock, beside sure tricks.

A Tarock only loses to a higher one in the same trick, and every card is played to a trick of its
own. So the 21 always wins, and of a hand's Tarocks at most as many lose as others are higher.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from scorekeeper.core.piles import REMEMBERED
from scorekeeper.core.tarock import TRUMPS
from scorekeeper.games.tuebinger_tarock import counting, rules
from scorekeeper.games.tuebinger_tarock.counting import Count
from scorekeeper.games.tuebinger_tarock.rules import Counted, Strafe, What
from scorekeeper.games.tuebinger_tarock.strafen_checks import fate_of, shown_owner

TOP, EINSER = TRUMPS, 1


class Placement(NamedTuple):
    """One possibility of where the Ski and the Einser lie.

    - `owner`: the seat that had the Ski;
    - `ski`: the pile with the Ski when the piles were counted;
    - `trick`: whether it lies there in a trick; otherwise it came back to its owner, or stayed;
    - `home`: the pile that the Ski belongs to in the end;
    - `einser`: the pile with the Einser; None where nobody claimed anything about it;
    - `apart`: whether Ski and Einser must lie in different tricks, as when one player had both;
    - `sure`: by seat, the least points of the tricks that its Tarocks must have won, where they
      must have won any.
    """

    owner: int
    ski: int
    trick: bool
    home: int
    einser: int | None
    apart: bool
    sure: Mapping[int, int]


def placements(observation: Counted, count: Count) -> Iterator[Placement]:
    """Every possibility of where the Ski and the Einser lie."""
    pile, ski, fate = count.pile, observation.ski, fate_of(observation.strafen)
    shown = shown_owner(observation.strafen)
    owners = counting.ski_owners(observation, count) if shown is None else {shown}
    last = fate is not None and fate.what in rules.IN_LAST_TRICK
    told = shown is not None or shows_tarocks(observation.strafen)
    for einser, owner in product(_einser_piles(observation, count, fate), sorted(owners)):
        both = fate is not None and fate.seat == owner
        sure = _sure_points(observation.strafen, owner)
        if ski is not None:
            won = pile[ski.trick]
            home = won if ski.last_trick else pile[owner]
            earlier = fate is not None and last is not ski.last_trick
            yield Placement(owner, won, True, home, einser, both or earlier, sure)
            continue
        kept = count.keeper is not None or observation.kept is not None
        apart = kept and (both or last)
        yield Placement(owner, pile[owner], False, pile[owner], einser, apart, sure)
        if told and not kept:
            for won in _gone_over(owner, count, fate, einser):
                apart = both or (fate is not None and not last)
                yield Placement(owner, won, True, won, einser, apart, sure)


def _gone_over(owner: int, count: Count, fate: Strafe | None, einser: int | None) -> Iterator[int]:
    """The piles that may have won the last trick with the Ski of *owner* in it."""
    if fate is None or einser is None or fate.what not in rules.IN_LAST_TRICK:
        yield from sorted(set(count.pile))
    elif fate.seat != owner:  # who played the Einser there did not play the Ski
        yield einser


def _einser_piles(
    observation: Counted, count: Count, fate: Strafe | None
) -> tuple[int | None, ...]:
    """The piles that the Einser may lie in, as far as a Strafe for it shows."""
    ski = observation.ski
    if fate is None:
        return (None,)
    if fate.what is What.FEIN:
        return (count.pile[fate.seat],)
    if fate.what is What.EINSER_FEIN_GEFASST and ski is not None and ski.last_trick:
        return (count.pile[ski.trick],)
    own = rules.declarers(observation)
    opponents = [seat for seat in rules.ALONE if (seat in own) != (fate.seat in own)]
    return tuple({count.pile[seat]: None for seat in opponents})


def can_lie(placement: Placement, observation: Counted, count: Count) -> bool:
    """Whether every pile has enough points for what lies in it."""
    keeper = count.keeper if observation.kept is None else observation.kept
    if keeper is not None and placement.einser == keeper:
        return False
    for number, counted in enumerate(count.counted):
        winners, least = sure_winners(placement, observation, count, number)
        if winners:
            if number == keeper or counted < least:
                return False
        elif not _has_room(placement, count, number, counted - _laid(count, number)):
            return False
    return True


def sure_winners(
    placement: Placement, observation: Counted, count: Count, number: int
) -> tuple[tuple[int, ...], int]:
    """The seats whose Tarocks must have won tricks of a pile, and the least points of that pile."""
    winners = tuple([seat for seat in placement.sure if count.pile[seat] == number])
    if not winners:
        return (), 0
    least = sum([placement.sure[seat] for seat in winners]) + _laid(count, number)
    return winners, least + _beside(placement, observation, number, winners)


def _laid(count: Count, number: int) -> int:
    """The least points of the cards that the dealer laid, where they lie in this pile."""
    return counting.LAID_LEAST * (number == count.laid)


def _sure_points(strafen: Sequence[Strafe], owner: int) -> Mapping[int, int]:
    """The least points of the tricks that Tarocks must have won, with the Ski at *owner*.

    By the seat whose they are, in order; without those that need not have won any.
    """
    shown = sorted({strafe.seat for strafe in strafen if strafe.what in rules.WITH_TAROCKS})
    by_seat = {seat: least_points(strafen, seat, has_ski=seat == owner) for seat in shown}
    return {seat: least for seat, least in by_seat.items() if least}


def _beside(placement: Placement, observation: Counted, number: int, winners: Sequence[int]) -> int:
    """What Ski and Einser add to a pile with the sure tricks of *winners*.

    They may lie in those tricks, unless their own player has won all of these with other cards; an
    Einser that was fein has won its own, one of those only where it belongs to a row.
    """
    more = 0
    if placement.ski == number:
        more += (
            counting.ONE_HONOUR
            if placement.trick and winners == (placement.owner,)
            else counting.SKI_ALONE
        )
    if placement.einser == number and (fate := fate_of(observation.strafen)) is not None:
        untere = any(
            (strafe.seat, strafe.what) == (fate.seat, What.UNTERE) for strafe in observation.strafen
        )
        is_apart = fate.what is What.FEIN and not (untere and fate.seat in winners)
        more += counting.ONE_HONOUR if is_apart else counting.ONE_HONOUR - counting.A_TRICK
    return more


def _has_room(placement: Placement, count: Count, number: int, points: int) -> bool:
    """Whether a pile of so many points, without laid cards, has room for Ski and Einser."""
    ski, einser = placement.ski == number, placement.einser == number
    if ski and einser:
        return points >= (counting.TWO_APART if placement.apart else counting.TWO_HONOURS)
    if einser or (ski and placement.trick):
        more = counting.A_TRICK * (number == count.unpaid and placement.apart)
        return points >= counting.ONE_HONOUR + more
    if ski:
        return (
            points >= (counting.SKI_ALONE if number == count.laid else counting.ONE_HONOUR)
            or points == counting.SKI_ALONE
        )
    return number != count.unpaid or points >= counting.A_TRICK


# ---- Tricks that the Tarocks of a hand win, however the others play ------------------------------


def shows_tarocks(strafen: Sequence[Strafe]) -> bool:
    """Whether a Strafe shows Tarocks that win tricks for sure."""
    return any(strafe.what in rules.WITH_TAROCKS for strafe in strafen)


def won_top(strafen: Sequence[Strafe], seat: int, *, has_ski: bool) -> bool:
    """Whether the 21 lies in a trick of this seat, as far as its Strafen show."""
    whats = {strafe.what for strafe in strafen if strafe.seat == seat}
    return What.SKIMON in whats or (What.OBERE in whats and not has_ski)


def least_points(strafen: Sequence[Strafe], seat: int, *, has_ski: bool) -> int:
    """The whole points of the tricks that a seat must have won, without what else lies in them."""
    rows = {strafe.what: strafe.count or 0 for strafe in strafen if strafe.seat == seat}
    obere, untere = rows.get(What.OBERE, 0), rows.get(What.UNTERE, 0)
    return _least_points(obere, untere, top=What.SKIMON in rows, has_ski=has_ski)


@lru_cache(maxsize=REMEMBERED)
def _least_points(obere: int, untere: int, *, top: bool, has_ski: bool) -> int:
    """The least points of a hand with rows of so many cards, and the 21 where *top* is true.

    A 1 by itself wins no trick for sure: no hand has every other Tarock. The Ski may stand for one
    card of each row.
    """
    high, low = frozenset(range(TOP - obere + 1, TOP + 1)), frozenset(range(EINSER, untere + 1))
    sure = {TOP} if top else set()
    missing = product((None, *high), (None, *low)) if has_ski else ((None, None),)
    return min(_worth((high - {above}) | (low - {below}) | sure) for above, below in missing)


def _worth(tarocks: frozenset[int]) -> int:
    """The least whole points of the tricks that these Tarocks win at least."""
    higher = won = 0
    for number in range(TOP, EINSER - 1, -1):
        if number not in tarocks:
            higher += 1
        elif higher:
            higher -= 1
        else:
            won += 1
    return counting.A_TRICK * won + (counting.ONE_HONOUR - counting.A_TRICK) * (TOP in tarocks)
