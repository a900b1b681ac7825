"""The form for points by agreement, which every game has besides its own.

`agreed_form` makes one for a game: it has two fields for each side, a number and its sign, since
the number keys of many phones have no minus.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, ClassVar, cast

from wtforms import BooleanField, StringField

from scorekeeper.core.agreed_points import AGREED, POINTS_AT_MOST, Agreed
from scorekeeper.core.amount_parsing import cents_in, typed_cents
from scorekeeper.core.game import Game, Unit
from scorekeeper.core.phrases import Amount, Problem
from scorekeeper.core.shapes import MalformedError
from scorekeeper.core.typed_text import typed_text
from scorekeeper.games.choices import FormChoice, Sentence
from scorekeeper.games.fields import ChoiceField, NumberedFields, NumberField, without_none
from scorekeeper.games.round_form import Data, RoundForm

BOUNDS = {"example": Amount(150), "high": Amount(POINTS_AT_MOST)}
DEAL = FormChoice("deal", Sentence("agreed.deal"))
BESIDE = FormChoice("beside", Sentence("agreed.beside"))


class AgreedForm(RoundForm):
    """Points for every side, in whose words, and whether they stand for a deal."""

    slug = AGREED
    kinds: ClassVar[Mapping[str, type[Any]]] = {AGREED: Agreed}
    problem_keys = frozenset(("kind", "points", "why", "deal"))
    template = "round/_agreed_points.html"

    game: ClassVar[Game[Any, Any]]
    points: tuple[NumberField, ...]
    """The number of every side, as a rule without its sign."""
    minus: tuple[BooleanField, ...]
    """Whether the number of a side is below zero."""

    why = StringField()
    deal = ChoiceField(DEAL, BESIDE)

    # ---- What the page asks ------------------------------------------------------------------

    @property
    def is_money(self) -> bool:
        """Whether amounts of money are typed."""
        return self.game.unit(self.table.house) is Unit.CENTS

    @property
    def sums_to_zero(self) -> bool:
        """Whether what one side gets another must pay."""
        return self.game.unit(self.table.house) is not Unit.POINTS

    @property
    def asks_deal(self) -> bool:
        """Whether the points may stand for a deal here; or somebody said so all the same."""
        may_settle = not (
            self.game.finished(self.table) or list(self.game.check_settled_deal(self.table))
        )
        return may_settle or bool(self.deal.data == DEAL.value)

    @property
    def asks_dealer(self) -> bool:
        """As the points may stand for a deal: nobody deals for those beside the deals."""
        return self.asks_deal or bool(self.dealer.data)

    # ---- What was filled in ------------------------------------------------------------------

    def observation_data(self) -> Data:
        """The points as the sheet file says them."""
        is_deal = True if self.deal.data == DEAL.value else None
        told = without_none(why=typed_text(self.why.data or "") or None, deal=is_deal)
        return {"kind": AGREED} | without_none(points=self._points()) | told

    def contradictions(self) -> Sequence[Problem]:
        """Whether the points stand for a deal, where nobody said so."""
        problems = []
        if self.asks_deal and not self.deal.data:
            problems.append(Problem("missing", field="deal", incomplete=True))
        return problems + (self._refused_amounts() if self.is_money else [])

    def fill(self, data: Data) -> None:
        """Fill the fields in from saved points."""
        self.set_fields(why=data["why"], deal=(DEAL if data.get("deal") else BESIDE).value)
        for field, minus, points in zip(self.points, self.minus, data["points"], strict=False):
            number = abs(points)
            field.process_data(typed_cents(number, self.amounts()) if self.is_money else number)
            minus.data = points < 0

    def _points(self) -> list[Any] | None:
        """The points of every side; None where nobody typed any.

        A side left empty has none. Only where they add up to zero, a single one left empty has
        what the others lack.
        """
        typed = [self._number(*pair) for pair in zip(self.points, self.minus, strict=True)]
        empty = typed.count(None)
        if empty == len(typed):
            return None
        rest: int | Decimal = 0
        if self.sums_to_zero and empty == 1:
            rest = -sum(number for number in typed if isinstance(number, int | Decimal))
        return [rest if number is None else number for number in typed]

    def _number(self, field: NumberField, minus: BooleanField) -> Any:
        """What was typed for a side, in cents where it is money; as it is where it is no number."""
        number = self._cents(field) if self.is_money else field.value
        if isinstance(number, Problem):
            return 0  # refused in words of its own
        return min(number, -number) if minus.data and isinstance(number, int | Decimal) else number

    def _cents(self, field: NumberField) -> int | Problem | None:
        """The amount of money that was typed for a side, None for nothing; or why it is none."""
        typed = (field.data or "").strip().replace("−", "-")
        if not typed:
            return None
        try:
            cents = cents_in(typed.removeprefix("-"), self.amounts(), 0, POINTS_AT_MOST)
        except MalformedError as malformed:
            return malformed.problem("points")
        return -cents if typed.startswith("-") else cents

    def _refused_amounts(self) -> list[Problem]:
        """The question which amount was meant, where it may be two; or which there can be."""
        refused = [cents for cents in map(self._cents, self.points) if isinstance(cents, Problem)]
        asked = [problem for problem in refused if problem.code == "amount_ambiguous"]
        return asked or [Problem("amounts", BOUNDS, "points") for _ in refused[:1]]


def agreed_form(game: Game[Any, Any]) -> type[AgreedForm]:
    """The form for a game, with fields for as many sides as it can have."""
    sides = max(len(game.sides(seats)) for seats in game.seat_counts)
    points = NumberedFields("points", NumberField, sides)
    minus = NumberedFields("minus", BooleanField, sides)
    members = {"game": game, "points": points, "minus": minus}
    return cast(type[AgreedForm], type(AgreedForm.__name__, (AgreedForm,), members))
