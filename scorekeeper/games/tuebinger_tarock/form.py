"""The form of a round: who plays what, how it was counted, and the Strafen by touch."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from wtforms import BooleanField, Field, HiddenField, SelectMultipleField

from scorekeeper.core.cards import SYMBOLS
from scorekeeper.core.codec import record_of
from scorekeeper.core.game import Round
from scorekeeper.core.ledger import with_dealer
from scorekeeper.core.numbers import typed_number
from scorekeeper.core.phrases import Phrase, Problem
from scorekeeper.core.tarock import ALL_POINTS
from scorekeeper.games.fields import (
    SHORT_NUMBER,
    choice_field,
    completed,
    given,
    linked,
    number_field,
    seat_field,
    seats_field,
)
from scorekeeper.games.round_form import Data, RoundForm, seat_choices, show_field
from scorekeeper.games.tuebinger_tarock.game import TUEBINGER_TAROCK
from scorekeeper.games.tuebinger_tarock.hand import (
    CARDS,
    COURTS,
    NUMBERS,
    PICTURES,
    SKI,
    Held,
    strafen_of,
)
from scorekeeper.games.tuebinger_tarock.hints import hand_hints, hints_of
from scorekeeper.games.tuebinger_tarock.rules import (
    FAMILIES,
    FATES,
    ROW_AT_LEAST,
    ROWS,
    RUF_ZERO,
    SEATS,
    TRICKS,
    WORTH,
    Raus,
    Ruf,
    Ski,
    Strafe,
    What,
)

RUF, RAUS, TOUT, MISDEAL = "ruf", "raus", "tout", "misdeal"
COUNTED = (RUF, RAUS)
ALONE = (RAUS, TOUT)
LINKED = {  # what each field shows of the points p of the caller's side: base + sign × p
    "own_result": (-RUF_ZERO, 1),
    "their_result": (ALL_POINTS - RUF_ZERO, -1),
    "own_points": (0, 1),
    "their_points": (ALL_POINTS, -1),
}


def _keys(kind: str) -> set[str]:
    """The keys that a kind of round knows; none for a word that is no kind."""
    made = TUEBINGER_TAROCK.kinds.get(kind)
    return set() if made is None else {each.name for each in fields(made)}


@dataclass(frozen=True, slots=True)
class Chip:
    """A Strafe in the list: its place there; without a *seat* it is shown as it was sent."""

    place: int
    text: str
    seat: int | None = None
    what: str = ""
    count: int | None = None
    worth: int = 0


class DealForm(RoundForm):
    """One form for all kinds: what is played decides what else is asked."""

    word = "deal"
    kinds = frozenset(TUEBINGER_TAROCK.kinds)
    keys = frozenset(("kind",)).union(
        *map(_keys, TUEBINGER_TAROCK.kinds),
        *({each.name for each in fields(part)} for part in (Ski, Strafe)),
    )

    kind_words = tuple(TUEBINGER_TAROCK.kinds)
    counted = COUNTED
    alone = ALONE
    total = ALL_POINTS
    whats = tuple(What)
    rows = ROWS
    worth = WORTH
    tarocks = NUMBERS
    ski_card = SKI
    pictures = tuple(
        (suit, SYMBOLS[suit], tuple(zip(cards, COURTS, strict=True)))
        for suit, cards in PICTURES.items()
    )

    kind = choice_field(*TUEBINGER_TAROCK.kinds)
    caller = seat_field()
    called = seat_field()
    own_result = number_field()
    their_result = number_field()
    own_points = number_field()
    their_points = number_field()
    soloist = seat_field()
    hidden = BooleanField()
    pile_0 = number_field()
    pile_1 = number_field()
    pile_2 = number_field()
    pile_3 = number_field()
    empty = seats_field()
    tricks = number_field()
    ski_owner = seat_field()
    ski_trick = seat_field()
    ski_last = BooleanField()
    strafen = HiddenField()
    strafen_seat = seat_field()
    hand = SelectMultipleField(choices={card: card for card in CARDS}, validate_choice=False)

    def __init__(self, table: Any, formdata: Any = None, **values: Any) -> None:
        super().__init__(table, formdata, **values)
        players = (self.caller, self.called, self.soloist, self.strafen_seat)
        for field in (*players, self.ski_owner, self.ski_trick):
            field.choices = seat_choices(table)
        self.asks_who = False  # a Strafe was touched before its player

    def _dealer(self) -> Any:
        """Whoever was named, or whose turn it is."""
        named = typed_number(self.dealer.data)
        return self.table.dealer if named is None else named

    @property
    def misdealer(self) -> int:
        """The seat that dealt, as far as it can be told."""
        named = self._dealer()
        return named if named in range(self.table.seats) else self.table.dealer

    @property
    def piles(self) -> list[Field]:
        """The fields of the piles, by seat."""
        return [self[f"pile_{seat}"] for seat in range(SEATS)]

    @property
    def cells(self) -> list[tuple[Field, str, int, int]]:
        """The linked fields, the result after zero first: field, name, base and sign."""
        return [(self[name], name, base, sign) for name, (base, sign) in LINKED.items()]

    @property
    def is_ski_told(self) -> bool:
        """Whether anything was touched of the exchange."""
        return bool(self._ski())

    def observed(self) -> Data:
        """The round as the sheet file would say it."""
        kind = self.kind.data or ""
        known = _keys(kind)
        touched = {key: value for key, value in self._touched().items() if key in known}
        if kind == MISDEAL:
            touched["dealer"] = self._dealer()
        return given(kind=kind or None) | touched

    def contradictions(self) -> Sequence[Problem]:
        """What was filled in for another kind of round, and points that contradict each other."""
        known = _keys(self.kind.data) if self.kind.data else set(self._touched())
        found = [Problem("not_asked", field=key) for key in self._touched() if key not in known]
        if len(self._linked()) > 1:
            found.append(Problem("fields_disagree", field="points"))
        return found

    def hints(self) -> Sequence[Phrase]:
        """Who has won and with what, what the Ski moves, the Strafen, and those of a hand."""
        table = with_dealer(self.table, self.misdealer)
        said = list(hand_hints(self.held, len(self.hand_cards))) if self.hand_cards else []
        data = self.observed()
        made = TUEBINGER_TAROCK.kinds.get(data.pop("kind", ""))
        if made in (Ruf, Raus):
            uncounted = {"points": 0} if made is Ruf else {"piles": [0] * SEATS}
            is_counted = uncounted.keys() <= data.keys()
            observation = record_of(made).collect(uncounted | data, table.seats, [])
            said += (
                [] if observation is None else hints_of(observation, table, is_counted=is_counted)
            )
        return said

    def show(self, dealt: Round[Any], data: Data) -> None:
        """Fill the fields in from a round that was written down."""
        self.kind.data = data["kind"]
        for name in ("caller", "called", "soloist", "tricks"):
            show_field(self[name], data.get(name))
        if isinstance(dealt.observation, Ruf):
            show_field(self.own_result, data["points"] - RUF_ZERO)
        elif isinstance(dealt.observation, Raus):
            self.hidden.data = dealt.observation.hidden
            self.empty.data = [str(seat) for seat in dealt.observation.empty]
            for field, value in zip(self.piles, data["piles"], strict=True):
                show_field(field, value)
        if "dealer" in data:
            show_field(self.dealer, data["dealer"])
        self._show_more(data)

    def _show_more(self, data: Data) -> None:
        ski = data.get("ski")
        if ski is not None:
            show_field(self.ski_owner, ski["owner"])
            show_field(self.ski_trick, ski["trick"])
            self.ski_last.data = ski["last_trick"]
        self.strafen.data = " ".join(_written(strafe) for strafe in data.get("strafen") or ())

    # ---- Strafen by touch --------------------------------------------------------------------

    def touch(self, name: str, value: str) -> None:
        """Add a Strafe for the chosen player, or those of the hand; or take one back by place."""
        words = _words(self.strafen)
        if name == "take" and SHORT_NUMBER.fullmatch(value) and int(value) < len(words):
            words.pop(int(value))
        elif name == "add" and value:
            seat = typed_number(self.strafen_seat.data)
            if seat not in range(self.table.seats):
                self.asks_who = True
            elif value == "hand":
                words = self._with_hand(words, seat)
            elif value in list(What):
                words = _with(words, seat, What(value))
        self.strafen.data = " ".join(words)

    @property
    def chips(self) -> list[Chip]:
        """The Strafen touched so far, each to be taken back by a touch."""
        return [_chip(place, word) for place, word in enumerate(_words(self.strafen))]

    @property
    def hand_cards(self) -> list[str]:
        """The cards of the hand that were touched."""
        return [card for card in CARDS if card in (self.hand.data or ())]

    @property
    def held(self) -> tuple[Held, ...]:
        """The Strafen of the hand that was touched; none of one that is too big."""
        cards = self.hand_cards
        return strafen_of(cards, self.table.house) if len(cards) <= TRICKS else ()

    def _with_hand(self, words: list[str], seat: int) -> list[str]:
        """The Strafen of the hand instead of whatever of a hand stood there for its player."""
        held = self.held
        if not held:
            return words
        of_hand = [f"{seat}:{what}" for what in What if what not in FATES]
        others = [word for word in words if ":".join(word.split(":")[:2]) not in of_hand]
        self.hand.data = []
        return others + [_written(record_of(Strafe).write(each.of(seat))) for each in held]

    # ---- What was touched --------------------------------------------------------------------

    def _touched(self) -> Data:
        """By key of the sheet file: all that was filled in, whatever is played."""
        points = self._linked()
        return given(
            caller=typed_number(self.caller.data),
            called=typed_number(self.called.data),
            points=points[0] if points else None,
            soloist=typed_number(self.soloist.data),
            piles=completed([typed_number(field.data) for field in self.piles], ALL_POINTS),
            hidden=True if self.hidden.data else None,
            empty=[typed_number(seat) for seat in self.empty.data or () if seat] or None,
            tricks=typed_number(self.tricks.data),
            ski=self._ski() or None,
            strafen=[_read(word) for word in _words(self.strafen)] or None,
        )

    def _linked(self) -> tuple[Any, ...]:
        """The points of the caller's side: none, one value, or several that differ."""
        return linked((typed_number(self[name].data), *cell) for name, cell in LINKED.items())

    def _ski(self) -> Data:
        owner, trick = typed_number(self.ski_owner.data), typed_number(self.ski_trick.data)
        told = given(owner=owner, trick=trick)
        return told | {"last_trick": bool(self.ski_last.data)} if told or self.ski_last.data else {}


def _words(field: Field) -> list[str]:
    return str(field.data or "").split()


def _with(words: list[str], seat: int, what: What) -> list[str]:
    """A row grows by one card; of the fates of the Einser there is one; of a family several."""
    start = f"{seat}:{what}"
    if what in ROWS:
        for place, word in enumerate(words):
            strafe = _chip(place, word)
            if (strafe.seat, strafe.what) == (seat, what) and strafe.count is not None:
                longer = f"{start}:{min(strafe.count + 1, TRICKS)}"
                return [*words[:place], longer, *words[place + 1 :]]
        return [*words, f"{start}:{ROW_AT_LEAST}"]
    if what in FATES:
        words = [word for word in words if word.split(":")[1:] not in [[fate] for fate in FATES]]
    return words if start in words and what not in FAMILIES else [*words, start]


def _written(strafe: Data) -> str:
    """A Strafe as the hidden field holds it: 0:skimon, 1:obere:4."""
    count = strafe.get("count")
    return f"{strafe['seat']}:{strafe['what']}" + ("" if count is None else f":{count}")


def _read(word: str) -> Data:
    """The other way round, as the sheet file says it; nonsense is kept, to be refused."""
    seat, _, rest = word.partition(":")
    what, _, count = rest.partition(":")
    return {"seat": typed_number(seat), "what": what} | given(count=typed_number(count))


def _chip(place: int, word: str) -> Chip:
    """A Strafe to be shown, or the word itself where it says none."""
    strafe = record_of(Strafe).collect(_read(word), SEATS, [])
    if strafe is None:
        return Chip(place, word)
    return Chip(place, word, strafe.seat, str(strafe.what), strafe.count, strafe.worth)
