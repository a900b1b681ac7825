"""The form of a game: which of the six it was, and what it asks for."""

from collections.abc import Iterator
from typing import Any

from scorekeeper.core.game import Round
from scorekeeper.core.numbers import typed_number
from scorekeeper.core.phrases import NamedSeat, Problem
from scorekeeper.core.seats import partners
from scorekeeper.games.fields import choice_field, completed, given, number_field, seat_field
from scorekeeper.games.round_form import Data, RoundForm, seat_choices, show_field
from scorekeeper.games.tafferand.rules import (
    KINDS,
    PLAYERS,
    SIDES,
    TOTAL,
    DeclarerOrder,
    DurchmarschBy,
    games_left,
    seat_after,
)

GROUPS = {"stiche": ("tricks",), "herz": ("hearts",), "damen": ("queens",), "general": tuple(TOTAL)}
SEATS_OF = {
    "tafferand": ("king",),
    "general": ("king",),
    "elferraus": ("first", "second"),
}
THEN = {"stiche": "tricks", "herz": "hearts", "damen": "queens"}  # the numbers typed next
SHARED = "shared"


class DealForm(RoundForm):
    """One form for all six games; every answer that belongs to one game stands in a part of it.

    A game is chosen among those that its Spielmacher has left, so the choice says both: `herz_2`.
    """

    word = "deal"
    total = TOTAL
    kinds = frozenset(KINDS)
    keys = frozenset(("kind", "declarer", "durchmarsch", "king", "first", "second", *TOTAL))

    declarer = seat_field()
    game = choice_field()
    king = seat_field()
    tricks_0 = number_field()
    tricks_1 = number_field()
    durchmarsch_tricks = choice_field()
    hearts_0 = number_field()
    hearts_1 = number_field()
    durchmarsch_hearts = choice_field()
    queens_0 = number_field()
    queens_1 = number_field()
    durchmarsch_queens = choice_field()
    first = seat_field()
    second = seat_field()

    def __init__(self, table: Any, formdata: Any = None, **values: Any) -> None:
        super().__init__(table, formdata, **values)
        for field in (self.declarer, self.king, self.first, self.second):
            field.choices = seat_choices(table)

    # ---- What the page asks ----

    @property
    def free(self) -> bool:
        """Whether anybody may declare who has a game left."""
        return bool(self.table.house.declarer_order is DeclarerOrder.FREE)

    @property
    def asks_who(self) -> bool:
        """Whether it matters which player took all of a group."""
        return bool(self.table.house.durchmarsch_by is DurchmarschBy.PLAYER)

    @property
    def offers(self) -> dict[int, tuple[str, ...]]:
        """By seat, the games that it can still declare; none left, no offer."""
        left = {seat: games_left(self.table.past, seat) for seat in range(PLAYERS)}
        return {seat: kinds for seat, kinds in left.items() if kinds}

    @property
    def turn(self) -> int:
        """Who is Spielmacher, going by the dealer alone."""
        dealer = typed_number(self.dealer.data)
        return seat_after(dealer if isinstance(dealer, int) else self.table.dealer)

    def when(self, seat: int) -> tuple[str, ...]:
        """The answers to who deals (in free order: who declares) that make it this seat's game."""
        if self.free:
            return (str(seat),)
        dealer = (seat - 1) % PLAYERS
        return (str(dealer), "") if dealer == self.table.dealer else (str(dealer),)

    def games(self, *kinds: str) -> tuple[str, ...]:
        """All answers that are one of these games, whoever declares it."""
        return tuple(f"{kind}_{seat}" for kind in kinds for seat in range(PLAYERS))

    def thens(self, seat: int) -> dict[str, str]:
        """The numbers that are typed next after a game of this seat was touched."""
        return {f"{kind}_{seat}": group for kind, group in THEN.items()}

    def holders(self, side: int, players: tuple[str, ...], both: str) -> list[tuple[str, str]]:
        """Who can have taken everything that a side has: either partner, or both."""
        alone = [(str(seat), players[seat]) for seat in partners(side)]
        return [*alone, (f"{SHARED}_{side}", both)]

    # ---- What the table answers ----

    @property
    def _kind_and_seat(self) -> tuple[str, int | None]:
        kind, _, seat = (self.game.data or "").partition("_")
        return kind, int(seat) if seat in map(str, range(PLAYERS)) else None

    def observed(self) -> Data:
        """The game as the sheet file would say it."""
        kind, seat = self._kind_and_seat
        data = given(kind=kind or None, declarer=self._declarer(seat))
        for key in SEATS_OF.get(kind, ()):
            data |= given(**{key: typed_number(self[key].data)})
        for group in GROUPS.get(kind, ()):
            typed = [typed_number(self[f"{group}_{side}"].data) for side in range(SIDES)]
            data |= given(**{group: completed(typed, TOTAL[group])})
        claims = {group: self._holder(group) for group in GROUPS.get(kind, ()) if self._said(group)}
        return data | ({"durchmarsch": claims} if claims else {})

    def _declarer(self, seat: int | None) -> Any:
        """Who was named; else whose game was touched, unless it goes without saying."""
        named = typed_number(self.declarer.data)
        if named is None and (self.free or seat != self.turn):
            return seat
        return named

    def _said(self, group: str) -> str:
        return self[f"durchmarsch_{group}"].data or ""

    def _holder(self, group: str) -> Any:
        said = self._said(group)
        return None if said.startswith(SHARED) else typed_number(said)

    def contradictions(self) -> list[Problem]:
        """What was answered for another game, or for a game of somebody else."""
        kind, seat = self._kind_and_seat
        found = []
        if seat is not None and typed_number(self.declarer.data) not in (None, seat):
            found.append(Problem("game_of_another", {"seat": NamedSeat(seat)}, "kind"))
        if kind in KINDS:
            asked = (*SEATS_OF.get(kind, ()), *GROUPS.get(kind, ()))
            others = [key for key in self._touched() if key not in asked]
            found += [Problem("not_asked", field=key) for key in others]
            if any(self._said(group) for group in TOTAL if group not in asked):
                found.append(Problem("not_asked", field="durchmarsch"))
        return found

    def _touched(self) -> Iterator[str]:
        yield from (key for key in ("king", "first", "second") if self[key].data)
        for group in TOTAL:
            if any(self[f"{group}_{side}"].data for side in range(SIDES)):
                yield group

    def show(self, dealt: Round[Any], data: Data) -> None:
        """Fill the fields in from a game that was written down."""
        show_field(self.declarer, data.get("declarer"))
        self.game.data = f"{data['kind']}_{data.get('declarer', self.turn)}"
        for key in SEATS_OF.get(data["kind"], ()):
            show_field(self[key], data[key])
        for group in GROUPS.get(data["kind"], ()):
            for side in range(SIDES):
                show_field(self[f"{group}_{side}"], data[group][side])
        for group, holder in data.get("durchmarsch", {}).items():
            side = int(TOTAL[group] == data.get(group, (0, 0))[1])
            said = f"{SHARED}_{side}" if holder is None else holder
            show_field(self[f"durchmarsch_{group}"], said)
