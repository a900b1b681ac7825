"""The form of a round: who plays what, how it was counted, and the Strafen, one button each.

A table says the result of a Ruf after zero, a newcomer counts to 91. Both are asked for; a number
that would be rare as the one and usual as the other is asked about.
"""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, ClassVar

from wtforms import BooleanField, HiddenField, SelectMultipleField

from scorekeeper.core.codec import record_of
from scorekeeper.core.phrases import HalfPoints, Phrase, Problem, Values
from scorekeeper.core.tarock import ALL_POINTS, HALVES
from scorekeeper.games import fields
from scorekeeper.games.choices import FormChoice, Sentence
from scorekeeper.games.round_form import Data, RoundForm, keys_of
from scorekeeper.games.tuebinger_tarock import rules
from scorekeeper.games.tuebinger_tarock.form_strafen import CARD_ROWS, StrafenField, strafe_choices
from scorekeeper.games.tuebinger_tarock.hand import CARDS, Held, strafen_of
from scorekeeper.games.tuebinger_tarock.hints import hand_hints, hints_of
from scorekeeper.games.tuebinger_tarock.rules import Raus, Ruf, Ski, Strafe, What

RESULT_AT_MOST = ALL_POINTS - rules.RUF_ZERO
HAND = "hand"  # the button that adds the Strafen of the hand that was entered
KIND_CHOICES = tuple(
    FormChoice(kind, Sentence(f"tuebinger_tarock.form.kind.{kind}")) for kind in rules.KINDS
)


def kinds_with(*keys: str) -> tuple[str, ...]:
    """The kinds of round that have one of these keys."""
    return tuple(kind for kind in rules.KINDS if not keys_of(rules.KINDS, kind).isdisjoint(keys))


PLAYED = kinds_with("caller", "soloist")  # in the others the cards are dealt anew


def caption(name: str) -> Sentence:
    """What one of the four fields is called."""
    return Sentence(f"tuebinger_tarock.form.points.{name}", {"total": ALL_POINTS})


class DealForm(RoundForm):
    """One form for all kinds: what is played decides what else is asked."""

    slug = "deal"
    kinds = rules.KINDS
    problem_keys = frozenset(("kind", "hand_seat")).union(
        *(record_of(part).names for part in (*rules.KINDS.values(), Ski, Strafe))
    )
    problem_folds: ClassVar[Mapping[str, str]] = {
        "exchange_impossible": "ski",
        "kept_unclear": "kept",
        "not_kept": "kept",
    }

    kinds_played = tuple(choice for choice in KIND_CHOICES if choice.value in PLAYED)
    kinds_not_played = tuple(choice for choice in KIND_CHOICES if choice.value not in PLAYED)
    with_soloist = kinds_with("soloist")
    with_strafen = kinds_with("strafen")
    all_points = ALL_POINTS
    all_tricks = rules.TRICKS
    zero = rules.RUF_ZERO
    ski_moves = rules.SKI_MOVES
    strafe_options = strafe_choices()
    card_rows = CARD_ROWS
    take_over = HAND

    kind = fields.ChoiceField(*KIND_CHOICES)
    caller = fields.SeatField()
    called = fields.SeatField()
    own_result = fields.LinkedNumberField(caption("own_result"), base=-rules.RUF_ZERO)
    their_result = fields.LinkedNumberField(caption("their_result"), base=RESULT_AT_MOST, sign=-1)
    own_points = fields.LinkedNumberField(caption("own_points"))
    their_points = fields.LinkedNumberField(caption("their_points"), base=ALL_POINTS, sign=-1)
    after_zero = BooleanField()
    points_typed = HiddenField()  # which of the linked fields was typed last, as the script says
    soloist = fields.SeatField()
    hidden = fields.FlagField()
    piles = fields.NumberedFields("pile", fields.NumberField, rules.SEATS)
    empty = fields.SeatsField()
    kept = fields.SeatField()
    tricks = fields.NumberField()
    ski_owner = fields.SeatField()
    ski_trick = fields.SeatField()
    ski_last = BooleanField()
    strafen = StrafenField()
    strafen_seat = fields.SeatField()
    hand = SelectMultipleField()  # of CARDS
    hand_seat = fields.SeatField()

    asks_who = ""  # the field of a player that a button needs and that was not chosen before

    @property
    def is_dealt_anew(self) -> bool:
        """Whether nothing was played."""
        return any(self.kind.data == choice.value for choice in self.kinds_not_played)

    # ---- What the page shows -------------------------------------------------------------------

    @property
    def points(self) -> tuple[fields.LinkedNumberField, ...]:
        """The fields for the points of a Ruf, those of all 91 first."""
        return (self.own_points, self.their_points, self.own_result, self.their_result)

    @property
    def asks_after_zero(self) -> bool:
        """Whether a result after zero is high enough to be asked about, or was confirmed."""
        return bool(self.after_zero.data) or self._high_result is not None

    @property
    def _high_result(self) -> int | Decimal | None:
        """A number typed as a result after zero, so high that it may be points of 91.

        A script says which field was typed last; it has filled in the others. Without script points
        of all 91 leave no doubt about a result.
        """
        typed = self.points_typed.data
        for field in (self.own_points, self.their_points):
            if field.name == typed or (not typed and field.data):
                return None
        for result in (self.own_result.value, self.their_result.value):
            if isinstance(result, int | Decimal) and rules.RESULTS < result <= RESULT_AT_MOST:
                return result
        return None

    @property
    def misdealer(self) -> int:
        """The seat that dealt, as far as it can be told."""
        named = self._dealer()
        return named if named in range(self.table.seats) else self.table.dealer

    @property
    def ski_told(self) -> Data:
        """What was said of the exchange, as the sheet file says it; empty for nothing."""
        told = fields.without_none(owner=self.ski_owner.value, trick=self.ski_trick.value)
        return told | {"last_trick": bool(self.ski_last.data)} if told or self.ski_last.data else {}

    @property
    def hand_cards(self) -> list[str]:
        """The cards of the hand that was entered."""
        return [card for card in CARDS if card in (self.hand.data or ())]

    # ---- What was filled in --------------------------------------------------------------------

    def observation_data(self) -> Data:
        """The round as the sheet file says it."""
        kind = self.kind.data or ""
        known = keys_of(rules.KINDS, kind)
        told = fields.without_none(
            kind=kind or None,
            points=next(iter(fields.linked_numbers(self.points)), None),
            piles=fields.completed_counts([field.value for field in self.piles], ALL_POINTS),
            ski=self.ski_told or None,
            strafen=self._strafen(),
            dealer=self._dealer(),
        )
        data = {key: value for key, value in told.items() if key in ("kind", *known)}
        return self.filled_in(kind) | data

    def contradictions(self) -> Sequence[Problem]:
        """What contradicts itself, and a hand that cannot be written down."""
        known = keys_of(rules.KINDS, self.kind.data or "")
        problems: list[Problem] = []
        if "points" in known and len(fields.linked_numbers(self.points)) > 1:
            problems.append(Problem("fields_disagree", field="points"))
        elif "points" in known and not self.after_zero.data:
            problems += self._after_zero_problems()
        ski = self.ski_told if "ski" in known else {}
        if ski.get("owner") is not None and ski["owner"] == ski.get("trick"):
            problems.append(Problem("ski_wins_nothing", field="ski"))
        return [*problems, *(self._hand_problems() if "strafen" in known else ())]

    def _after_zero_problems(self) -> Iterator[Problem]:
        """The question whether a high result was really counted after zero."""
        result = self._high_result
        if result is not None:
            halves = int(HALVES * result)
            values: Values = {
                "half_points": HalfPoints(halves),
                "counted_half_points": HalfPoints(halves + HALVES * rules.RUF_ZERO),
                "all": ALL_POINTS,
            }
            yield Problem("after_zero", values, "points")

    def _hand_problems(self) -> Iterator[Problem]:
        """A hand that was entered but cannot be written down as it is."""
        if len(self.hand_cards) > rules.TRICKS:
            values = {"high": rules.TRICKS, "cards": len(self.hand_cards)}
            yield Problem("hand_too_big", values, "strafen")
        elif self._held() and self.hand_seat.value not in range(self.table.seats):
            yield Problem("hand_of_nobody", field="hand_seat")

    def hints(self) -> Sequence[Phrase]:
        """Who has won and with what, what the Ski moves, the Strafen, and those of a hand."""
        table = self.table.with_dealer(self.misdealer)
        is_hand = 0 < len(self.hand_cards) <= rules.TRICKS
        said = list(hand_hints(self._held())) if is_hand else []
        data = self.observation_data()
        made = rules.KINDS.get(data.pop("kind", ""))
        if made in (Ruf, Raus):
            uncounted = {"points": 0} if made is Ruf else {"piles": [0] * rules.SEATS}
            is_counted = uncounted.keys() <= data.keys()
            observation = record_of(made).collect(uncounted | data, table.seats, [])
            if observation is not None:
                said += hints_of(observation, table, is_counted=is_counted)
        return said

    def fill(self, data: Data) -> None:
        """Fill the fields in from a saved round."""
        super().fill(data)
        self.set_fields(own_points=data.get("points"))
        fields.fill_each(self.piles, data.get("piles", ()))
        if data.get("ski") is not None:
            self.set_fields(**{f"ski_{key}": data["ski"][key] for key in ("owner", "trick")})
            self.set_fields(ski_last=data["ski"]["last_trick"])

    def apply_button(self, name: str, value: str) -> None:
        """Add a Strafe for the chosen player, or those of a hand for its own; or take one out."""
        held = self._held() if value == HAND else ()
        player = self.hand_seat if held else self.strafen_seat
        if name == "take":
            self.strafen.take(value)
        elif name == "add" and (held or value in list(What)):
            if player.value not in range(self.table.seats):
                self.asks_who = player.name
            elif held:
                self.strafen.add_hand(player.value, held)
                self.set_fields(hand=None, hand_seat=None)
            else:
                self.strafen.add(player.value, What(value))

    def _dealer(self) -> Any:
        """Whoever was named, or whose turn it is."""
        named = self.dealer.value
        return self.table.dealer if named is None else named

    def _held(self) -> tuple[Held, ...]:
        """The Strafen of the hand that was entered; none of one that is too big."""
        cards = self.hand_cards
        return strafen_of(cards, self.table.house) if len(cards) <= rules.TRICKS else ()

    def _strafen(self) -> list[Data] | None:
        """The Strafen of the list, with those of a hand that was entered and not yet taken over."""
        seat, held = self.hand_seat.value, self._held()
        if held and seat in range(self.table.seats):
            return self.strafen.with_hand(seat, held)
        return self.strafen.value
