"""The form of a game: which of the six it was, and what it asks for."""

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from scorekeeper.core.phrases import NamedSeat, Problem
from scorekeeper.games import fields
from scorekeeper.games.choices import FormChoice, Sentence, seat_choices
from scorekeeper.games.round_form import Data, RoundForm, keys_of
from scorekeeper.games.tafferand import rules

COUNTS_OF = {  # what each game counts
    kind: tuple(group for group in rules.TOTAL if group in keys_of(rules.KINDS, kind))
    for kind in rules.KINDS
}
SHARED = "shared"  # begins the answer that two partners have everything between them


class Holders(NamedTuple):
    """Who can have taken all that *side* has, asked once it has it all.

    What it has is the *data* of the field called *name*: typed there, or left by the other side.
    """

    side: int
    name: str
    data: Any
    choices: tuple[FormChoice, ...]


def game_value(kind: str, seat: int) -> str:
    """A game and its Spielmacher in one value, as the form sends them: herz_2."""
    return f"{kind}_{seat}"


def game_choice(kind: str, seat: int) -> FormChoice:
    """A game of a Spielmacher; the keyboard moves to what it counts, unless it asks more before."""
    counts = () if "king" in keys_of(rules.KINDS, kind) else COUNTS_OF[kind]
    label = Sentence(f"tafferand.form.game.{kind}")
    return FormChoice(game_value(kind, seat), label, focus_next=counts[0] if counts else "")


def games_asking(key: str) -> tuple[str, ...]:
    """The values of all games, whoever declares, that ask for this key of the sheet file."""
    kinds = [kind for kind in rules.KINDS if key in keys_of(rules.KINDS, kind)]
    return tuple(game_value(kind, seat) for kind in kinds for seat in range(rules.PLAYERS))


def holder_choices(side: int) -> tuple[FormChoice, ...]:
    """Who can have taken everything that a side has: either partner, or both."""
    both = FormChoice(f"{SHARED}_{side}", Sentence("tafferand.field.shared"))
    return (*seat_choices(rules.PARTNERS[side]), both)


GAME_CHOICES = tuple(
    game_choice(kind, seat) for seat in range(rules.PLAYERS) for kind in rules.KINDS
)
HOLDER_CHOICES = tuple(choice for side in range(rules.SIDES) for choice in holder_choices(side))


class DealForm(RoundForm):
    """One form for all six games; every answer that belongs to one game stands in a part of it.

    A game is chosen among those that its Spielmacher has left, so the choice says both: `herz_2`.
    """

    slug = "deal"
    kinds = rules.KINDS
    problem_keys = frozenset(("kind",)).union(*(keys_of(rules.KINDS, kind) for kind in rules.KINDS))

    totals = rules.TOTAL
    asking: ClassVar[Mapping[str, tuple[str, ...]]] = {
        key: games_asking(key) for key in ("king", *rules.TOTAL, "first")
    }

    declarer = fields.SeatField()
    game = fields.ChoiceField(*GAME_CHOICES)
    king = fields.SeatField()
    tricks = fields.NumberedFields(rules.TRICKS, fields.NumberField, rules.SIDES)
    durchmarsch_tricks = fields.ChoiceField(*HOLDER_CHOICES)
    hearts = fields.NumberedFields(rules.HEARTS, fields.NumberField, rules.SIDES)
    durchmarsch_hearts = fields.ChoiceField(*HOLDER_CHOICES)
    queens = fields.NumberedFields(rules.QUEENS, fields.NumberField, rules.SIDES)
    durchmarsch_queens = fields.ChoiceField(*HOLDER_CHOICES)
    first = fields.SeatField()
    second = fields.SeatField()

    # ---- What the page asks ----

    @property
    def free(self) -> bool:
        """Whether anybody may declare who has a game left."""
        return bool(self.table.house.declarer_order is rules.DeclarerOrder.FREE)

    @property
    def declarers(self) -> tuple[int, ...]:
        """The seats that can still declare a game."""
        return tuple(seat for seat in range(rules.PLAYERS) if self.games_left(seat))

    def games_left(self, seat: int) -> tuple[FormChoice, ...]:
        """The games that a player can still declare; without script only shown on their turn."""
        return tuple(game_choice(kind, seat) for kind in rules.games_left(self.table.past, seat))

    @property
    def turn(self) -> int:
        """Who is Spielmacher, going by the dealer alone."""
        dealer = self.dealer.value
        return rules.seat_after(dealer if isinstance(dealer, int) else self.table.dealer)

    def is_on_turn(self, seat: int) -> bool:
        """Whether a player may declare now."""
        return self.free or seat == self.turn

    @property
    def asked(self) -> Any:
        """The one who declares, once that is known: what is wrong with the game stands there."""
        return self.declarer.value if self.free else self.turn

    def answers(self, seat: int) -> tuple[str, ...]:
        """The answers to who declares (in turn: who deals) that make it this seat's game."""
        if self.free:
            return (str(seat),)
        dealer = (seat - 1) % rules.PLAYERS
        return (str(dealer), "") if dealer == self.table.dealer else (str(dealer),)

    def holders(self, group: str) -> tuple[Holders, ...]:
        """Who can have taken all of a group, by side; nothing where the table does not ask."""
        asks = self.table.house.durchmarsch_by is rules.DurchmarschBy.PLAYER
        if not (asks or self._durchmarsch(group).data):
            return ()
        numbers = self._completed(group) or [None] * rules.SIDES
        return tuple(
            Holders(side, field.name, number, holder_choices(side))
            for side, (field, number) in enumerate(zip(getattr(self, group), numbers, strict=True))
        )

    def _completed(self, group: str) -> list[Any] | None:
        """The counts of both sides; None where both are missing."""
        return fields.completed_counts(
            [field.value for field in getattr(self, group)], rules.TOTAL[group]
        )

    def _durchmarsch(self, group: str) -> Any:
        return self[f"durchmarsch_{group}"]

    # ---- What the table answers ----

    @property
    def _kind_and_seat(self) -> tuple[str, int | None]:
        kind, _, seat = (self.game.data or "").partition("_")
        return kind, int(seat) if seat in map(str, range(rules.PLAYERS)) else None

    def observation_data(self) -> Data:
        """The game as the sheet file says it."""
        kind, seat = self._kind_and_seat
        data = self.filled_in(kind)
        data |= fields.without_none(kind=kind or None, declarer=self._declarer(seat))
        groups = COUNTS_OF.get(kind, ())
        data |= fields.without_none(**{group: self._completed(group) for group in groups})
        claims = {group: self._holder(group) for group in groups if self._is_claimed(group)}
        return data | ({"durchmarsch": claims} if claims else {})

    def _declarer(self, seat: int | None) -> Any:
        """Who was named; else whose game was chosen, unless it goes without saying.

        In turn nobody is asked; but where a game names its Spielmacher, so does its correction.
        """
        named = self.declarer.value
        if named is None:
            return seat if self.free or seat != self.turn else None
        return named if self.free else seat

    def _is_claimed(self, group: str) -> bool:
        """Whether it was said who has everything, unless that was asked of the other side only."""
        said = self._durchmarsch(group).data
        counts = self._completed(group) or ()
        not_asked = {
            choice.value
            for side, count in enumerate(counts)
            if count != rules.TOTAL[group]
            for choice in holder_choices(side)
        }
        return bool(said) and said not in not_asked

    def _holder(self, group: str) -> Any:
        """Who has everything; None where two partners share it."""
        field = self._durchmarsch(group)
        return None if field.data.startswith(SHARED) else field.value

    def contradictions(self) -> list[Problem]:
        """The game of somebody else."""
        _, seat = self._kind_and_seat
        if seat is None or not self.free or self.declarer.value in (None, seat):
            return []
        return [Problem("game_of_another", {"player": NamedSeat(seat)}, "kind")]

    def fill(self, data: Data) -> None:
        """Fill the fields in from a saved game."""
        super().fill(data)
        kind = data["kind"]
        self.set_fields(game=game_value(kind, data.get("declarer", self.turn)))
        for group in COUNTS_OF.get(kind, ()):
            fields.fill_each(getattr(self, group), data[group])
        for group, holder in data.get("durchmarsch", {}).items():
            side = int(rules.TOTAL[group] == data.get(group, (0, 0))[1])
            said = f"{SHARED}_{side}" if holder is None else holder
            self._durchmarsch(group).process_data(said)
