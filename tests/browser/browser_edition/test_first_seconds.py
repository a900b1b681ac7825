"""The start page is there before the program; what is touched meanwhile is carried out."""

from playwright.sync_api import expect

from scorekeeper.i18n.messages import messages_in
from tests.browser.browser_edition.frame_phone import REFUSES, expect_spoken, window_of
from tests.browser.browser_edition.host import Host
from tests.browser.conftest import PhoneFactory


def test_what_is_touched_at_once_is_opened_later_and_where_a_browser_keeps_nothing_the_page_says_so(
    phone: PhoneFactory, host: Host
) -> None:
    host.instead |= {"opfs": REFUSES, "indexeddb": REFUSES}
    page = phone(locale="fr-FR", expected_messages=["nothing is kept there"])
    window = window_of(page)
    expect_spoken(page, "fr").locator("form[action$='/samples/tapp'] button").tap()
    expect(page.locator("#totals")).to_be_visible()
    expect(window.get_by_text(messages_in("fr").text("browser.not_kept"))).to_be_visible()
    window.evaluate("document.cookie = 'language=nl; path=/scorekeeper/'")  # chosen on a page
    window.goto(host.root, wait_until="commit")
    with window.expect_navigation() as reloaded:
        window.context.new_cdp_session(window).send("Page.reload", {"ignoreCache": True})
    assert not reloaded.value.from_service_worker
    expect_spoken(page, "nl")


def test_what_cannot_run_the_program_says_so(phone: PhoneFactory) -> None:
    window = phone(script=False)
    expect(window.get_by_text("Without script the program does not run here")).to_be_visible()


def test_a_browser_without_web_assembly_is_told(phone: PhoneFactory, host: Host) -> None:
    window = window_of(phone("/start-afresh.html"))  # without the program
    window.add_init_script("delete self.WebAssembly;")
    window.goto(host.root, wait_until="commit")
    expect(window.get_by_text("Dieser Browser kann das Programm nicht ausführen")).to_be_visible()
