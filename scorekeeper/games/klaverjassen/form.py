"""The form of a deal: played and counted, conceded, or ended by a renege."""

from typing import Any

from scorekeeper.core.number_parsing import typed_number
from scorekeeper.core.phrases import NamedSide, Problem
from scorekeeper.games import fields
from scorekeeper.games.choices import SUITS, FormChoice, Sentence
from scorekeeper.games.klaverjassen import rules
from scorekeeper.games.round_form import Data, RoundForm

COUNTED, CONCEDED, RENEGE = "counted", "conceded", "renege"
PITS = (
    FormChoice("", Sentence("klaverjassen.field.no_pit")),
    *(FormChoice(str(side), NamedSide(side)) for side in range(rules.SIDES)),
)
ENDS = (
    FormChoice(COUNTED, Sentence("klaverjassen.field.counted")),
    FormChoice(CONCEDED, Sentence("klaverjassen.field.conceded")),
    *(
        FormChoice(f"{RENEGE}_{side}", Sentence("klaverjassen.field.renege", side_in_gap=side))
        for side in range(rules.SIDES)
    ),
)


class DealForm(RoundForm):
    """One form for the three kinds: what is left empty completes itself where it can."""

    slug = "deal"
    kinds = rules.KINDS
    problem_keys = frozenset(("maker", "trump", "points", "roem", "pit", "side"))

    all_points = rules.ALL_POINTS

    maker = fields.SeatField()
    trump = fields.ChoiceField(*SUITS)
    points = fields.NumberedFields("points", fields.NumberField, rules.SIDES)
    roem = fields.NumberedFields("roem", fields.TallyField, rules.SIDES)
    pit = fields.ChoiceField(*PITS)
    end = fields.ChoiceField(*ENDS, default=COUNTED)

    @property
    def melds(self) -> tuple[int, ...]:
        """The melds that this table knows."""
        return rules.melds_allowed(self.table.house)

    @property
    def is_counted(self) -> bool:
        """Whether the deal was played to its end, as it is unless something else is said."""
        return self.end.data in (None, "", COUNTED)

    def shown_of_table(self) -> Any:
        """Nothing: all four play every deal, and none hangs on those before."""
        return None

    def observation_data(self) -> Data:
        """The deal as the sheet file says it."""
        end = self.end.data or COUNTED
        kind = RENEGE if end.startswith(RENEGE) else CONCEDED if end == CONCEDED else "played"
        data: Data = {"kind": kind} | self.filled_in(kind)
        roem = [field.numbers for field in self.roem]
        if any(roem):
            data["roem"] = roem
        if kind == RENEGE:
            data["side"] = typed_number(end.removeprefix(f"{RENEGE}_"))
        elif kind == "played":
            data |= fields.without_none(points=self._points(data.get("pit")))
        return data

    @property
    def melds_named(self) -> dict[int, str]:
        """How a meld is called on its button where not all of its kind are worth as much."""
        house = self.table.house
        if house.four_low:
            return {}
        are_jacks = house.four_jacks == rules.FOUR_ALIKE
        return {rules.FOUR_ALIKE: "four_jacks_or_high" if are_jacks else "four_high"}

    def contradictions(self) -> list[Problem]:
        """Nothing is counted where the makers gave up or somebody reneged."""
        if self.is_counted:
            return []
        problems = []
        if any(field.value is not None for field in self.points):
            problems.append(Problem("not_counted", field="points"))
        if self.pit.value is not None:
            problems.append(Problem("no_pit_here", field="pit"))
        return problems

    def fill(self, data: Data) -> None:
        """Fill the fields in from a saved deal."""
        super().fill(data)
        fields.fill_each(self.roem, data.get("roem", ()))
        fields.fill_each(self.points, data.get("points", ()))
        if data["kind"] == CONCEDED:
            self.set_fields(end=CONCEDED)
        elif data["kind"] == RENEGE:
            self.set_fields(end=f"{RENEGE}_{data['side']}")

    def apply_button(self, name: str, value: str) -> None:
        """Add a meld (side and meld) or take one back (side and its place in the row)."""
        side, _, what = value.partition(":")
        if side not in map(str, range(rules.SIDES)) or not fields.SHORT_NUMBER.fullmatch(what):
            return
        melds = self.roem[int(side)]
        if name == "add":
            melds.add(int(what))
        elif name == "take":
            melds.take(int(what))

    def _points(self, pit: Any) -> list[Any] | None:
        """Both counts: the one left empty is what the other lacks; a pit needs none at all."""
        points = [field.value for field in self.points]
        if points == [None] * rules.SIDES and pit in range(rules.SIDES):
            return [rules.ALL_POINTS * (side == pit) for side in range(rules.SIDES)]
        return fields.completed_counts(points, rules.ALL_POINTS)
