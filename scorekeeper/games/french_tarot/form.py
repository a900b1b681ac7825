"""The form of a deal: who took what with how many bouts and points, and what was beside it."""

from collections.abc import Sequence
from dataclasses import fields
from decimal import Decimal
from typing import Any

from wtforms import BooleanField, Field

from scorekeeper.core.game import Round
from scorekeeper.core.numbers import typed_number
from scorekeeper.core.phrases import HalfPoints, Phrase, Problem
from scorekeeper.core.tarock import ALL_POINTS, HALVES
from scorekeeper.games.fields import (
    choice_field,
    exact,
    given,
    linked,
    number_field,
    seat_field,
    seats_field,
)
from scorekeeper.games.french_tarot.rules import (
    BOUTS,
    FACTORS,
    NEEDED,
    SHOWN,
    WITH_PARTNER,
    Camp,
    Contract,
    Excuse,
    Passed,
    Played,
    Size,
    above_target,
    margin,
)
from scorekeeper.games.round_form import Data, RoundForm, seat_choices, show_field

NOBODY = "nobody"  # takes: all passed
ALONE = "alone"  # plays the taker, though a king was called
INSIDE = ("owner", "trick", "made_by")  # keys below excuse and chelem


class DealForm(RoundForm):
    """One form for both kinds: nobody takes where all passed."""

    word = "deal"
    kinds = frozenset(("played", "passed"))
    keys = frozenset(("kind", *INSIDE, *(each.name for each in fields(Played))))

    total = ALL_POINTS
    needed = NEEDED
    factors = FACTORS

    taker = seat_field()
    partner = seat_field()
    contract = choice_field(*Contract)
    bouts = choice_field(*map(str, range(BOUTS + 1)))
    attack = number_field()
    defence = number_field()
    petit_au_bout = choice_field(*Camp)
    poignee_0 = choice_field(*Size)
    poignee_1 = choice_field(*Size)
    poignee_2 = choice_field(*Size)
    poignee_3 = choice_field(*Size)
    poignee_4 = choice_field(*Size)
    poignee_5 = choice_field(*Size)
    announced = BooleanField()
    made_by = choice_field(*Camp)
    miseres = seats_field()
    owner = choice_field(*Camp)
    trick = choice_field(*Camp)
    last_trick = BooleanField()
    out = seat_field()

    def __init__(self, table: Any, formdata: Any = None, **values: Any) -> None:
        super().__init__(table, formdata, **values)
        for field in (self.taker, self.partner, self.out):
            field.choices = seat_choices(table)

    # ---- Who is at the table -----------------------------------------------------------------

    @property
    def playing(self) -> int:
        """How many play at a time."""
        return int(self.table.house.playing(self.table.seats))

    @property
    def resting(self) -> int | None:
        """Who sits out as far as the form knows: somebody touched, or whoever deals."""
        if self.playing == self.table.seats:
            return None
        every = range(self.table.seats)
        touched = [typed_number(field.data) for field in (self.out, self.dealer)]
        return next((seat for seat in touched if seat in every), self.table.dealer)

    @property
    def at_table(self) -> tuple[int, ...]:
        """The seats that play."""
        return tuple(seat for seat in range(self.table.seats) if seat != self.resting)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that may take, as the form sends them."""
        return tuple(map(str, range(self.table.seats)))

    @property
    def with_partner(self) -> bool:
        """Whether the taker calls a king."""
        return self.playing == WITH_PARTNER

    @property
    def sizes(self) -> dict[Size, int]:
        """The trumps of each poignée at this table."""
        return SHOWN[self.playing]

    def poignee(self, seat: int) -> Field:
        """The poignée of a player."""
        return self[f"poignee_{seat}"]

    @property
    def shows_poignee(self) -> bool:
        """Whether anybody's was touched."""
        return bool(self._poignees())

    # ---- What was touched --------------------------------------------------------------------

    @property
    def is_passed(self) -> bool:
        """Whether nobody takes."""
        return bool(self.taker.data == NOBODY)

    def observed(self) -> Data:
        """The deal as the sheet file would say it."""
        if self.is_passed:
            return {"kind": "passed"} | given(out=typed_number(self.out.data))
        played = given(taker=typed_number(self.taker.data), out=typed_number(self.out.data))
        return {"kind": "played"} | played | self._touched()

    def contradictions(self) -> Sequence[Problem]:
        """What was filled in though all passed; a partner nobody named; two counts that differ."""
        if self.is_passed:
            other = [*self._touched(), *["partner"] * bool(self.partner.data)]
            return [Problem("not_asked", field=key) for key in dict.fromkeys(other)]
        found = []
        if self.with_partner and not self.partner.data:
            found.append(Problem("missing", field="partner", incomplete=True))
        if len(self._counts()) > 1:
            found.append(Problem("points_differ", {"all": ALL_POINTS}, "points"))
        return found

    def hints(self) -> Sequence[Phrase]:
        """What the attack needs, how it stands, and what the Excuse does to it."""
        bouts, points = typed_number(self.bouts.data), self._half_points()
        if self.is_passed or bouts not in range(BOUTS + 1):
            return ()
        if points is None:
            return (Phrase("needed", {"count": bouts, "points": NEEDED[bouts]}),)
        home = points + self._moved()
        stands = _stands(above_target(home, bouts))
        if home == points:
            return (stands,)
        told = {"before_half_points": HalfPoints(points), "half_points": HalfPoints(home)}
        return (Phrase("excuse_gained" if home > points else "excuse_lost", told), stands)

    def touch(self, name: str, value: str) -> None:
        """Somebody else sits out."""
        if name == "add" and value in self.seats:
            self.out.data = value

    def show(self, dealt: Round[Any], data: Data) -> None:
        """Fill the fields in from a deal that was written down."""
        show_field(self.out, data.get("out"))
        if isinstance(dealt.observation, Passed):
            self.taker.data = NOBODY
            return
        show_field(self.taker, data["taker"])
        if self.with_partner:
            self.partner.data = str(data.get("partner", ALONE))
        for key in ("contract", "bouts", "petit_au_bout"):
            show_field(self[key], data.get(key))
        show_field(self.attack, data["points"])
        for shown in data.get("poignees", ()):
            self.poignee(shown["seat"]).data = shown["size"]
        self.miseres.data = [str(seat) for seat in data.get("miseres", ())]
        for below in (data.get("chelem", {}), data.get("excuse", {})):
            for key, value in below.items():
                self[key].data = value

    def _touched(self) -> Data:
        """What was touched beside the taker."""
        counts = self._counts()
        partner = None if self.partner.data == ALONE else typed_number(self.partner.data)
        return given(
            partner=partner,
            contract=self.contract.data or None,
            bouts=typed_number(self.bouts.data),
            points=counts[0] if counts else None,
            petit_au_bout=self.petit_au_bout.data or None,
            poignees=self._poignees() or None,
            chelem=self._chelem(),
            miseres=[typed_number(seat) for seat in self.miseres.data or () if seat] or None,
            excuse=self._excuse(),
        )

    def _counts(self) -> tuple[Any, ...]:
        """The points of the attack, as either field says them."""
        cells = ((self.attack, 0, 1), (self.defence, ALL_POINTS, -1))
        return linked((typed_number(field.data), base, sign) for field, base, sign in cells)

    def _half_points(self) -> int | None:
        """The points that were typed, if they are points at all."""
        found = self._counts()
        if len(found) != 1 or not isinstance(found[0], int | Decimal):
            return None
        halves = exact(found[0] * HALVES)
        possible = isinstance(halves, int) and 0 <= halves <= ALL_POINTS * HALVES
        return int(halves) if possible else None

    def _moved(self) -> int:
        """The half points that the Excuse brings the attack, as far as it was told of."""
        camps = {camp.value: camp for camp in Camp}
        owner, trick = camps.get(self.owner.data or ""), camps.get(self.trick.data or "")
        if owner is None or trick is None:
            return 0
        return Excuse(owner=owner, trick=trick, last_trick=bool(self.last_trick.data)).moved

    def _poignees(self) -> list[Data]:
        every = ((seat, self.poignee(seat).data) for seat in range(self.table.seats))
        return [{"seat": seat, "size": size} for seat, size in every if size]

    def _chelem(self) -> Data | None:
        if not (self.announced.data or self.made_by.data):
            return None
        return {"announced": bool(self.announced.data), "made_by": self.made_by.data or None}

    def _excuse(self) -> Data | None:
        told = given(owner=self.owner.data or None, trick=self.trick.data or None)
        last = bool(self.last_trick.data)
        return told | {"last_trick": last} if told or last else None


def _stands(above: int) -> Phrase:
    """How the attack stands, so many half points above what it needs: in the points that count."""
    if not above:
        return Phrase("made")
    return Phrase("made_by" if above > 0 else "down_by", {"points": margin(above)})
