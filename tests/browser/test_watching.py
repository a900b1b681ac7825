"""The watch over the phones is awake: otherwise all is well would mean nothing."""

from contextlib import suppress

from playwright.sync_api import Browser, Error, expect

from tests.browser.conftest import PhoneFactory
from tests.browser.table import opened
from tests.browser.watching import Watch

ELSEWHERE = "http://127.0.0.1:9/"


def test_what_goes_wrong_on_a_page_is_noticed(browser: Browser, server: str) -> None:
    with browser.new_context(service_workers="block") as context:
        watch = Watch(server)
        watch.over(context)
        page = context.new_page()
        page.goto(server)
        assert not watch.troubles
        with context.expect_event("weberror"), page.expect_console_message():
            page.evaluate(
                "() => { setTimeout(() => { throw new Error('oh') }); console.error('ah'); }"
            )
        page.evaluate("() => fetch('/static/nothing.css').then((answer) => answer.text())")
        with suppress(Error):
            page.goto(ELSEWHERE)
    *in_script, missing, elsewhere = watch.troubles
    assert sorted(each.split(":")[0] for each in in_script) == ["console", "script"]
    assert missing == f"404 for {server}/static/nothing.css"
    assert elsewhere == f"asked another host: {ELSEWHERE}"


def test_a_sheet_asks_only_its_own_server(phone: PhoneFactory, server: str) -> None:
    page = phone()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with page.expect_request("**/board?*"):
        page.goto(opened(server))
    expect(page.locator("#totals")).to_be_visible()
    assert len(asked) >= 4, "page, style, script and board"
    assert all(url.startswith((server, "data:")) for url in asked)
