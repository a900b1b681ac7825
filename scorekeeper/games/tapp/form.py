"""The form of a round: who plays what and how it ended, or a Ramsch named or counted."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from wtforms import BooleanField, Field

from scorekeeper.core.game import Round
from scorekeeper.core.numbers import typed_number
from scorekeeper.core.phrases import Problem
from scorekeeper.games.fields import (
    choice_field,
    completed,
    given,
    number_field,
    seat_field,
    seats_field,
    suit_field,
)
from scorekeeper.games.round_form import Data, RoundForm, seat_choices, show_field
from scorekeeper.games.tapp.closing import Stage
from scorekeeper.games.tapp.game import TAPP
from scorekeeper.games.tapp.rules import (
    ALL_AUGEN,
    FACTORS,
    FULL_PACK,
    TRICKS,
    WITH_SUIT,
    Ramsch,
    Tie,
)

NOBODY = "nobody"  # plays: it is a Ramsch
RAMSCH = "ramsch"
WON, LOST = "won", "lost"
COUNTS = ("points", "tricks")  # per seat


def _keys(kind: str) -> set[str]:
    """The keys that a kind of round knows; none for a word that is no kind."""
    made = TAPP.kinds.get(kind)
    return set() if made is None else {each.name for each in fields(made)}


WITH_AUGEN = tuple(kind for kind in FACTORS if "points" in _keys(kind))


class DealForm(RoundForm):
    """One form for all kinds: who plays decides what else is asked."""

    word = "deal"
    kinds = frozenset(TAPP.kinds)
    keys = frozenset(("kind",)).union(*map(_keys, TAPP.kinds))

    with_suit = WITH_SUIT
    with_augen = WITH_AUGEN

    declarer = seat_field()
    game = choice_field(*FACTORS)
    suit = suit_field()
    augen = number_field()
    won = choice_field(WON, LOST)
    most = seats_field()
    jungfern = seats_field()
    last_trick = seat_field()
    points_0 = number_field()
    points_1 = number_field()
    points_2 = number_field()
    points_3 = number_field()
    tricks_0 = number_field()
    tricks_1 = number_field()
    tricks_2 = number_field()
    tricks_3 = number_field()
    forced = BooleanField()
    ace_of_hearts = seat_field()

    def __init__(self, table: Any, formdata: Any = None, **values: Any) -> None:
        super().__init__(table, formdata, **values)
        for field in (self.declarer, self.last_trick, self.ace_of_hearts):
            field.choices = seat_choices(table)

    @property
    def is_closing(self) -> bool:
        """Whether nothing but forced Ramsch is left to play."""
        return bool(self.table.past.stage is Stage.FORCED)

    @property
    def only_forced(self) -> bool:
        """Whether that is so and nobody meant anything else: then nothing else is asked."""
        other = self.game.data or self._declared() or self.declarer.data in self.seats
        return self.is_closing and not other

    @property
    def asks_for_ace(self) -> bool:
        """Whether the ace of hearts has not been seen yet."""
        return bool(self.table.past.stage is Stage.FREE)

    @property
    def last_trick_decides(self) -> bool:
        """Whether this table needs the last trick where several have the most."""
        return bool(self.table.house.ramsch_tie is Tie.LAST_TRICK)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that may play, as the form sends them."""
        return tuple(str(seat) for seat in range(self.table.seats))

    def row(self, name: str) -> list[Field]:
        """The fields of a number per seat."""
        return [self[f"{name}_{seat}"] for seat in range(self.table.seats)]

    @property
    def is_ramsch(self) -> bool:
        """Whether nobody plays."""
        return bool(self.declarer.data == NOBODY)

    @property
    def is_counted(self) -> bool:
        """Whether Augen or tricks of a Ramsch were typed."""
        return any(_is_typed(field) for name in COUNTS for field in self.row(name))

    def observed(self) -> Data:
        """The round as the sheet file would say it."""
        ace = given(ace_of_hearts=typed_number(self.ace_of_hearts.data))
        if self.is_ramsch:
            return {"kind": RAMSCH} | self._ramsch() | ace
        known = _keys(self.game.data or "")
        touched = {key: value for key, value in self._declared().items() if key in known}
        played = given(kind=self.game.data or None, declarer=typed_number(self.declarer.data))
        return played | touched | ace

    def contradictions(self) -> Sequence[Problem]:
        """What was filled in for another game; and who plays, where nobody was touched."""
        if self.is_ramsch:
            other = ["kind"] * bool(self.game.data) + list(self._declared())
        else:
            known = _keys(self.game.data) if self.game.data else set(self._declared())
            other = [key for key in self._declared() if key not in known]
            other += self._touched_of_ramsch()
        found = [Problem("not_asked", field=key) for key in dict.fromkeys(other)]
        if self.is_ramsch and self.is_counted:
            gaps = [name for name, counts in self._counted().items() if counts is None]
            found += [Problem("missing", field=name, incomplete=True) for name in gaps]
        if not (self.game.data or self.declarer.data or self.is_ramsch):
            found.append(Problem("missing", field="declarer", incomplete=True))
        return found

    def show(self, dealt: Round[Any], data: Data) -> None:
        """Fill the fields in from a round that was written down."""
        show_field(self.ace_of_hearts, data.get("ace_of_hearts"))
        if not isinstance(dealt.observation, Ramsch):
            self._show_declared(data)
            return
        self.declarer.data = NOBODY
        self.most.data = [str(seat) for seat in data.get("most") or ()]
        self.jungfern.data = [str(seat) for seat in data.get("jungfern") or ()]
        self.forced.data = dealt.observation.forced
        show_field(self.last_trick, data.get("last_trick"))
        for name in COUNTS:
            for field, value in zip(self.row(name), data.get(name) or (), strict=False):
                show_field(field, value)

    def _show_declared(self, data: Data) -> None:
        show_field(self.declarer, data["declarer"])
        self.game.data = data["kind"]
        show_field(self.suit, data.get("suit"))
        show_field(self.augen, data.get("points"))
        if data.get("won") is not None:
            self.won.data = WON if data["won"] else LOST

    def _declared(self) -> Data:
        """What was touched of a declared game."""
        won = {WON: True, LOST: False}.get(self.won.data or "", self.won.data or None)
        return given(suit=self.suit.data or None, points=typed_number(self.augen.data), won=won)

    def _ramsch(self) -> Data:
        """A Ramsch: named, unless anything was counted; nobody touched is nobody a Jungfer."""
        counted = given(**self._counted()) if self.is_counted else {"jungfern": []}
        return counted | self._named()

    def _named(self) -> Data:
        """What was touched of a Ramsch."""
        return given(
            most=_several(self.most),
            jungfern=_several(self.jungfern),
            last_trick=typed_number(self.last_trick.data),
            forced=True if self.forced.data else None,
        )

    def _counted(self) -> dict[str, list[Any] | None]:
        """Augen and tricks per seat; None where some are missing still."""
        tricks = TRICKS[self.table.seats] if self.table.house.deck == FULL_PACK else None
        return {
            name: completed([typed_number(field.data) for field in self.row(name)], total)
            for name, total in zip(COUNTS, (ALL_AUGEN, tricks), strict=True)
        }

    def _touched_of_ramsch(self) -> list[str]:
        """The keys of a Ramsch that something was filled in for."""
        typed = [name for name in COUNTS if any(_is_typed(field) for field in self.row(name))]
        return typed + [key for key, value in self._named().items() if value]


def _is_typed(field: Field) -> bool:
    return typed_number(field.data) is not None


def _several(field: Any) -> list[Any] | None:
    seats = [typed_number(seat) for seat in field.data or () if seat]
    return seats or None
