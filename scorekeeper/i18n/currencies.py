"""The currencies that a group can count in, by their ISO 4217 codes."""

from functools import cache

from babel.core import get_global

UNKNOWN = "XXX"  # in ISO 4217: no currency; shown as ¤


@cache
def currencies() -> frozenset[str]:
    """The codes of all currencies in use as money somewhere today."""
    by_country = get_global("territory_currencies").values()
    return frozenset(
        code for used in by_country for code, _, until, is_money in used if is_money and not until
    )


def known_currency(code: str) -> str:
    """The code, or UNKNOWN where it is not one of `currencies`."""
    return code if code in currencies() else UNKNOWN
