"""The form of a deal: played and counted, conceded, or ended by a renege."""

from typing import Any

from wtforms import HiddenField

from scorekeeper.core.game import Round
from scorekeeper.core.numbers import typed_number
from scorekeeper.core.phrases import Problem
from scorekeeper.games.fields import (
    SHORT_NUMBER,
    choice_field,
    completed,
    given,
    number_field,
    seat_field,
    suit_field,
    tally,
    tally_text,
)
from scorekeeper.games.klaverjassen.rules import (
    ALL_POINTS,
    SIDES,
    Conceded,
    Played,
    Renege,
    melds_allowed,
)
from scorekeeper.games.round_form import Data, RoundForm, seat_choices, show_field

COUNTED, CONCEDED, RENEGE = "counted", "conceded", "renege"
ENDS = (COUNTED, CONCEDED, f"{RENEGE}_0", f"{RENEGE}_1")


class DealForm(RoundForm):
    """One form for the three kinds: what is left empty completes itself where it can."""

    word = "deal"
    kinds = frozenset(("played", "conceded", "renege"))
    keys = frozenset(("maker", "trump", "points", "roem", "pit", "side"))

    total = ALL_POINTS

    maker = seat_field()
    trump = suit_field()
    points_0 = number_field()
    points_1 = number_field()
    roem_0 = HiddenField()
    roem_1 = HiddenField()
    pit = choice_field("0", "1")
    end = choice_field(*ENDS, default=COUNTED)

    def __init__(self, table: Any, formdata: Any = None, **values: Any) -> None:
        super().__init__(table, formdata, **values)
        self.maker.choices = seat_choices(table)

    @property
    def melds(self) -> tuple[int, ...]:
        """The melds that this table can touch."""
        return melds_allowed(self.table.house)

    def roem(self, side: int) -> list[Any]:
        """The melds touched so far for a side."""
        return tally(self[f"roem_{side}"].data)

    def observed(self) -> Data:
        """The deal as the sheet file would say it."""
        end = self.end.data or COUNTED
        roem = [self.roem(side) for side in range(SIDES)]
        shared = given(
            maker=typed_number(self.maker.data),
            trump=self.trump.data or None,
            roem=roem if any(roem) else None,
        )
        if end == CONCEDED:
            return {"kind": CONCEDED} | shared
        if end.startswith(RENEGE):
            return {"kind": RENEGE, "side": typed_number(end.removeprefix(f"{RENEGE}_"))} | shared
        pit = typed_number(self.pit.data)
        return {"kind": "played"} | shared | given(points=self._points(pit), pit=pit)

    def contradictions(self) -> list[Problem]:
        """Nothing is counted where the makers gave up or somebody reneged."""
        if self.end.data in (None, "", COUNTED):
            return []
        counted = [
            side for side in range(SIDES) if typed_number(self[f"points_{side}"].data) is not None
        ]
        found = [Problem("not_counted", field="points")] if counted else []
        if typed_number(self.pit.data) is not None:
            found.append(Problem("no_pit_here", field="pit"))
        return found

    def _points(self, pit: Any) -> list[Any] | None:
        """Both counts: the one left empty is what the other lacks; a pit needs none at all."""
        points = [typed_number(self[f"points_{side}"].data) for side in range(SIDES)]
        if points == [None, None] and pit in (0, 1):
            return [ALL_POINTS * (side == pit) for side in range(SIDES)]
        return completed(points, ALL_POINTS)

    def show(self, dealt: Round[Any], data: Data) -> None:
        """Fill the fields in from a deal that was written down."""
        observation = dealt.observation
        show_field(self.maker, observation.maker)
        show_field(self.trump, data.get("trump"))
        for side in range(SIDES):
            self[f"roem_{side}"].data = tally_text(observation.roem[side])
        if isinstance(observation, Played):
            show_field(self.pit, observation.pit)
            for side in range(SIDES):
                show_field(self[f"points_{side}"], observation.points[side])
        elif isinstance(observation, Conceded):
            self.end.data = CONCEDED
        elif isinstance(observation, Renege):
            self.end.data = f"{RENEGE}_{observation.side}"

    def touch(self, name: str, value: str) -> None:
        """Add a meld (side and meld) or take one back (side and its place in the row)."""
        side, _, what = value.partition(":")
        if side not in ("0", "1") or not SHORT_NUMBER.fullmatch(what):
            return
        melds = self.roem(int(side))
        if name == "add":
            melds.append(int(what))
        elif name == "take" and int(what) < len(melds):
            melds.pop(int(what))
        self[f"roem_{side}"].data = tally_text(melds)
