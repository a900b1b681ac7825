"""Every count that the cards allow the attack to have, and the tricks that trumps surely win."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from scorekeeper.core.piles import REMEMBERED, shares
from scorekeeper.core.tarock import ALL_HALF_POINTS, EXCHANGED, HALVES, HONOUR, PLAIN, SUITS, TRUMPS
from scorekeeper.games.french_tarot import rules
from scorekeeper.games.french_tarot.rules import HouseRules, Played


def is_bare_excuse(half_points: int) -> bool:
    """Whether one camp has exactly an Excuse (4.5 points) or all but that.

    So it is where a camp without a trick kept its Excuse and had no card to give for it.
    """
    return half_points in (HONOUR, ALL_HALF_POINTS - HONOUR)


@lru_cache(maxsize=REMEMBERED)
def possible_counts(
    playing: int,
    contract: rules.Contract,
    bouts: int,
    tricks: range,
    petit: rules.Camp | None = None,
    excuse: rules.Excuse | None = None,
) -> int:
    """The half points that the attack can have counted, as a bit set: bit 81 stands for 40.5.

    *playing* is how many play, *tricks* the numbers of tricks it may have won, *petit* the camp
    that won the last trick with the petit in it. *bouts* are those after the exchange of the
    Excuse. The counts are those after the exchange too, unless *excuse* is given.

    At a table of four a half is that of an Excuse for which a camp without a trick gave nothing: it
    is among the counts where a camp is known to have won every trick, or had no other card.
    """
    deal = _Deal(playing, contract, petit)
    counts = 0
    for won in tricks:
        counts |= deal.behind(won, bouts) if excuse is None else deal.before(won, bouts, excuse)
    return counts & _EVEN if playing == rules.WHOLE_POINTS_AT and len(tricks) != 1 else counts


_EVEN = sum(
    1 << count
    for count in range(ALL_HALF_POINTS + 1)
    if count % HALVES == 0 or is_bare_excuse(count)
)


class _Deal(NamedTuple):
    """What is known of a deal, whatever number of tricks the attack wins."""

    playing: int
    contract: rules.Contract
    petit: rules.Camp | None

    def before(self, won: int, bouts: int, excuse: rules.Excuse) -> int:
        """The counts before the exchange, with *won* tricks; *bouts* are those after it."""
        if excuse.last_trick and self.petit not in (None, excuse.trick):
            return 0
        home = (excuse.moved > 0) - (excuse.moved < 0)
        return self._lying(won, bouts - home, excuse.trick, last=excuse.last_trick)

    def behind(self, won: int, bouts: int) -> int:
        """The counts after the exchange, whichever camp had the Excuse, or without an exchange.

        A camp without a trick has no card to give for its Excuse: tables then move 4.5 points, or
        4 as always.
        """
        counts = self._lying(won, bouts)
        gained = self._lying(won, bouts - 1, rules.Camp.DEFENCE)
        counts |= gained << EXCHANGED | (gained << HONOUR if won == 0 else 0)
        lost = self._lying(won, bouts + 1, rules.Camp.ATTACK)
        return (
            counts | lost >> EXCHANGED | (lost >> HONOUR if won == rules.HANDS[self.playing] else 0)
        )

    def _lying(
        self, won: int, bouts: int, excuse: rules.Camp | None = None, last: bool = False
    ) -> int:
        """The counts of *won* tricks with so many *bouts* in them, and the chien or écart.

        *excuse* is the camp that won the trick with the Excuse, if that is known; *last* says that
        it was the last trick, in which the petit lies too where somebody won that one with it.
        """
        known = (excuse, self.petit)
        own, others = known.count(rules.Camp.ATTACK), known.count(rules.Camp.DEFENCE)
        if not own <= bouts <= rules.BOUTS - others:
            return 0
        if last:
            own, others = min(own, 1), min(others, 1)
        if own > won or others > rules.HANDS[self.playing] - won:
            return 0
        cards = kings = self.playing * won - bouts
        if self.contract is not rules.Contract.GARDE_CONTRE:
            cards += rules.CHIEN[self.playing]
        if self.contract not in rules.WITH_ECART:
            kings = SUITS
        return _piles(cards, min(kings, SUITS)) << HONOUR * bouts


@cache
def _piles(cards: int, kings: int) -> int:
    """The half points of so many cards without bouts and with at most so many kings: a bit set."""
    half_points = 0
    for courts, above in enumerate(shares(rules.COURTS, (kings, SUITS, SUITS, SUITS))):
        if courts <= cards <= courts + rules.COURTS.blanks:
            half_points |= above << cards * PLAIN
    return half_points


# ---- The tricks that trumps win ------------------------------------------------------------------


def shown_by(observation: Played, camp: rules.Camp) -> Sequence[rules.Poignee]:
    """The poignées of a camp."""
    attack = (observation.taker, observation.partner)
    return [
        poignee
        for poignee in observation.poignees
        if (poignee.seat in attack) == (camp is rules.Camp.ATTACK)
    ]


def least_tricks(observation: Played, camp: rules.Camp, playing: int, house: HouseRules) -> int:
    """The tricks that a camp has won for certain, with the trumps that its players have shown.

    Every trump of a player lies in a trick of its own. For each of these that the others win they
    have played a higher trump; they have no more trumps than were not shown. The Excuse is shown
    like a trump and wins nothing; it may be among those shown, unless the other camp played it.
    """
    sizes = house.trumps_by_size(playing)
    trumps = sorted(sizes[poignee.size] for poignee in shown_by(observation, camp))
    if not trumps:
        return 0
    if observation.excuse is None or observation.excuse.owner is camp:
        trumps[-1] -= 1
    return max(0, max(trumps) - (TRUMPS - sum(trumps)))


def tricks_by_trumps(observation: Played, playing: int, house: HouseRules) -> range:
    """The numbers of tricks that the attack may have won, by the trumps that both camps showed."""
    own, others = (least_tricks(observation, camp, playing, house) for camp in rules.Camp)
    return range(own, rules.HANDS[playing] - others + 1)
