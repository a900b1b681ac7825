"""Numbers as people type them."""

import re
from decimal import Decimal
from typing import Any

_NUMBER = re.compile(r"-?[0-9]{1,12}(\.[0-9]{1,12})?")


def typed_number(text: Any) -> Any:
    """The number somebody typed: 40,5 and 40.5 are Decimal("40.5"), 40 and 40,0 the int 40.

    Both minus signs count. None for nothing or blanks; anything else comes back as it was typed,
    to be refused by whoever needs a number.
    """
    if text is None or not str(text).strip():
        return None
    typed = str(text).strip().replace(",", ".").replace("−", "-")
    if not _NUMBER.fullmatch(typed):
        return text
    value = Decimal(typed)
    return int(value) if value == value.to_integral_value() else value
