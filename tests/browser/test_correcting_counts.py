"""Counts that follow from each other, in a correction or after a reload."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PhoneFactory
from tests.browser.french_tarot import SIX, sit_out
from tests.browser.table import (
    choice,
    deal,
    expect_totals,
    fill_in,
    opened,
    points,
    press,
    rounds,
)

GARDE = {"kind": "played", "taker": 0, "contract": "garde", "bouts": 2, "points": 52}
RUF = {"kind": "ruf", "caller": 0, "called": 1, "points": 52}
RAUS = {"kind": "raus", "soloist": 2, "piles": [20, 27, 40, 4]}


def field(page: Page, name: str) -> Locator:
    return page.locator(f"input[name={name}]")


def expect_values(page: Page, **values: str) -> None:
    for name, value in values.items():
        expect(field(page, name)).to_have_value(value)


# --- two counts ---


def test_in_a_correction_the_count_that_was_not_touched_follows(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server, [deal(99)])
    page = phone(f"{sheet}rounds/1")
    expect_values(page, points_0="99", points_1="63")
    points(page, 0).fill("120")
    expect_values(page, points_1="42")
    points(page, 0).fill("170")  # that cannot be: what stood there comes back
    expect_values(page, points_1="63")
    points(page, 0).fill("121")
    press(page, "Spiel 1 speichern")
    expect_totals(page, 121, 41)
    page.goto(f"{sheet}rounds/1")  # the second time either one may be typed
    points(page, 1).fill("52")
    expect_values(page, points_0="110")
    points(page, 0).fill("112")  # both were touched, and are left alone
    points(page, 1).fill("51")
    expect_values(page, points_0="112")
    page.reload()
    expect_values(page, points_0="112", points_1="51")
    points(page, 0).fill("122")
    points(page, 1).fill("41")
    expect_values(page, points_0="122", points_1="41")
    points(page, 1).fill("")  # left empty, it completes itself as ever
    points(page, 0).fill("100")
    expect_values(page, points_1="62")


@pytest.mark.soak(short="test_in_a_correction_the_count_that_was_not_touched_follows")
def test_a_count_that_was_cleared_is_typed_anew_and_the_other_follows(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server, [deal(99)]) + "rounds/1")
    points(page, 1).fill("")
    expect_values(page, points_0="99")
    points(page, 1).press_sequentially("42")
    expect_values(page, points_0="120")


@pytest.mark.soak(short="test_a_new_deal_completes_itself_after_a_reload_too_and_can_be_corrected")
def test_a_correction_still_follows_after_a_reload(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server, [deal(99)]) + "rounds/1")
    points(page, 0).fill("120")
    page.reload()
    expect_values(page, points_0="120", points_1="42")
    points(page, 0).fill("110")
    expect_values(page, points_1="52")
    points(page, 0).fill("")
    expect_values(page, points_1="63")


def test_a_new_deal_completes_itself_after_a_reload_too_and_can_be_corrected(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server))
    fill_in(page, 0, "hearts", 10)
    expect_values(page, points_1="152")
    points(page, 0).press("2")
    expect_values(page, points_1="60")
    page.reload()
    expect_values(page, points_0="102", points_1="60")
    points(page, 0).fill("90")
    expect_values(page, points_1="72")
    points(page, 0).fill("")
    expect_values(page, points_1="")
    points(page, 1).fill("70")
    expect_values(page, points_0="92")
    points(page, 0).fill("102")
    expect_values(page, points_1="70")


# --- several fields that show one number ---


@pytest.mark.soak(short="test_in_a_correction_linked_counts_follow_and_come_back")
def test_linked_counts_still_follow_after_a_reload(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server, game="tuebinger_tarock"))
    choice(page, "kind", "ruf").tap()
    field(page, "own_result").fill("29")
    page.reload()
    expect_values(page, own_result="29", their_result="16", own_points="52", their_points="39")
    field(page, "own_result").fill("")
    expect_values(page, their_result="", own_points="", their_points="")


def test_in_a_correction_linked_counts_follow_and_come_back(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server, [GARDE], game="french_tarot") + "rounds/1")
    field(page, "defence").fill("50")
    expect_values(page, attack="41")
    page.reload()
    expect_values(page, attack="41", defence="50")
    field(page, "defence").fill("")
    expect_values(page, attack="52")
    field(page, "defence").fill("38")
    expect_values(page, attack="53")
    press(page, "Spiel 1 speichern")
    expect(rounds(page)).to_contain_text("53")


@pytest.mark.soak(short="test_in_a_correction_linked_counts_follow_and_come_back")
def test_linked_counts_of_a_ruf_are_corrected(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server, [RUF], game="tuebinger_tarock") + "rounds/1")
    expect_values(page, own_points="52")
    field(page, "their_points").fill("100")  # there are but 91
    expect_values(page, own_points="52", own_result="")
    field(page, "their_points").fill("31")
    expect_values(page, own_result="37", their_result="8", own_points="60")
    field(page, "their_points").fill("")
    expect_values(page, own_points="52", their_result="", own_result="")


def test_counts_in_a_part_that_the_server_draws_anew_still_follow(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server, players=SIX[:5], game="french_tarot", house={"seats": 4}))
    field(page, "attack").fill("52")
    sit_out(page, 1)
    expect_values(page, attack="52", defence="39")
    field(page, "attack").fill("")
    expect_values(page, defence="")


# --- a count for every player ---


@pytest.mark.soak(short="test_tuebinger_tarock.py::test_the_fourth_pile_follows_the_other_three")
def test_the_last_pile_that_was_not_touched_follows_the_three_that_were(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server, [RAUS], game="tuebinger_tarock") + "rounds/1")
    field(page, "pile_0").fill("25")
    field(page, "pile_1").fill("21")
    expect_values(page, pile_2="40", pile_3="4")  # either may be meant
    page.reload()
    field(page, "pile_2").fill("41")
    expect_values(page, pile_0="25", pile_1="21", pile_3="4")
    field(page, "pile_2").fill("43")
    expect_values(page, pile_3="2")
    field(page, "pile_3").fill("3")
    field(page, "pile_2").fill("42")
    expect_values(page, pile_0="25", pile_1="21", pile_3="3")
