"""Whether four hands of Tübinger Tarock can hold what Strafen and a call show of them."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorekeeper.core.tarock import TRUMPS
from scorekeeper.games.tuebinger_tarock.rules import (
    COURTS,
    FATES,
    KINGS,
    SEATS,
    TRICKS,
    Strafe,
    What,
)


class Call(NamedTuple):
    """Who called whom: for a king, or with all four kings for the 21, the Einser or the Ski."""

    caller: int
    called: int


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
        families = {What.FAMILIE: [0] * SEATS, What.SKISIERTE_FAMILIE: [0] * SEATS}
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
            frozenset(seats[what] for what in (What.SKIMON, *FATES) if what in seats),
            seats.get(What.KOENIGREICH),
            seats.get(What.SKISIERTES_KOENIGREICH),
            families[What.FAMILIE],
            families[What.SKISIERTE_FAMILIE],
        )

    def can_be(self, owners: Sequence[int], call: Call | None = None) -> bool:
        """Whether four hands of 19 cards can hold all that, with the Ski at one of these seats."""
        return any(max(cards) <= TRICKS for owner in owners for cards in self.cards(owner, call))

    def cards(self, owner: int, call: Call | None = None) -> Iterator[list[int]]:
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

    def _answered(self, owner: int, call: Call | None) -> Iterator[tuple["Hands", int | None]]:
        """These hands with what the called held; a seat that held a king is named beside them."""
        if call is None:
            yield self, None
            return
        yield self, call.called
        if self.kings in (None, call.caller) and self.three_kings in (None, call.caller):
            rich = self._replace(kings=call.caller, three_kings=None)
            if owner == call.called:
                yield rich, None
            yield rich._replace(top=self.top | {call.called}), None
            yield rich._replace(einser=self.einser | {call.called}), None

    def _pictures(self, with_king: int | None) -> list[int] | None:
        """By seat, the kings and family cards needed; None where a king would be in two hands.

        Of a skisierte Familie three cards count, for the Ski may stand for its king. *with_king* is
        a seat that held at least one king.
        """
        held = [
            COURTS * whole + (COURTS - 1) * with_ski
            for whole, with_ski in zip(self.families, self.with_ski, strict=True)
        ]
        three = None if self.kings == self.three_kings else self.three_kings
        needed = {self.kings: KINGS, three: KINGS - 1}
        needed.pop(None, None)
        if with_king is not None:
            needed.setdefault(with_king, 1)
        kings = {seat: max(needed.get(seat, 0), self.families[seat]) for seat in range(SEATS)}
        if sum(kings.values()) > KINGS:
            return None
        for seat, least in needed.items():
            if seat is not None:
                held[seat] += max(0, least - self.families[seat] - self.with_ski[seat])
        return held

    def _tarocks(self, owner: int) -> list[int] | None:
        """By seat, the Tarocks needed; None where one would be in two hands.

        In each row of its owner the Ski may stand for one card.
        """
        if max(len(self.einser), len(self.top)) > 1 or not self._apart(owner):
            return None
        held = [0] * SEATS
        for row in (self.obere, self.untere):
            if row is not None:
                held[row.seat] += row.cards - (row.seat == owner)
        for seat in self.einser:
            held[seat] += self.untere is None or self.untere.seat != seat
        for seat in self.top:
            held[seat] += self.obere is None or self.obere.seat != seat
        return held

    def _apart(self, owner: int) -> bool:
        """Whether no Tarock is needed in two hands."""
        obere, untere = self.obere, self.untere
        lacks_top = obere is not None and not self.top <= {obere.seat}
        lacks_einser = untere is not None and not self.einser <= {untere.seat}
        if obere and lacks_top and obere.seat != owner:
            return False  # nothing stands for the 21
        if untere and lacks_einser and untere.seat != owner:
            return False  # nothing stands for the 1
        if obere is None or untere is None or obere.seat == untere.seat:
            return True  # rows in one hand that overlap are too many cards for it anyway
        shared = obere.cards + untere.cards - TRUMPS
        if shared <= 0:
            return True
        if shared > 1:
            return False
        if untere.seat == owner:  # the Ski stands for the shared one, and then for no other
            return not lacks_einser
        return obere.seat == owner and not lacks_top
