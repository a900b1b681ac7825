"""The totals while a deal is filled in, saved and corrected, wherever on the page one reads."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import SCREEN, PhoneFactory
from tests.browser.every_page import EVENING
from tests.browser.table import fill_in, opened, points, rounds, save

IS_LINE = "document.elementFromPoint(180, 12).closest('#line') !== null"
SHARE_AT_MOST = 0.3
SMALLEST_NAME = 11  # px
NAMES = ("Anna", "Bert", "Clara", "Dirk", "Eva", "Fritz")


def worth(page: Page) -> list[str]:
    return page.locator("#totals i").all_text_contents()


def test_what_a_deal_would_add_stays_when_one_scrolls_and_goes_without_a_network(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server, EVENING))
    fill_in(page, 0, "hearts", 102)
    expect(page.locator("#totals i")).to_have_text(["+102", "+60"])
    expect(page.locator("#line i")).to_have_text(["+102", "+60"])
    bar = page.locator(".bottom").bounding_box()
    assert bar is not None
    assert bar["height"] <= SHARE_AT_MOST * SCREEN["height"]
    page.evaluate("scrollTo(0, 0)")
    assert not page.evaluate(IS_LINE)
    page.evaluate("scrollTo(0, 500)")
    assert page.evaluate(IS_LINE)
    page.evaluate("scrollTo(0, 0)")
    save(page).tap()
    expect(rounds(page)).to_have_count(len(EVENING) + 1)
    assert worth(page) == ["", ""]
    expect(page.locator("#totals .rolls")).to_have_count(2)
    fill_in(page, 0, "hearts", 100)
    expect(page.locator("#totals i")).to_have_text(["+100", "+62"])
    page.context.set_offline(True)
    points(page, 0).fill("90")
    expect(page.locator("#totals i")).to_have_text(["", ""])
    expect(page.locator("#sum")).to_be_empty()
    page.context.set_offline(False)
    points(page, 0).fill("92")
    expect(page.locator("#totals i")).to_have_text(["+92", "+70"])


def test_people_the_group_knows_are_a_touch_each(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server))
    page.goto(f"{page.url}../new/klaverjassen")
    fields = page.locator(".names input[list]")
    buttons = page.locator(".people button")
    expect(buttons).to_have_count(4)
    for button in buttons.all():
        expect(button).to_have_attribute("aria-pressed", "true")
        button.tap()
        expect(button).to_have_attribute("aria-pressed", "false")
    assert [each.input_value() for each in fields.all()] == [""] * 4
    order = ("Dirk", "Anna", "Clara", "Bert")
    for name in order:
        page.get_by_role("button", name=name, exact=True).tap()
    assert tuple(each.input_value() for each in fields.all()) == order


def test_names_over_many_columns_are_large_enough_on_the_narrowest_phone(
    phone: PhoneFactory, server: str
) -> None:
    page = phone()
    page.set_viewport_size({"width": 320, "height": 640})
    for count in (3, 5, 6):
        page.goto(opened(server, players=NAMES[:count], game="french_tarot"))
        name = page.locator("#totals h2").first
        size = name.evaluate("(name) => parseFloat(getComputedStyle(name).fontSize)")
        assert size >= SMALLEST_NAME, count
        assert page.evaluate("document.documentElement.scrollWidth") == 320
