"""Reading numbers as people type them."""

import re
from decimal import Decimal
from typing import Any

_NUMBER = re.compile(r"-?[0-9]{1,12}(\.[0-9]{1,12})?")


def typed_number(text: Any) -> Any:
    """The number that somebody typed: Decimal("40.5") for 40,5 or 40.5, the int 40 for 40 or 40,0.

    A hyphen and a minus sign both make it negative. None for nothing or blanks. Anything else is
    returned as it was typed, and the shape it is read with will refuse it.
    """
    if text is None or not str(text).strip():
        return None
    typed = str(text).strip().replace(",", ".").replace("−", "-")
    if not _NUMBER.fullmatch(typed):
        return text
    value = Decimal(typed)
    return int(value) if value == value.to_integral_value() else value
