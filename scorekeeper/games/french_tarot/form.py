"""The form of a deal: who took what with how many bouts and points, and what was beside it."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, ClassVar

from wtforms import BooleanField

from scorekeeper.core.codec import record_of, shape_of
from scorekeeper.core.phrases import HalfPoints, Phrase, Problem
from scorekeeper.core.shapes import MalformedError
from scorekeeper.core.tarock import ALL_POINTS
from scorekeeper.games import fields
from scorekeeper.games.choices import FormChoice, Sentence
from scorekeeper.games.french_tarot import rules
from scorekeeper.games.round_form import Data, keys_of
from scorekeeper.games.sitting_out import SittingOutForm

NOBODY = FormChoice("nobody", Sentence("french_tarot.field.nobody"))  # takes: all passed
ALONE = FormChoice("alone", Sentence("french_tarot.field.alone"))  # though a king was called
ATTACK = Sentence("french_tarot.field.attack")
DEFENCE = Sentence("french_tarot.field.defence")
CAMPS = (FormChoice(rules.Camp.ATTACK, ATTACK), FormChoice(rules.Camp.DEFENCE, DEFENCE))
NO_CHELEM = FormChoice("nobody", Sentence("french_tarot.field.no_chelem"))
CONTRACTS = tuple(
    FormChoice(contract, Sentence(f"french_tarot.form.contract.{contract}"), f"\u2002× {factor}")
    for contract, factor in rules.FACTORS.items()
)
BOUTS_AND_POINTS = tuple(
    FormChoice(str(bouts), str(bouts), f"\u2002· {points}")
    for bouts, points in enumerate(rules.NEEDED)
)
INSIDE = ("owner", "trick", "made_by")  # keys below excuse and chelem


class DealForm(SittingOutForm):
    """One form for both kinds: nobody takes where all passed."""

    slug = "deal"
    kinds = rules.KINDS
    problem_keys = frozenset(("kind", *INSIDE, *keys_of(rules.KINDS, "played")))

    problem_folds: ClassVar[Mapping[str, str]] = {"whole_points": "excuse"}

    all_points = ALL_POINTS
    nobody_takes = (NOBODY,)

    taker = fields.SeatField(NOBODY)
    partner = fields.SeatField(ALONE)
    contract = fields.ChoiceField(*CONTRACTS)
    bouts = fields.ChoiceField(*BOUTS_AND_POINTS)
    attack = fields.LinkedNumberField(ATTACK)
    defence = fields.LinkedNumberField(DEFENCE, base=ALL_POINTS, sign=-1)
    petit_au_bout = fields.ChoiceField(*CAMPS)
    poignees = fields.NumberedFields(
        "poignee", fields.ChoiceField, max(rules.SEAT_COUNTS)
    )  # sizes hang on the table
    announced = BooleanField()
    made_by = fields.ChoiceField(*CAMPS, NO_CHELEM)
    miseres = fields.SeatsField()
    owner = fields.ChoiceField(*CAMPS)
    trick = fields.ChoiceField(*CAMPS)
    last_trick = BooleanField()

    def __init__(self, table: Any, formdata: Any = None, **values: Any) -> None:
        super().__init__(table, formdata, **values)
        choices = tuple(
            FormChoice(size, Sentence(f"french_tarot.form.size.{size}", {"trumps": trumps}))
            for size, trumps in self.table.house.trumps_by_size(self.playing).items()
        )
        for field in self.poignees:
            field.options = choices

    # ---- Who is at the table -----------------------------------------------------------------

    @property
    def with_partner(self) -> bool:
        """Whether the taker calls a king."""
        return self.playing == rules.WITH_PARTNER

    @property
    def possible_partners(self) -> Sequence[FormChoice]:
        """Nobody, and all seats but the one that sits out, unless that was named all the same."""
        out = str(self.sits_out)
        is_named = self.partner.data == out
        return [choice for choice in self.partner.options if is_named or choice.value != out]

    @property
    def asks_miseres(self) -> bool:
        """Whether this table pays for them; or somebody was named all the same."""
        return bool(self.table.house.misere or self.miseres.data)

    # ---- What was filled in ------------------------------------------------------------------

    @property
    def is_passed(self) -> bool:
        """Whether nobody takes."""
        return bool(self.taker.data == NOBODY.value)

    @property
    def poignees_shown(self) -> list[Data]:
        """The poignées as the sheet file says them."""
        every = ((seat, field.data) for seat, field in enumerate(self.poignees))
        return [{"seat": seat, "size": size} for seat, size in every if size]

    def observation_data(self) -> Data:
        """The deal as the sheet file says it."""
        if self.is_passed:
            return {"kind": "passed"} | self.filled_in("passed")
        told = fields.without_none(
            points=next(iter(self._points()), None),
            poignees=self.poignees_shown or None,
            chelem=self._chelem(),
            excuse=self._excuse(),
        )
        return {"kind": "played"} | self.filled_in("played") | told

    def contradictions(self) -> Sequence[Problem]:
        """What nobody answered, and two counts that differ; nothing where all passed."""
        if self.is_passed:
            return ()
        problems = []
        if self.with_partner and not self.partner.data:
            problems.append(Problem("missing", field="partner", incomplete=True))
        if self.announced.data and not self.made_by.data:
            problems.append(Problem("missing", field="made_by", incomplete=True))
        if len(self._points()) > 1:
            problems.append(Problem("points_differ", {"all": ALL_POINTS}, "points"))
        if self._wins_by_excuse:
            problems.append(Problem("excuse_wins_nothing", field="excuse"))
        return problems

    @property
    def _wins_by_excuse(self) -> bool:
        """Whether a taker alone is said to have won the trick with their own Excuse.

        Only who makes a chelem can, with the last one.
        """
        is_alone = not self.with_partner or self.partner.data == ALONE.value
        is_own = self.owner.data == self.trick.data == rules.Camp.ATTACK
        is_slam = self.last_trick.data and self.made_by.data == rules.Camp.ATTACK
        return bool(is_alone and is_own and not is_slam)

    def hints(self) -> Sequence[Phrase]:
        """What the attack needs, how it stands, and what the Excuse does to it."""
        bouts, half_points, moved = self.bouts.value, self._half_points(), self._moved()
        if self.is_passed or bouts not in range(len(rules.NEEDED)):
            return ()
        if half_points is None:
            return (Phrase("needed", {"count": bouts, "points": rules.NEEDED[bouts]}),)
        home = half_points + moved
        stands = _stands(rules.above_target(home, bouts))
        if not moved:
            return (stands,)
        told = {"before_half_points": HalfPoints(half_points), "half_points": HalfPoints(home)}
        return (Phrase("excuse_gained" if moved > 0 else "excuse_lost", told), stands)

    def fill(self, data: Data) -> None:
        """Fill the fields in from a saved deal."""
        super().fill(data)
        if data["kind"] == "passed":
            self.set_fields(taker=NOBODY.value)
            return
        partner = data.get("partner", ALONE.value) if self.with_partner else None
        self.set_fields(partner=partner, attack=data["points"], **data.get("excuse", {}))
        if "chelem" in data:
            told = data["chelem"]
            maker = told.get("made_by") or NO_CHELEM.value
            self.set_fields(announced=told["announced"], made_by=maker)
        for shown in data.get("poignees", ()):
            self.poignees[shown["seat"]].process_data(shown["size"])

    def _points(self) -> tuple[Any, ...]:
        """The points of the attack as the fields say them: none, one value, or two that differ."""
        return fields.linked_numbers((self.attack, self.defence))

    def _half_points(self) -> int | None:
        """The half points of the attack, if what was typed can be points."""
        typed = self._points()
        if len(typed) == 1:
            with suppress(MalformedError):
                return int(shape_of(rules.Points).read(typed[0], self.table.seats))
        return None

    def _moved(self) -> int:
        """The half points that the Excuse brings the attack, as far as it was told of."""
        excuse: rules.Excuse | None
        excuse = record_of(rules.Excuse).collect(self._excuse(), self.table.seats, [])
        return 0 if excuse is None else excuse.moved

    def _chelem(self) -> Data | None:
        if not (self.announced.data or self.made_by.data):
            return None
        made_by = None if self.made_by.data == NO_CHELEM.value else self.made_by.data or None
        return {"announced": bool(self.announced.data), "made_by": made_by}

    def _excuse(self) -> Data | None:
        told = fields.without_none(owner=self.owner.data or None, trick=self.trick.data or None)
        last = bool(self.last_trick.data)
        return told | {"last_trick": last} if told or last else None


def _stands(above: int) -> Phrase:
    """How the attack stands, so many half points above what it needs: in the points that count."""
    if not above:
        return Phrase("made")
    return Phrase("made_by" if above > 0 else "down_by", {"points": rules.margin(above)})
