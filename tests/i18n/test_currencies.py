"""Amounts of money are those of a currency, written as in the reader's country."""

import re

import pytest

from scorekeeper.core.amount_parsing import cents_in
from scorekeeper.core.game import Unit
from scorekeeper.core.stake import Stake
from scorekeeper.i18n.catalogue import languages
from scorekeeper.i18n.currencies import UNKNOWN, currencies, decimals_of
from scorekeeper.i18n.house_rule_messages import stake_text
from scorekeeper.i18n.messages import messages_in
from tests.i18n.test_tone import said


@pytest.mark.parametrize(
    ("currency", "cents", "german", "english"),
    [
        ("EUR", -123450, "−1.234,50\xa0€", "−€1,234.50"),
        ("CHF", 10, "0,10\xa0CHF", "CHF\xa00.10"),
        ("CHF", -5, "−0,05\xa0CHF", "−CHF\xa00.05"),
        ("USD", 1999, "19,99\xa0$", "$19.99"),
        ("JPY", 1500, "1.500\xa0¥", "¥1,500"),
        ("BHD", 1500, "1,500\xa0BHD", "BHD\xa01.500"),
    ],
)
def test_money_has_the_sign_and_the_decimals_of_its_currency(
    currency: str, cents: int, german: str, english: str
) -> None:
    for language, shown in (("de", german), ("en", english)):
        speak = messages_in(language).in_currency(currency)
        assert (speak.money(cents), speak.points(cents, Unit.CENTS)) == (shown, shown)
        assert speak.points(7, Unit.CHIPS) == "7"


def test_the_currency_and_the_game_of_a_page_are_independent() -> None:
    english = messages_in("en")
    page = english.of_game("tafferand").in_currency("CHF")
    assert page is english.in_currency("CHF").of_game("tafferand")
    assert (page.text("sheet.deal", deal=3), page.money(5)) == ("Game 3", "CHF\xa00.05")
    assert (english.text("sheet.deal", deal=3), english.money(5)) == ("Deal 3", "€0.05")


@pytest.mark.parametrize("damaged", ["", "???", "eur", "€", "EUR\n", "X" * 1000])
def test_what_is_no_currency_is_shown_as_an_unknown_one(damaged: str) -> None:
    speak = messages_in("en").in_currency(damaged)
    assert (speak.currency, speak.money(150)) == (UNKNOWN, "¤1.50")
    assert messages_in("de").in_currency(damaged).money(150) == "1,50\xa0¤"


def test_a_currency_of_the_past_is_still_shown_as_what_it_was() -> None:
    assert messages_in("en").in_currency("DEM").money(150) == "DEM\xa01.50"


@pytest.mark.parametrize(
    ("currency", "german", "english"),
    [
        ("EUR", "10 Cent je 100 Punkte", "10 cents per 100 points"),
        ("CHF", "0,10\xa0CHF je 100 Punkte", "CHF\xa00.10 per 100 points"),
        ("JPY", "10\xa0¥ je 100 Punkte", "¥10 per 100 points"),
    ],
)
def test_a_stake_is_told_in_its_currency(currency: str, german: str, english: str) -> None:
    for language, told in (("de", german), ("en", english)):
        assert stake_text(Stake(10, 100), messages_in(language).in_currency(currency)) == told


@pytest.mark.parametrize(
    ("currency", "german", "english"),
    [
        ("EUR", "Cent", "cents"),
        ("CHF", "Rappen", "Rappen"),
        ("JPY", "Einheiten zu 1\xa0¥", "units of ¥1"),
        ("BHD", "Einheiten zu 0,001\xa0BHD", "units of BHD\xa00.001"),
        ("???", "Einheiten zu 0,01\xa0¤", "units of ¤0.01"),
    ],
)
def test_what_stands_in_the_smallest_unit_is_called_so(
    currency: str, german: str, english: str
) -> None:
    for language, told in (("de", german), ("en", english)):
        speak = messages_in(language).in_currency(currency)
        assert told in speak.text("stake.cents_field")
        assert told in speak.of_game("tapp").text("tapp.house.unit_cents")


@pytest.mark.parametrize("language", languages())
def test_a_sentence_for_every_currency_does_not_speak_of_cents(language: str) -> None:
    of_euros = ("currency.unit.", "stake.cents", "print.cents", "cli.", "tapp.tagline")
    cents = re.compile(r"(?<!\{)\bcent(s|en|imes?)?\b", re.IGNORECASE)
    found = [key for key, text in said(language) if cents.search(text)]
    assert [key for key in found if not key.startswith(of_euros)] == []
    assert "currency.unit.EUR" in found


@pytest.mark.parametrize("language", languages())
def test_an_amount_of_every_currency_can_be_typed_as_it_is_shown(language: str) -> None:
    for currency in currencies():
        speak = messages_in(language).in_currency(currency)
        whole = 1250 * 10 ** decimals_of(currency)
        assert cents_in(speak.money(whole), speak.amount_format) == whole, currency


def test_every_currency_is_one_that_people_use_today() -> None:
    assert {"EUR", "CHF", "GBP", "USD", "JPY", "BHD"} <= currencies()
    assert not {"DEM", "NLG", "XXX", "XTS", "XAU", "CHE", "BOV"} & currencies()
    assert len(currencies()) > 140
