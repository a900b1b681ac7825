"""Reading numbers as people type them."""

import re
from decimal import Decimal
from typing import Any

from scorekeeper.core.phrases import Problem, Values

_NUMBER = re.compile(r"-?[0-9]{1,12}(\.[0-9]{1,12})?")
_THOUSANDS = re.compile(r"-?[1-9][0-9]{0,2}\.[0-9]{3}")


class AmbiguousNumber(str):
    """A number as it was typed, three digits behind a point or comma: 1.200 is 1200 or 1.2."""

    @property
    def problem(self) -> Problem:
        """The question which of the two it is."""
        typed = _with_point(self)
        readings: Values = {
            "thousands": int(typed.replace(".", "")),
            "fraction": exact(Decimal(typed)),
        }
        return Problem("amount_ambiguous", readings)


def typed_number(text: Any) -> Any:
    """The number that somebody typed: Decimal("40.5") for 40,5 or 40.5, the int 40 for 40 or 40,0.

    A hyphen and a minus sign both make it negative. None for nothing or blanks. Anything else, and
    an AmbiguousNumber, is returned as it was typed, and the shape it is read with will refuse it.
    """
    if text is None or not str(text).strip():
        return None
    typed = _with_point(str(text))
    if not _NUMBER.fullmatch(typed):
        return text
    return AmbiguousNumber(text) if _THOUSANDS.fullmatch(typed) else exact(Decimal(typed))


def _with_point(text: str) -> str:
    return text.strip().replace(",", ".").replace("−", "-")


def exact(value: int | Decimal) -> int | Decimal:
    """A number, as an int if it is whole."""
    return int(value) if value == int(value) else value
