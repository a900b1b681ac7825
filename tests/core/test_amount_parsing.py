"""An amount of money is read as people type it, and one that could be another is refused."""

from collections.abc import Mapping

import pytest

from scorekeeper.core.account import CENTS_AT_MOST
from scorekeeper.core.amount_parsing import EXAMPLE, AmountFormat, cents_in, typed_cents
from scorekeeper.core.phrases import Money, Problem, Value
from scorekeeper.core.shapes import MalformedError

EURO = AmountFormat(2, ",", ("EUR", "€"))
FRANC = AmountFormat(2, ".", ("CHF",))
YEN = AmountFormat(0, ".", ("JPY", "JP¥", "¥"))
DINAR = AmountFormat(3, ".", ("BHD",))
GERMAN_DINAR = AmountFormat(3, ",", ("BHD",))


def refusal(text: str, written: AmountFormat, low: int = 1) -> tuple[str, Mapping[str, Value]]:
    with pytest.raises(MalformedError) as refused:
        cents_in(text, written, low)
    return refused.value.found.code, refused.value.found.values


@pytest.mark.parametrize(
    ("typed", "cents"),
    [
        ("1,20", 120),
        ("1.20", 120),
        ("1,2", 120),
        (" 12 ", 1200),
        ("007", 700),
        (",5", 50),
        (".05", 5),
        ("0.01", 1),
        ("5.", 500),
        ("5,-", 500),
        ("5.–", 500),
        ("1 234,50", 123450),
        ("1\N{NARROW NO-BREAK SPACE}234,50", 123450),
        ("1.234,50", 123450),
        ("1,234.50", 123450),
        ("1'234.50", 123450),
        ("1’234", 123400),
        ("1 234", 123400),
        ("123.456,7", 12345670),
        ("1.000.000", CENTS_AT_MOST),
        ("1234.50", 123450),
        ("5 €", 500),
        ("€5", 500),
        ("€ 5,20", 520),
        ("5.20EUR", 520),
        ("eur 5", 500),
        ("\u20681,20\u2069", 120),
    ],
)
def test_an_amount_with_two_decimals_is_read_as_people_type_it(typed: str, cents: int) -> None:
    assert cents_in(typed, EURO) == cents


@pytest.mark.parametrize(
    ("typed", "written", "amount"),
    [
        ("1200", YEN, 1200),
        ("1,200", YEN, 1200),
        ("1.200", YEN, 1200),
        ("¥1 200", YEN, 1200),
        ("jp¥12", YEN, 12),
        ("12 JP¥", YEN, 12),
        ("CHF 5", FRANC, 500),
        ("5.- CHF", FRANC, 500),
        ("1.2", DINAR, 1200),
        ("1.200", DINAR, 1200),
        ("1,200", GERMAN_DINAR, 1200),
        ("1,234.500", DINAR, 1234500),
        ("1.23", GERMAN_DINAR, 1230),
    ],
)
def test_other_currencies_have_their_own_decimals(
    typed: str, written: AmountFormat, amount: int
) -> None:
    assert cents_in(typed, written) == amount


@pytest.mark.parametrize(
    ("typed", "written", "thousands", "fraction"),
    [
        ("1.200", EURO, 120000, 120),
        ("1,200", EURO, 120000, 120),
        ("12.345 €", EURO, 1234500, 1234),
        ("1,200", DINAR, 1200000, 1200),
        ("1.200", GERMAN_DINAR, 1200000, 1200),
    ],
)
def test_what_could_be_thousands_is_refused_with_both_readings(
    typed: str, written: AmountFormat, thousands: int, fraction: int
) -> None:
    readings = {"thousands": Money(thousands), "fraction": Money(fraction)}
    assert refusal(typed, written) == ("amount_ambiguous", readings)


def test_what_is_no_amount_is_refused_with_an_example() -> None:
    for typed in (
        "many", "1e3", "1 2", "12 34", "1.2.3", "1,2,3", "1,23.4", "1.234.56", "5 USD", "$5", "€5€",
        "€", ".", ",-", "+5", "5-", "½", "٣", "1'2", "1,-2", "1_000",
    ):  # fmt: skip
        assert refusal(typed, EURO) == ("amount", {"example": EXAMPLE}), typed


@pytest.mark.parametrize("nothing", ["", "  ", "\u2068\u2069"])
def test_an_empty_field_lacks_an_amount_and_is_not_wrong_yet(nothing: str) -> None:
    with pytest.raises(MalformedError) as refused:
        cents_in(nothing, EURO)
    assert refused.value.found == Problem("amount", {"example": Money(1250)}, incomplete=True)


@pytest.mark.parametrize("typed", ["-5", "−1,20", "– 5", "€-5", "-€5", "- 5 €", "-0"])
def test_an_amount_has_no_minus_sign(typed: str) -> None:
    assert refusal(typed, EURO)[0] == "amount_negative"


@pytest.mark.parametrize(
    ("typed", "written", "found"),
    [
        ("1.2345", EURO, ("amount_decimals", {"decimals": 2, "example": EXAMPLE})),
        ("0,500", EURO, ("amount_decimals", {"decimals": 2, "example": EXAMPLE})),
        ("1234,567", EURO, ("amount_decimals", {"decimals": 2, "example": EXAMPLE})),
        ("1.234,567", EURO, ("amount_decimals", {"decimals": 2, "example": EXAMPLE})),
        ("1.2345", DINAR, ("amount_decimals", {"decimals": 3, "example": EXAMPLE})),
        ("12.5", YEN, ("amount_whole", {"example": EXAMPLE})),
        ("1.200,5", YEN, ("amount_whole", {"example": EXAMPLE})),
    ],
)
def test_decimals_that_the_currency_lacks_are_refused(
    typed: str, written: AmountFormat, found: tuple[str, Mapping[str, Value]]
) -> None:
    assert refusal(typed, written) == found


def test_an_amount_has_a_lowest_and_a_highest() -> None:
    assert refusal("0", EURO) == ("amount_low", {"low": Money(1)})
    with pytest.raises(MalformedError):
        cents_in("0", EURO)  # a cent, where nothing is said
    assert cents_in("0,00", EURO, low=0) == 0
    assert cents_in("1000000", EURO) == CENTS_AT_MOST
    assert refusal("1000000,01", EURO) == ("amount_high", {"high": Money(CENTS_AT_MOST)})
    assert refusal("9" * 5000, EURO) == ("amount_high", {"high": Money(CENTS_AT_MOST)})
    assert cents_in("0" + "9" * 15, YEN, high=10**20) == 10**15 - 1
    with pytest.raises(MalformedError):
        cents_in("1" + "0" * 15, YEN, high=10**20)


@pytest.mark.parametrize("written", [EURO, FRANC, YEN, DINAR, GERMAN_DINAR])
def test_what_stands_in_a_field_is_read_again(written: AmountFormat) -> None:
    for cents in (1, 5, 10, 100, 999, 1000, 1200, 1234567, CENTS_AT_MOST):
        assert cents_in(typed_cents(cents, written), written) == cents


@pytest.mark.parametrize(
    ("cents", "written", "typed"),
    [(1250, EURO, "12,50"), (5, FRANC, "0.05"), (1200, YEN, "1200"), (5, DINAR, "0.005"),
     (0, EURO, "0,00")],
)  # fmt: skip
def test_an_amount_stands_in_a_field_as_people_write_it(
    cents: int, written: AmountFormat, typed: str
) -> None:
    assert typed_cents(cents, written) == typed
