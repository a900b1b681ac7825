"""Whether the cards of Tübinger Tarock allow these Strafen together."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorekeeper.core.phrases import NamedSeat, NamedSeats, Problem, Values
from scorekeeper.core.tarock import SUITS, TRUMPS
from scorekeeper.games.tuebinger_tarock.rules import (
    COURTS,
    FAMILIES,
    FATES,
    IN_LAST_TRICK,
    KINGDOMS,
    KINGS,
    ONCE,
    ROWS,
    SEATS,
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
    if len(strafen) > 1:
        yield from _once_problems(strafen, house)


def _once_problems(strafen: Sequence[Strafe], house: HouseRules) -> Iterator[Problem]:
    """Strafen that are in the list more often than the pack has cards for."""
    whats = [strafe.what for strafe in strafen]
    shown = {strafe.seat for strafe in strafen if strafe.what in WITH_SKI}
    if len({ONCE.get(what, what) for what in whats}) == len(whats) and len(shown) <= 1:
        return  # every sort of Strafe is there once
    if _how_many(whats, FATES) > 1:
        yield _second("second_fate", strafen, FATES)
    if whats.count(What.OBERE) > 1:
        yield _second("second_obere", strafen, (What.OBERE,))
    if whats.count(What.UNTERE) > 1:
        yield _second("second_untere", strafen, (What.UNTERE,))
    kingdoms = [strafe for strafe in strafen if strafe.what in KINGDOMS]
    if len(kingdoms) > 1 and not (house.both_kingdoms and _is_both_kingdoms(kingdoms)):
        yield _second("second_koenigreich", strafen, KINGDOMS)
    if _how_many(whats, FAMILIES) > SUITS:
        yield Problem("too_many_families", {"high": SUITS}, "strafen")
    if whats.count(What.SKIMON) > 1:
        yield _second("second_skimon", strafen, (What.SKIMON,))
    elif len(shown) > 1:
        yield Problem("second_ski", {"seats": NamedSeats(tuple(sorted(shown)))}, "strafen")


def _is_both_kingdoms(kingdoms: Sequence[Strafe]) -> bool:
    """Whether that is a Königreich and a skisiertes Königreich of one player."""
    whats = sorted(strafe.what for strafe in kingdoms)
    return whats == sorted(KINGDOMS) and len({strafe.seat for strafe in kingdoms}) == 1


def _second(code: str, strafen: Sequence[Strafe], among: Sequence[What]) -> Problem:
    """The problem that only one of these Strafen can be; it names everybody who claims one."""
    seats = tuple(sorted({strafe.seat for strafe in strafen if strafe.what in among}))
    return Problem(code, {"seats": NamedSeats(seats)}, "strafen")


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
    if len(observation.strafen) == 1:
        return  # nothing that one player shows alone is too much for a hand
    candidates = sorted(owners) if shown is None else [shown]
    hands = _Hands.shown_by(observation.strafen)
    if hands.can_be(candidates):
        return
    fate = fate_of(observation.strafen)
    others = _Hands.shown_by([strafe for strafe in observation.strafen if strafe is not fate])
    full = next((cards for owner in candidates if (cards := hands.cards(owner))), None)
    if fate is not None and others.can_be(candidates):
        yield Problem("einser_elsewhere", {"seat": NamedSeat(fate.seat)}, "strafen")
    elif full is None:
        yield Problem("cards_elsewhere", field="strafen")
    else:
        seat = NamedSeat(full.index(max(full)))
        values = {"seat": seat, "high": TRICKS, "needed": max(full)}
        yield Problem("hand_too_full", values, "strafen")


class _Row(NamedTuple):
    """Obere or Untere: the seat, and the number of cards."""

    seat: int
    cards: int


class _Hands(NamedTuple):
    """What Strafen show of the hands: at most one row of each sort, one Einser, one Königreich."""

    obere: _Row | None
    untere: _Row | None
    skimon: int | None
    einser: int | None  # who must have had it, by the Strafe for it
    kings: int | None  # who had them all
    three_kings: int | None
    families: Sequence[int]  # by seat
    with_ski: Sequence[int]

    @classmethod
    def shown_by(cls, strafen: Sequence[Strafe]) -> "_Hands":
        seats: dict[What, int] = {}
        rows: dict[What, _Row] = {}
        families = {What.FAMILIE: [0] * SEATS, What.SKISIERTE_FAMILIE: [0] * SEATS}
        for strafe in strafen:
            if strafe.count is not None:
                rows[strafe.what] = _Row(strafe.seat, strafe.count)
            elif strafe.what in families:
                families[strafe.what][strafe.seat] += 1
            else:
                seats[strafe.what] = strafe.seat
        return cls(
            rows.get(What.OBERE),
            rows.get(What.UNTERE),
            seats.get(What.SKIMON),
            next((seats[fate] for fate in FATES if fate in seats), None),
            seats.get(What.KOENIGREICH),
            seats.get(What.SKISIERTES_KOENIGREICH),
            families[What.FAMILIE],
            families[What.SKISIERTE_FAMILIE],
        )

    def can_be(self, owners: Sequence[int]) -> bool:
        """Whether four hands of 19 cards can hold all that, with the Ski at one of these seats."""
        found = (self.cards(owner) for owner in owners)
        return any(cards is not None and max(cards) <= TRICKS for cards in found)

    def cards(self, owner: int) -> list[int] | None:
        """By seat, how many cards it must have had, with the Ski at *owner*.

        None where one card would be in two hands.
        """
        pictures, tarocks = self._pictures(owner), self._tarocks(owner)
        if pictures is None or tarocks is None:
            return None
        return [
            some + more + (seat == owner)
            for seat, (some, more) in enumerate(zip(pictures, tarocks, strict=True))
        ]

    def _pictures(self, owner: int) -> list[int] | None:
        """By seat, the kings and family cards needed; None where a king would be in two hands.

        Of a skisierte Familie three cards count, for the Ski may stand for its king.
        """
        if self.kings is self.three_kings is None and not any((*self.families, *self.with_ski)):
            return [0] * SEATS
        held = [
            COURTS * whole + (COURTS - 1) * with_ski
            for whole, with_ski in zip(self.families, self.with_ski, strict=True)
        ]
        three = None if self.kings == self.three_kings else self.three_kings
        for seat, needed in ((self.kings, KINGS), (three, KINGS - 1)):
            if seat is not None:
                if sum(self.families) - self.families[seat] > KINGS - needed:
                    return None
                there = self.families[seat] + self.with_ski[seat]
                held[seat] += max(0, needed - there)
        return held

    def _tarocks(self, owner: int) -> list[int] | None:
        """By seat, the Tarocks needed; None where one would be in two hands.

        In each row of its owner the Ski may stand for one card.
        """
        einser = {seat for seat in (self.skimon, self.einser) if seat is not None}
        if len(einser) > 1 or not self._apart(owner, einser):
            return None
        held = [0] * SEATS
        for row in (self.obere, self.untere):
            if row is not None:
                held[row.seat] += row.cards - (row.seat == owner)
        for seat in einser:
            held[seat] += self.untere is None or self.untere.seat != seat
        if self.skimon is not None:
            held[self.skimon] += self.obere is None or self.obere.seat != self.skimon
        return held

    def _apart(self, owner: int, einser: set[int]) -> bool:
        """Whether no Tarock is needed in two hands; *einser* are seats that must have had the 1."""
        obere, untere = self.obere, self.untere
        if obere and self.skimon not in (None, obere.seat):
            return False  # both need the 21
        if untere and untere.seat != owner and not einser <= {untere.seat}:
            return False  # nothing stands for the 1
        if obere is None or untere is None or obere.seat == untere.seat:
            return True  # rows in one hand that overlap are too many cards for it anyway
        shared = obere.cards + untere.cards - TRUMPS
        if shared <= 0:
            return True
        if untere.seat == owner:  # the Ski stands for the shared one, and then for no 1
            return shared == 1 and einser <= {untere.seat}
        return shared == 1 and obere.seat == owner


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
