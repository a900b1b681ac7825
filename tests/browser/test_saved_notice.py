"""The line that says what was saved stays until the next touch on the form, and moves nothing."""

from playwright.sync_api import expect

from tests.browser.conftest import PhoneFactory
from tests.browser.table import choice, look, opened, play, rounds, totals


def test_what_was_saved_is_said_until_the_next_touch_and_taken_back_by_one_tap(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server))
    play(page, 0, "hearts", 102)
    line = page.locator("#saved").get_by_text(
        "Spiel 1 gespeichert: Anna & Clara 102, Bert & Dirk 60.", exact=True
    )
    expect(line).to_be_visible()
    look(page)
    maker = choice(page, "maker", 1)
    before = maker.bounding_box()
    maker.tap()
    expect(line).to_be_hidden()
    assert maker.bounding_box() == before
    page.reload()
    expect(page.locator("input[name=maker][value='1']")).to_be_checked()
    expect(line).to_have_count(0)
    play(page, 1, "spades", 100)
    page.get_by_role("button", name="Rückgängig").tap()
    expect(rounds(page)).to_have_count(1)
    expect(page.locator("#saved").get_by_text("Spiel 2 gestrichen.")).to_be_visible()
    page.get_by_role("button", name="Rückgängig").tap()
    expect(rounds(page)).to_have_count(2)
    expect(totals(page)).to_have_count(2)
