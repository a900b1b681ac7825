"""Reading amounts of money as people type them, and writing them for a field.

Amounts are whole numbers of the smallest unit of a currency: cents, yen or fils.
"""

import re
from collections.abc import Collection
from decimal import Decimal
from typing import NamedTuple

from scorekeeper.core.account import CENTS_AT_MOST
from scorekeeper.core.phrases import Money, Problem
from scorekeeper.core.shapes import MalformedError
from scorekeeper.core.typed_text import typed_text

EXAMPLE = Money(1250)
DIGITS_AT_MOST = 15  # before the decimal sign
THOUSAND_DIGITS = 3

_ALIKE = str.maketrans({"−": "-", "–": "-", "—": "-", "’": "'"})
_NO_CENTS = re.compile(r"(?<=[0-9])[.,]-{1,2}$")  # the end of 5,- and 5.--
_PLAIN = re.compile(r"(?=.*[0-9])(?P<whole>[0-9]*)([.,](?P<fraction>[0-9]*))?")
_GROUPED = re.compile(
    r"(?P<whole>[1-9][0-9]{0,2}(?P<group>[ '.,])[0-9]{3}((?P=group)[0-9]{3})*)"
    r"((?!(?P=group))[.,](?P<fraction>[0-9]+))?"
)


class AmountFormat(NamedTuple):
    """How amounts of a currency are written in a language.

    *decimals* is how many digits stand behind the *decimal_sign*; *signs* can be typed before or
    behind the number: €, EUR.
    """

    decimals: int
    decimal_sign: str = "."
    signs: Collection[str] = ()


def cents_in(text: str, written: AmountFormat, low: int = 1, high: int = CENTS_AT_MOST) -> int:
    """The amount that somebody typed, from *low* to *high*, in the smallest unit of the currency.

    Comma and point are both decimal signs, and both part thousands where that is unambiguous.
    Raises MalformedError.
    """
    whole, fraction = _parts(_number_in(text, written.signs), written)
    if len(fraction) > written.decimals:
        raise _too_many_decimals(written.decimals)
    is_huge = len(whole.lstrip("0")) > DIGITS_AT_MOST
    cents = high + 1 if is_huge else _cents(whole, fraction, written.decimals)
    if cents > high:
        raise MalformedError(Problem("amount_high", {"high": Money(high)}))
    if cents < low:
        raise MalformedError(Problem("amount_low", {"low": Money(low)}))
    return cents


def typed_cents(cents: int, written: AmountFormat) -> str:
    """An amount as it stands in a field: 12,50 in German; `cents_in` reads it again."""
    return str(Decimal(cents).scaleb(-written.decimals)).replace(".", written.decimal_sign)


def _number_in(text: str, signs: Collection[str]) -> str:
    """The number without a sign of the currency; refused if it is negative."""
    number = " ".join(typed_text(text).casefold().translate(_ALIKE).split())
    if not number:
        raise MalformedError(Problem("amount", {"example": EXAMPLE}, incomplete=True))
    is_negative = number.startswith("-")
    number = _without_sign(number.removeprefix("-").strip(), signs)
    number = _NO_CENTS.sub("", number)
    if is_negative or number.startswith("-"):
        raise MalformedError(Problem("amount_negative"))
    return number


def _without_sign(number: str, signs: Collection[str]) -> str:
    known = [" ".join(symbol.casefold().split()) for symbol in signs]
    for sign in sorted(known, key=len, reverse=True):
        if number.startswith(sign):
            return number.removeprefix(sign).strip()
        if number.endswith(sign):
            return number.removesuffix(sign).strip()
    return number


def _parts(number: str, written: AmountFormat) -> tuple[str, str]:
    """The digits before and behind the decimal sign."""
    plain, grouped = _PLAIN.fullmatch(number), _GROUPED.fullmatch(number)
    if plain and grouped and written.decimals:  # 1.200, but not 1.200,50 and 1 200
        if written.decimals < THOUSAND_DIGITS or grouped["group"] != written.decimal_sign:
            raise _ambiguous(plain["whole"], plain["fraction"], written.decimals)
        grouped = None
    match = grouped or plain
    if match is None:
        raise MalformedError(Problem("amount", {"example": EXAMPLE}))
    return re.sub("[^0-9]", "", match["whole"]), match["fraction"] or ""


def _cents(whole: str, fraction: str, decimals: int) -> int:
    return int((whole + fraction[:decimals].ljust(decimals, "0")) or "0")


def _ambiguous(whole: str, fraction: str, decimals: int) -> MalformedError:
    readings = {
        "thousands": Money(_cents(whole + fraction, "", decimals)),
        "fraction": Money(_cents(whole, fraction, decimals)),
    }
    return MalformedError(Problem("amount_ambiguous", readings))


def _too_many_decimals(decimals: int) -> MalformedError:
    if not decimals:
        return MalformedError(Problem("amount_whole", {"example": EXAMPLE}))
    return MalformedError(Problem("amount_decimals", {"decimals": decimals, "example": EXAMPLE}))
