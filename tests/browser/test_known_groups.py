"""The start page shows the groups that this phone knows; one that was removed can be put back."""

from playwright.sync_api import expect

from tests.browser.conftest import PhoneFactory
from tests.browser.every_page import EVENING
from tests.browser.table import opened


def test_a_group_that_was_removed_is_put_back_in_its_place(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server))
    page.goto("/")
    heading = page.get_by_role("heading", name="Eure Kartenrunden")
    group = page.get_by_role("link", name="Anna & Clara · Bert & Dirk")
    removed = page.get_by_text("Entfernt.", exact=True)
    expect(heading).to_be_visible()
    page.get_by_role("button", name="Von dieser Liste nehmen").tap()
    expect(removed).to_be_visible()
    expect(group).to_be_hidden()
    expect(heading).to_be_hidden()
    back = page.get_by_role("button", name="Zurückholen")
    expect(back).to_be_focused()
    back.tap()
    expect(removed).to_be_hidden()
    expect(heading).to_be_visible()
    page.reload()
    expect(group).to_be_visible()


def test_nothing_is_left_of_the_list_when_all_were_removed(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server))
    page.goto("/")
    expect(page.get_by_role("heading", name="Neue Kartenrunde")).to_be_visible()
    expect(page.get_by_role("heading", name="Neuer Zettel")).to_be_hidden()
    page.get_by_role("button", name="Von dieser Liste nehmen").tap()
    page.reload()
    expect(page.get_by_role("heading", name="Neuer Zettel")).to_be_visible()
    expect(page.get_by_text("Eure Kartenrunden")).to_be_hidden()


def test_a_group_that_has_a_name_is_listed_by_it(phone: PhoneFactory, server: str) -> None:
    page = phone(f"{opened(server)}../name")
    page.get_by_label("Name (darf leer bleiben)").fill("Freitagsrunde")
    page.get_by_role("button", name="Speichern").tap()
    expect(page.get_by_role("heading", name="Freitagsrunde")).to_be_visible()
    page.get_by_role("link", name="Klaverjassen Zettel").tap()  # a sheet does not say the name
    expect(page.locator("#totals")).to_be_visible()
    page.goto("/")
    listed = page.locator("#tables").get_by_role("link", name="Freitagsrunde")
    expect(listed).to_be_visible()
    expect(page.get_by_role("button", name="nehmen: Freitagsrunde")).to_be_visible()


def test_one_touch_leads_back_to_the_sheet_that_is_played_and_to_the_group_after_its_end(
    phone: PhoneFactory, server: str
) -> None:
    """Looking at the list of sheets in between does not forget it."""
    sheet = opened(server, EVENING)
    page = phone(sheet)
    page.goto(f"{sheet}..")
    page.goto("/")
    page.locator("#tables").get_by_role("link", name="Anna").tap()
    expect(page).to_have_url(sheet)
    page.get_by_role("button", name="Wir hören hier auf").last.tap()
    expect(page.get_by_role("heading", name="Gewonnen")).to_be_visible()
    page.goto("/")
    page.locator("#tables").get_by_role("link", name="Anna").tap()
    expect(page.get_by_role("heading", name="Eure Zettel")).to_be_visible()
