"""The form of a round: who plays what and how it ended, or a Ramsch named or counted."""

from collections.abc import Sequence
from typing import Any

from scorekeeper.core.phrases import Amount, Problem
from scorekeeper.games import fields
from scorekeeper.games.choices import SUITS, FormChoice, Sentence, Text
from scorekeeper.games.round_form import Data, keys_of
from scorekeeper.games.sitting_out import SittingOutForm
from scorekeeper.games.tapp import rules
from scorekeeper.games.tapp.closing import Stage

NOBODY = "nobody"  # plays: so forms said once that it was a Ramsch
WON = FormChoice("won", Sentence("tapp.field.is_won"))
LOST = FormChoice("lost", Sentence("tapp.field.is_lost"))
NBSP = "\N{NO-BREAK SPACE}"
AUGEN = "augen"  # the group of the declarer's Augen in the page
RAMSCH = "ramsch"
RAMSCH_CHOICE = FormChoice(
    RAMSCH, Sentence("tapp.form.game.ramsch"), Sentence("tapp.field.nobody")
)  # of the games, behind those that are bid


WITH_AUGEN = tuple(kind for kind in rules.FACTORS if "points" in keys_of(rules.KINDS, kind))


def bid_choice(kind: str, house: rules.HouseRules) -> FormChoice:
    """A game to be bid: below it its worth, and below that the one of hearts where it is more."""
    note: tuple[Text, ...] = (Amount(house.worth(kind)),)
    if kind in rules.WITH_SUIT:
        note += (f"\n♥{NBSP}", Amount(house.worth(kind, hearts=True)))
    counted_at_once = kind in WITH_AUGEN and kind not in rules.WITH_SUIT
    label = Sentence(f"tapp.form.game.{kind}")
    return FormChoice(kind, label, note, AUGEN if counted_at_once else "")


class DealForm(SittingOutForm):
    """One form for all kinds: who plays decides what else is asked."""

    slug = "deal"
    kinds = rules.KINDS
    problem_keys = frozenset(("kind",)).union(*(keys_of(rules.KINDS, kind) for kind in rules.KINDS))

    with_suit = rules.WITH_SUIT
    with_augen = WITH_AUGEN
    ramsch = (RAMSCH,)

    declarer = fields.SeatField()
    game = fields.ChoiceField()  # what can be bid is a house rule
    suit = fields.ChoiceField(*SUITS)
    augen = fields.NumberField()
    won = fields.ChoiceField(WON, LOST)
    most = fields.SeatsField()
    jungfern = fields.SeatsField()
    last_trick = fields.SeatField()
    points = fields.NumberedFields("points", fields.NumberField, max(rules.SEAT_COUNTS))
    tricks = fields.NumberedFields("tricks", fields.NumberField, max(rules.SEAT_COUNTS))
    forced = fields.FlagField()
    ace_of_hearts = fields.SeatField()

    def __init__(self, table: Any, formdata: Any = None, **values: Any) -> None:
        super().__init__(table, formdata, **values)
        self.bids = table.house.bids
        choices = (bid_choice(kind, table.house) for kind in self.bids)
        self.game.options = (*choices, RAMSCH_CHOICE)

    # ---- What the page asks --------------------------------------------------------------------

    @property
    def is_closing(self) -> bool:
        """Whether nothing but forced Ramsch is left to play."""
        return bool(self.table.past.stage is Stage.FORCED)

    @property
    def only_forced(self) -> bool:
        """Whether that is so and nobody meant anything else: then nothing else is asked."""
        named = self.declarer.data if self.declarer.data in self.somebody else None
        bid = None if self.is_ramsch else self.game.data
        told = bid or named or self.suit.data or self.won.data
        return self.is_closing and not told and self.augen.value is None

    @property
    def asks_for_ace(self) -> bool:
        """Whether the ace of hearts has not been seen yet."""
        return bool(self.table.past.stage is Stage.FREE)

    @property
    def last_trick_decides(self) -> bool:
        """Whether this table needs the last trick where several have the most."""
        return bool(self.table.house.ramsch_tie is rules.Tie.LAST_TRICK)

    # ---- What was filled in ----------------------------------------------------------------------

    @property
    def is_ramsch(self) -> bool:
        """Whether nobody plays."""
        return bool(self.game.data == RAMSCH or self.declarer.data == NOBODY)

    @property
    def is_counted(self) -> bool:
        """Whether Augen or tricks of a Ramsch were typed."""
        return any(field.value is not None for field in (*self.points, *self.tricks))

    def observation_data(self) -> Data:
        """The round as the sheet file says it."""
        if self.is_ramsch:
            # It is counted, or else named: without a name there is no Jungfer.
            told = fields.without_none(**self._counted()) if self.is_counted else {"jungfern": []}
            return {"kind": RAMSCH} | told | self.filled_in(RAMSCH)
        kind = self.game.data or None
        data = fields.without_none(kind=kind) | self.filled_in(kind or "")
        if kind in WITH_AUGEN:
            data |= fields.without_none(points=self.augen.value)
        if "won" in data:
            data["won"] = {WON.value: True, LOST.value: False}.get(data["won"], data["won"])
        return data

    def contradictions(self) -> Sequence[Problem]:
        """Counts of a Ramsch with gaps; and who plays, where nobody was named."""
        missing = []
        if self.is_ramsch and self.is_counted:
            missing += [name for name, counts in self._counted().items() if counts is None]
        if not (self.game.data or self.declarer.data):
            missing.append("declarer")
        return [Problem("missing", field=name, incomplete=True) for name in missing]

    def fill(self, data: Data) -> None:
        """Fill the fields in from a saved round."""
        super().fill(data)
        self.set_fields(game=data["kind"])
        if data["kind"] == RAMSCH:
            fields.fill_each(self.points, data.get("points", ()))
            fields.fill_each(self.tricks, data.get("tricks", ()))
            return
        self.set_fields(augen=data.get("points"))
        if "won" in data:
            self.set_fields(won=(WON if data["won"] else LOST).value)

    def _counted(self) -> dict[str, list[Any] | None]:
        """Augen and tricks per seat; None where some are missing still."""
        tricks = rules.TRICKS[self.playing] if self.table.house.deck == rules.FULL_PACK else None
        return {
            "points": self._completed(self.points, rules.ALL_AUGEN),
            "tricks": self._completed(self.tricks, tricks),
        }

    def _completed(
        self, counts: Sequence[fields.NumberField], total: int | None
    ) -> list[Any] | None:
        """The counts of every seat: 0 of the one that sits out, unless something is typed there."""
        numbers = [field.value for field in counts]
        completed = fields.completed_counts([numbers[seat] for seat in self.seats_in_play], total)
        if completed is not None and self.sits_out is not None:
            completed.insert(self.sits_out, numbers[self.sits_out] or 0)
        return completed
