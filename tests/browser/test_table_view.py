"""The screen in the middle of the table: a code for whoever wants to look on, beside the totals."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import PhoneFactory
from tests.browser.every_page import EVENING
from tests.browser.table import expect_totals, opened, write_down

LARGE = ((768, 1024), (1280, 800))  # of a screen, in pixels
IN_A_HAND = (360, 740)

PLACES = """() => [...document.querySelectorAll("#totals :is(h2, p)")].flatMap((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return [x, y, width, height];
})"""
# A machine without a network has no code to show: then any picture of the same class stands there.
WITH_CODE = """() => {
  const look = document.getElementById("look");
  if (!look.querySelector("img")) look.innerHTML = "<span>Zuschauen</span><img alt=''>";
}"""
WITHOUT_CODE = "document.getElementById('look').replaceChildren()"
OVERLAPPED = """() => {
  const code = document.getElementById("look").getBoundingClientRect();
  const texts = document.querySelectorAll("#totals svg, #status > *, #last > *, .below-dealer > *");
  return [...texts].map((each) => each.getBoundingClientRect()).filter((text) =>
    text.right > code.left && text.bottom > code.top
  ).length;
}"""


def test_the_code_covers_nothing_and_moves_no_total_and_a_phone_in_a_hand_shows_none(
    phone: PhoneFactory, server: str
) -> None:
    page = table_view(phone, opened(server, EVENING), *IN_A_HAND)
    assert not page.locator("#look").is_visible()
    page.evaluate(WITH_CODE)
    places = []
    for width, height in LARGE:
        page.set_viewport_size({"width": width, "height": height})
        places.append(page.evaluate(PLACES))
        assert page.locator("#look img").evaluate("(image) => image.clientWidth") >= 120
        assert page.evaluate(OVERLAPPED) == 0
    page.evaluate(WITHOUT_CODE)
    for (width, height), with_code in zip(LARGE, places, strict=True):
        page.set_viewport_size({"width": width, "height": height})
        assert with_code == pytest.approx(page.evaluate(PLACES), abs=0.5)


def test_what_was_saved_leaves_the_code_as_it_is(phone: PhoneFactory, server: str) -> None:
    sheet = opened(server)
    page = table_view(phone, sheet, 768, 1024)
    page.evaluate("self.kept = document.getElementById('look')")
    write_down(server, sheet)
    expect_totals(page, 62, 100)
    assert page.evaluate("self.kept === document.getElementById('look')")


def table_view(phone: PhoneFactory, sheet: str, width: int, height: int) -> Page:
    page = phone(f"{sheet}table", dark=True)
    page.set_viewport_size({"width": width, "height": height})
    return page
