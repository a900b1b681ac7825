"""Ticking payments off with a thumb: one touch, one payment."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PhoneFactory

NAMES = ["Anna", "Bert", "Clara", "Dirk", "Eva", "Finn"]
LINES = [{"payer": payer, "payee": NAMES[0], "cents": 250} for payer in NAMES[1:]]
GROUP = {
    "format": "scorekeeper-group/1",
    "people": NAMES,
    "sheets": [],
    "costs": [{"what": "Raum", "cents": 1500, "paid_by": NAMES[0], "shared_by": NAMES}],
    "settlements": [{"id": "s", "transfers": LINES}],
}


def account(page: Page) -> None:
    page.goto("/import")
    page.locator("textarea").fill(json.dumps(GROUP))
    page.get_by_role("button", name="Öffnen").tap()
    page.locator("#account").get_by_role("link", name="Abrechnen").tap()
    expect(page.locator(".ticks li")).to_have_count(len(LINES))


@pytest.mark.parametrize("pause", [80, pytest.param(250, marks=pytest.mark.soak)])
def test_a_box_touched_twice_is_one_payment(phone: PhoneFactory, server: str, pause: int) -> None:
    page = phone("/")
    account(page)
    box = page.locator(".ticks .box").first
    box.evaluate("box => scrollTo(0, scrollY + box.getBoundingClientRect().top - 200)")
    page.wait_for_function("() => !document.getAnimations().length")  # no touch is taken before
    x, y = 40, 224
    page.touchscreen.tap(x, y)
    page.wait_for_timeout(pause)
    page.touchscreen.tap(x, y)
    expect(page.get_by_role("status").filter(has_text="Gespeichert")).to_be_in_viewport()
    page.wait_for_timeout(300)
    page.reload()
    expect(page.locator(".ticks .done")).to_have_count(1)
