"""What the cards of French Tarot can make: every count that the attack can have."""

from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.core.piles import shares
from scorekeeper.core.tarock import ALL_HALF_POINTS, CARDS, EXCHANGED, HALVES, HONOUR, PLAIN, SUITS
from scorekeeper.games.french_tarot.rules import (
    BOUTS,
    CHIEN,
    COURTS,
    HANDS,
    REMEMBERED,
    WHOLE_POINTS_AT,
    WITH_ECART,
    Camp,
    Contract,
    Excuse,
)


def is_bare_excuse(half_points: int) -> bool:
    """Whether a camp without any card but its Excuse has kept it: nothing was given for it."""
    return half_points in (HONOUR, ALL_HALF_POINTS - HONOUR)


@lru_cache(maxsize=REMEMBERED)
def possible_counts(
    playing: int,
    contract: Contract,
    bouts: int,
    tricks: range,
    petit: Camp | None = None,
    excuse: Excuse | None = None,
) -> int:
    """The half points that the attack can have counted, as bits.

    *playing* is how many play, *tricks* how many it may have won, *petit* who won the last one
    with the petit. *bouts* are those behind the exchange; the points are too, unless an *excuse* is
    told of.
    """
    deal = _Deal(playing, contract, petit)
    found = 0
    for won in tricks:
        found |= deal.behind(won, bouts) if excuse is None else deal.before(won, bouts, excuse)
    return found & _EVEN if playing == WHOLE_POINTS_AT else found


_EVEN = sum(
    1 << count
    for count in range(ALL_HALF_POINTS + 1)
    if count % HALVES == 0 or is_bare_excuse(count)
)


@dataclass(frozen=True, slots=True)
class _Deal:
    """What is known of a deal however many tricks the attack wins."""

    playing: int
    contract: Contract
    petit: Camp | None

    def before(self, won: int, bouts: int, excuse: Excuse) -> int:
        """The counts of the tricks as they lie there, the Excuse in one of them."""
        if excuse.last_trick and self.petit not in (None, excuse.trick):
            return 0
        home = (excuse.moved > 0) - (excuse.moved < 0)
        return self._lying(won, bouts - home, excuse.trick, last=excuse.last_trick)

    def behind(self, won: int, bouts: int) -> int:
        """The counts when the Excuse is home, from either camp or not exchanged at all.

        A camp without a trick has nothing to give for it: it may keep the Excuse all the same, or
        owe the half point.
        """
        found = self._lying(won, bouts)
        gained = self._lying(won, bouts - 1, Camp.DEFENCE)
        found |= gained << EXCHANGED | (gained << HONOUR if won == 0 else 0)
        lost = self._lying(won, bouts + 1, Camp.ATTACK)
        return found | lost >> EXCHANGED | (lost >> HONOUR if won == HANDS[self.playing] else 0)

    def _lying(self, won: int, bouts: int, excuse: Camp | None = None, last: bool = False) -> int:
        """The counts of so many tricks, and of what was laid away where it is the attack's.

        The Excuse lies in a trick of *excuse*, where that is known, and the petit in the last one
        of its camp: in another trick, unless both lie in the *last*.
        """
        known = (excuse, self.petit)
        own, others = known.count(Camp.ATTACK), known.count(Camp.DEFENCE)
        if not own <= bouts <= BOUTS - others:
            return 0
        if last:
            own, others = min(own, 1), min(others, 1)
        if own > won or others > HANDS[self.playing] - won:
            return 0
        cards = kings = self.playing * won - bouts
        if self.contract is not Contract.GARDE_CONTRE:
            cards += CHIEN[self.playing]
        if self.contract not in WITH_ECART:
            kings = SUITS
        return 0 if kings < 0 else _piles(cards, min(kings, SUITS)) << HONOUR * bouts


@lru_cache(maxsize=CARDS * SUITS)
def _piles(cards: int, kings: int) -> int:
    """The half points of so many cards, no bouts and at most so many kings among them, as bits."""
    found = 0
    for courts, above in enumerate(shares(COURTS, (kings, SUITS, SUITS, SUITS))):
        if courts <= cards <= courts + COURTS.blanks:
            found |= above << cards * PLAIN
    return found
