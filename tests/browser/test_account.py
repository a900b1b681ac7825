"""Ticking payments off with a thumb: one touch, one payment."""

import json

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PhoneFactory
from tests.browser.table import brought

NAMES = ["Anna", "Bert", "Clara", "Dirk", "Eva", "Finn"]
LINES = [{"payer": payer, "payee": NAMES[0], "cents": 250} for payer in NAMES[1:]]
GROUP = {
    "format": "scorekeeper-group/1",
    "people": NAMES,
    "sheets": [],
    "costs": [{"what": "Raum", "cents": 1500, "paid_by": NAMES[0], "shared_by": NAMES}],
    "settlements": [{"id": "s", "transfers": LINES}],
}


def to_be_touched(page: Page, server: str) -> tuple[int, int]:
    """Where the first box is, once touches are taken."""
    group, _, _ = brought(server, json.dumps(GROUP)).partition("?")
    page.goto(f"{group}account/")
    expect(page.locator(".ticks li")).to_have_count(len(LINES))
    box = page.locator(".ticks .box").first
    box.evaluate("box => scrollTo(0, scrollY + box.getBoundingClientRect().top - 200)")
    page.wait_for_function("() => !document.getAnimations().length")
    return 40, 224


def expect_one_payment(page: Page) -> None:
    expect(page.get_by_role("status").filter(has_text="Gespeichert")).to_be_in_viewport()
    page.wait_for_timeout(300)
    page.reload()
    expect(page.locator(".ticks .done")).to_have_count(1)


def test_a_box_touched_twice_is_one_payment(phone: PhoneFactory, server: str) -> None:
    """The second touch comes before the answer to the first: a page that changes takes none."""
    page = phone("/healthz")
    place = to_be_touched(page, server)
    sent = list[Route]()
    page.route(lambda _: True, lambda route: sent.append(route))  # noqa: PLW0108 - Playwright wants a function
    for _ in range(2):
        page.touchscreen.tap(*place)
        page.wait_for_timeout(80)
    *earlier, last = sent
    for each in earlier:
        each.fetch()  # the browser has let go of it, but on its way it was
    last.continue_()
    page.unroute_all()
    expect_one_payment(page)


@pytest.mark.soak(short="test_a_box_touched_twice_is_one_payment")
def test_a_box_touched_again_on_the_next_page_is_one_payment(
    phone: PhoneFactory, server: str
) -> None:
    page = phone("/healthz")
    place = to_be_touched(page, server)
    page.touchscreen.tap(*place)
    page.wait_for_timeout(250)
    page.touchscreen.tap(*place)
    expect_one_payment(page)
