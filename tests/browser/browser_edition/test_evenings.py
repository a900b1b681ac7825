"""The browser's evenings of all games, without a server and without a network."""

from collections.abc import Callable
from typing import cast

import pytest
from playwright.sync_api import Page

from tests.browser import (
    test_evening,
    test_french_tarot,
    test_tafferand,
    test_tapp,
    test_tuebinger_tarock,
)
from tests.browser.browser_edition.frame_phone import FramePhone
from tests.browser.conftest import PhoneFactory
from tests.browser.french_tarot import evening as french_tarot_evening
from tests.browser.table import open_sheet
from tests.browser.tapp import evening as tapp_evening


def klaverjassen(page: Page) -> None:
    open_sheet(page, "Klaverjassen")
    test_evening.play(page, 1, test_evening.DEALS)


def tafferand(page: Page) -> None:
    open_sheet(page, "Tafferand")
    test_tafferand.play(page, 1, test_tafferand.ALL)


def tapp(page: Page) -> None:
    open_sheet(page, "Tapp")
    test_tapp.play(page, 1, tapp_evening())


def french_tarot(page: Page) -> None:
    test_french_tarot.open_sheet_of_six(page)
    test_french_tarot.play(page, 1, french_tarot_evening()[:-1])


def tuebinger_tarock(page: Page) -> None:
    test_tuebinger_tarock.play_with_strafen(page)


@pytest.mark.soak(
    short="test_kept.py::"
    "test_without_a_network_a_sheet_is_played_printed_and_there_when_the_phone_was_put_away"
)
@pytest.mark.parametrize("evening", [klaverjassen, tafferand, tapp, french_tarot, tuebinger_tarock])
def test_an_evening_is_played_without_a_network(
    phone: PhoneFactory, evening: Callable[[Page], None]
) -> None:
    page = phone()
    cast(FramePhone, page).frame.wait_for_load_state()
    page.context.set_offline(True)
    evening(page)
