"""The points of a Ruf in its form: what the four fields are called, and the question they raise.

A table says its result after zero, a newcomer counts to 91. Both are asked for; a number that would
be rare as the one and usual as the other is asked about.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from scorekeeper.core.phrases import HalfPoints, Problem, Values
from scorekeeper.core.tarock import ALL_POINTS, HALVES
from scorekeeper.games.choices import Sentence
from scorekeeper.games.fields import LinkedNumberField
from scorekeeper.games.tuebinger_tarock.rules import RESULTS, RUF_ZERO


def caption(name: str) -> Sentence:
    """What one of the four fields is called."""
    return Sentence(f"tuebinger_tarock.form.points.{name}", {"total": ALL_POINTS})


def high_result(
    typed: str, of_all: Sequence[LinkedNumberField], after_zero: Sequence[LinkedNumberField]
) -> int | Decimal | None:
    """A number typed as a result after zero, so high that it may be points of 91; None for none.

    *typed* is the name of the field that was typed last, where a script has said so; it has filled
    in the others. Without script a number *of_all* 91 leaves no doubt about one *after_zero*.
    """
    if any(field.name == typed or (not typed and field.data) for field in of_all):
        return None
    for field in after_zero:
        result = field.number
        if isinstance(result, int | Decimal) and RESULTS < result <= ALL_POINTS - RUF_ZERO:
            return result
    return None


def after_zero_problems(result: int | Decimal | None) -> Iterator[Problem]:
    """The question whether a high result was really counted after zero."""
    if result is not None:
        halves = int(HALVES * result)
        values: Values = {
            "half_points": HalfPoints(halves),
            "counted_half_points": HalfPoints(halves + HALVES * RUF_ZERO),
            "all": ALL_POINTS,
        }
        yield Problem("after_zero", values, "points")
