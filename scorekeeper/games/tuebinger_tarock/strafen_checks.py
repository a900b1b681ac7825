"""Whether the cards allow these Strafen together, and four hands of Tübinger Tarock hold them."""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from scorekeeper.core.phrases import NamedSeat, NamedSeats, Problem, Values
from scorekeeper.core.piles import REMEMBERED
from scorekeeper.core.tarock import SUITS, TRUMPS
from scorekeeper.games.tuebinger_tarock import rules
from scorekeeper.games.tuebinger_tarock.rules import Counted, HouseRules, Ruf, Strafe, What

# The codes for a second claim where the pack has the cards for one.
SECOND_CODES = {
    rules.FATES: "second_fate",
    (What.OBERE,): "second_obere",
    (What.UNTERE,): "second_untere",
    rules.KINGDOMS: "second_koenigreich",
}


# Who called for a card: caller and called, the soloist of a hidden Raus, nobody in another Raus.
Call = tuple[int, ...]


class Row(NamedTuple):
    """Obere or Untere: the seat, and the number of cards."""

    seat: int
    cards: int


class Hands(NamedTuple):
    """What Strafen show of the hands: at most one row of each sort, one Einser, all kings once."""

    obere: Row | None
    untere: Row | None
    top: frozenset[int]  # who must have had the 21 beside the Obere, and
    einser: frozenset[int]  # the 1, by the Strafen; more than one cannot be
    kings: int | None  # who had them all
    three_kings: int | None
    families: Sequence[int]  # by seat
    with_ski: Sequence[int]

    @classmethod
    def shown_by(cls, strafen: Sequence[Strafe]) -> "Hands":
        """What a list of Strafen shows, whoever had the Ski."""
        seats: dict[What, int] = {}
        rows: dict[What, Row] = {}
        families = {What.FAMILIE: [0] * rules.SEATS, What.SKISIERTE_FAMILIE: [0] * rules.SEATS}
        for strafe in strafen:
            if strafe.count is not None:
                rows[strafe.what] = Row(strafe.seat, strafe.count)
            elif strafe.what in families:
                families[strafe.what][strafe.seat] += 1
            else:
                seats[strafe.what] = strafe.seat
        return cls(
            rows.get(What.OBERE),
            rows.get(What.UNTERE),
            frozenset(seats[what] for what in (What.SKIMON,) if what in seats),
            frozenset(seats[what] for what in (What.SKIMON, *rules.FATES) if what in seats),
            seats.get(What.KOENIGREICH),
            seats.get(What.SKISIERTES_KOENIGREICH),
            families[What.FAMILIE],
            families[What.SKISIERTE_FAMILIE],
        )

    def can_be(self, owners: Collection[int], call: Call = ()) -> bool:
        """Whether four hands of 19 cards can hold all that, with the Ski at one of these seats."""
        return any(
            max(cards) <= rules.TRICKS for owner in owners for cards in self.cards(owner, call)
        )

    def cards(self, owner: int, call: Call = ()) -> Iterator[list[int]]:
        """By seat, how many cards it must have had, with the Ski at *owner*.

        One list for each way in which the called can have held what was called for; none where one
        card would be in two hands.
        """
        for hands, extra_king in self._answered(owner, call):
            pictures, tarocks = hands._pictures(extra_king), hands._tarocks(owner)
            if pictures is not None and tarocks is not None:
                yield [
                    some + more + (seat == owner)
                    for seat, (some, more) in enumerate(zip(pictures, tarocks, strict=True))
                ]

    def _answered(self, owner: int, call: Call) -> Iterator[tuple["Hands", int | None]]:
        """These hands with what the called held; a seat that held a king is named beside them.

        Called is a king, or with all four the 21, the Einser or Ski; one's own in a hidden Raus.
        """
        yield self, call[-1] if call else None
        match call:
            case caller, called if {self.kings, self.three_kings} <= {None, caller}:
                rich = self._replace(kings=caller, three_kings=None)
                if owner == called:
                    yield rich, None
                yield rich._replace(top=self.top | {called}), None
                yield rich._replace(einser=self.einser | {called}), None

    def _pictures(self, with_king: int | None) -> list[int] | None:
        """By seat, the kings and family cards needed; None where a king would be in two hands.

        Of a skisierte Familie three cards count, for the Ski may stand for its king. *with_king* is
        a seat that held at least one king.
        """
        kings = [0] * rules.SEATS
        if with_king is not None:
            kings[with_king] = 1
        if self.three_kings is not None:
            kings[self.three_kings] = rules.KINGS - 1
        if self.kings is not None:
            kings[self.kings] = rules.KINGS
        if sum(map(max, kings, self.families)) > rules.KINGS:
            return None
        return [
            rules.COURTS * whole + (rules.COURTS - 1) * with_ski + max(0, least - whole - with_ski)
            for whole, with_ski, least in zip(self.families, self.with_ski, kings, strict=True)
        ]

    def _tarocks(self, owner: int) -> list[int] | None:
        """By seat, the Tarocks needed; None where one would be in two hands.

        In each row of its owner the Ski may stand for one card.
        """
        if max(len(self.einser), len(self.top)) > 1 or not self._apart(owner):
            return None
        held = [0] * rules.SEATS
        for row, beside in ((self.obere, self.top), (self.untere, self.einser)):
            if row is not None:
                held[row.seat] += row.cards - (row.seat == owner)
            for seat in beside:
                held[seat] += row is None or row.seat != seat
        return held

    def _apart(self, owner: int) -> bool:
        """Whether no Tarock is needed in two hands.

        The Ski can stand for one card in each row of its owner: for the first one of it, where
        another hand has that, or for one that is in both rows.
        """
        obere, untere = self.obere, self.untere
        spare = [
            (row.seat == owner) - (not first <= {row.seat})
            for row, first in ((obere, self.top), (untere, self.einser))
            if row is not None
        ]
        if any(left < 0 for left in spare):
            return False
        if obere is None or untere is None or obere.seat == untere.seat:
            return True  # rows in one hand that overlap are too many cards for it anyway
        return obere.cards + untere.cards - TRUMPS <= sum(spare)


# ---- What is wrong -----------------------------------------------------------------------------


def list_problems(strafen: Sequence[Strafe], house: HouseRules) -> Iterator[Problem]:
    """What is wrong with the list of Strafen by itself, whoever held which cards."""
    for strafe in strafen:
        if strafe.what in rules.ROWS and strafe.count is None:
            yield Problem("missing", field="count", incomplete=True)
        if strafe.what not in rules.ROWS and strafe.count is not None:
            yield Problem("count_of_nothing", field="count")
    if len(strafen) > 1:
        yield from _once_problems(strafen, house)


def _once_problems(strafen: Sequence[Strafe], house: HouseRules) -> Iterator[Problem]:
    """Strafen that are in the list more often than the pack has cards for."""
    for sort in rules.ONLY_ONE:
        claims = [strafe for strafe in strafen if strafe.what in sort]
        if len(claims) > 1 and not (house.both_kingdoms and _is_both_kingdoms(claims)):
            if house.both_kingdoms and sort == rules.KINGDOMS:
                yield Problem("kingdoms_apart", _claimed(claims), "strafen")
            else:
                yield Problem(SECOND_CODES[sort], _claimed(claims), "strafen")
    if sum([strafe.what in rules.FAMILIES for strafe in strafen]) > SUITS:
        yield Problem("too_many_families", {"high": SUITS}, "strafen")
    with_ski = [strafe for strafe in strafen if strafe.what in rules.WITH_SKI]
    skimons = [strafe for strafe in with_ski if strafe.what is What.SKIMON]
    if len(skimons) > 1:
        yield Problem("second_skimon", _claimed(skimons), "strafen")
    elif len({strafe.seat for strafe in with_ski}) > 1:
        yield Problem("second_ski", _claimed(with_ski), "strafen")


def _is_both_kingdoms(claims: Sequence[Strafe]) -> bool:
    """Whether that is a Königreich and a skisiertes Königreich of one player."""
    whats = sorted(strafe.what for strafe in claims)
    return whats == sorted(rules.KINGDOMS) and len({strafe.seat for strafe in claims}) == 1


def _claimed(claims: Sequence[Strafe]) -> Values:
    """Everybody who claims one of these Strafen."""
    return {"seats": NamedSeats(tuple(sorted({strafe.seat for strafe in claims})))}


def shown_owner(strafen: Sequence[Strafe]) -> int | None:
    """The seat of a Strafe with the Ski; None where there is none in the list."""
    return next((strafe.seat for strafe in strafen if strafe.what in rules.WITH_SKI), None)


def fate_of(strafen: Sequence[Strafe]) -> Strafe | None:
    """The Strafe for what became of the Einser; None where there is none in the list."""
    return next((strafe for strafe in strafen if strafe.what in rules.FATES), None)


def hand_problems(observation: Counted, owners: frozenset[int]) -> Iterator[Problem]:
    """Why four hands cannot hold the cards of these Strafen, with the Ski at one of *owners*."""
    shown = shown_owner(observation.strafen)
    if shown is not None and shown not in owners:
        field = "ski" if observation.ski else observation.counted_at
        had = tuple(sorted(owners))
        values: Values = {"seat": NamedSeat(shown), "seats": NamedSeats(had), "count": len(had)}
        yield Problem("ski_elsewhere", values, field)
        return
    candidates = owners if shown is None else frozenset((shown,))
    is_called = isinstance(observation, Ruf) or observation.hidden
    call = rules.declarers(observation) if is_called else ()
    if not _can_be_held(observation.strafen, candidates, call):
        yield _hand_problem(observation, sorted(candidates), call)


@lru_cache(maxsize=REMEMBERED)
def _can_be_held(strafen: tuple[Strafe, ...], owners: frozenset[int], call: Call) -> bool:
    """Whether four hands can hold the cards of *strafen*, with the Ski at one of *owners*."""
    return Hands.shown_by(strafen).can_be(owners, call)


def _hand_problem(observation: Counted, candidates: Sequence[int], call: Call) -> Problem:
    """What four hands cannot hold: what was called for, the Einser, a card twice, too many."""
    hands = Hands.shown_by(observation.strafen)
    if call and hands.can_be(candidates):
        match tuple(map(NamedSeat, call)):
            case caller, called:
                values: Values = {"caller": caller, "called": called}
                return Problem("nothing_to_call", values, "strafen")
            case (soloist,):
                return Problem("no_own_king", {"seat": soloist}, "strafen")
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
    return Problem(
        "hand_too_full", {"seat": seat, "high": rules.TRICKS, "needed": max(full)}, "strafen"
    )


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
    if fate is None or fate.what not in rules.IN_LAST_TRICK:
        return
    own = rules.declarers(observation)
    partners = (fate.seat in own) == (observation.ski.trick in own)
    if observation.ski.owner == fate.seat:
        yield Problem("two_cards_in_a_trick", {"seat": NamedSeat(fate.seat)}, "ski")
    elif observation.ski.trick != fate.seat if fate.what is What.FEIN else partners:
        yield Problem("last_trick_of_another", {"seat": NamedSeat(observation.ski.trick)}, "ski")
