"""The result of a sheet goes to a chat by one touch at its end."""

from playwright.sync_api import expect

from tests.browser.conftest import PhoneFactory
from tests.browser.every_page import EVENING
from tests.browser.table import opened


def test_the_result_is_copied_by_one_touch_and_the_page_stays(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server, EVENING, closed=True))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    address = page.url
    page.get_by_role("link", name="Ergebnis senden").tap()
    expect(page.locator("[data-shared]")).to_have_text("Der Text ist kopiert.")
    assert page.url == address
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.locator("#result-text").input_value()


def test_without_script_the_button_leads_to_the_text(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server, EVENING, closed=True), script=False)
    page.get_by_role("link", name="Ergebnis senden").tap()
    field = page.get_by_role("textbox")
    expect(field).to_be_editable(editable=False)
    assert field.input_value().startswith("Klaverjassen, Café ")
