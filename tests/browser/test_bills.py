"""The text of a bill goes to a chat by one touch."""

from playwright.sync_api import expect

from tests.browser.conftest import PhoneFactory
from tests.browser.every_page import EVENING, STAKED
from tests.browser.table import opened


def test_where_a_phone_cannot_share_the_text_is_copied(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server, EVENING, **STAKED) + "../bill/")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    assert page.evaluate("navigator.share") is None  # as on a computer
    page.get_by_role("button", name="Teilen").tap()
    expect(page.get_by_role("status")).to_have_text("Der Text ist kopiert.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.get_by_role("textbox").input_value()
    assert " zahlt " in copied
