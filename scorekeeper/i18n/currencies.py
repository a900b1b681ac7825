"""The currencies that money can be counted in, by their ISO 4217 codes."""

from functools import cache

from babel.core import get_global
from babel.numbers import get_currency_precision

EURO = "EUR"
UNKNOWN = "XXX"  # in ISO 4217: no currency; shown as ¤


@cache
def currencies() -> frozenset[str]:
    """The codes of all currencies that are used as money somewhere today."""
    by_country = get_global("territory_currencies").values()
    return frozenset(
        code for used in by_country for code, _, until, is_money in used if is_money and not until
    )


def known_currency(code: str) -> str:
    """The code, or UNKNOWN where none was ever called so."""
    return code if code in get_global("all_currencies") else UNKNOWN


def decimals_of(code: str) -> int:
    """How many digits an amount of a currency has behind the decimal sign: 2, or 0 of yen."""
    return int(get_currency_precision(known_currency(code)))
