"""The result of a sheet as a text for a chat."""

from datetime import date

from scorekeeper.i18n.messages import messages_in
from scorekeeper.summary.chat_texts import result_text
from tests.printing.evenings import evening

DAY = date(2026, 11, 20)
ADDRESS = "http://192.168.0.7:8000/s/abc/"
HEBREW = "\u05d0\u05d1\u05d2"


def test_the_winner_stands_first_and_the_address_last() -> None:
    sheet = evening("klaverjassen", 4, closed=True)
    lines = result_text(sheet, DAY, messages_in("en"), ADDRESS).split("\n")
    about = "Klaverjassen, Freitag bei Dirk, 20 Nov 2026"
    assert lines == [
        f"{about}: Anna & Clara 534, Bert & Dirk 284",
        f"Look at the sheet: {ADDRESS}",
    ]


def test_where_it_was_for_money_the_text_says_who_pays_whom() -> None:
    sheet = evening("tapp", 4, closed=True)
    text = result_text(sheet, DAY, messages_in("de").in_currency("CHF"), None)
    totals, *payments = text.split("\n")
    assert totals.startswith("Tapp, Freitag bei Dirk, 20.11.2026: ")
    assert totals.count("CHF") == 3
    assert payments
    assert all(" zahlt " in each and "CHF" in each for each in payments)


def test_nobody_pays_before_the_sheet_is_over_and_the_text_says_so() -> None:
    sheet = evening("tapp", 4)
    lines = result_text(sheet, DAY, messages_in("en"), None).split("\n")
    assert lines[1:] == ["After deal 4"]


def test_points_beside_the_deals_are_no_deal_to_tell_the_standing_after() -> None:
    sheet = evening("tapp", 0, rounds=[{"kind": "agreed", "points": [2, -1, -1], "why": "late"}])
    assert len(result_text(sheet, DAY, messages_in("en"), None).split("\n")) == 1


def test_names_that_are_read_from_the_right_turn_no_total_and_long_ones_stay_whole() -> None:
    long = "x" * 40
    sheet = evening("tapp", 4, players=[HEBREW, long, "Clara"])
    text = result_text(sheet, DAY, messages_in("en"), None)
    assert f"\u2068{HEBREW}\u2069 " in text
    assert f"{long} " in text
