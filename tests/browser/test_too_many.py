"""Where a host limits how often it is asked, phones wait, and every deal is entered once."""

from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from scorekeeper.app import create_app
from scorekeeper.server.connection_limits import Limits
from scorekeeper.services.live import change_watch
from scorekeeper.store.db import close
from scorekeeper.web.request.rate_limits import COUNTER
from tests.browser.conftest import SCREEN
from tests.browser.table import (
    choice,
    expect_totals,
    fill_in,
    is_save,
    opened,
    rounds,
    save,
    waiting,
)
from tests.browser.test_offline import NOT_NOW, wait_until_kept
from tests.server.listening import listening

AN_HOUR = 60  # requests: more than a phone needs until it saves
LONG_AFTER = 120_000  # milliseconds: whoever was not told to wait has tried several times by then


@pytest.fixture
def app(database: Path) -> Iterator[Flask]:
    """It runs in this process, so that the time of its limits can pass at once.

    It has no room for streams: phones ask every three seconds.
    """
    limits = {"address": f"{AN_HOUR}/hour"}
    settings = {"DATABASE": f"sqlite:///{database}", "STREAMS_AT_MOST": 0}
    app = create_app(settings | {"LIMITS": limits})
    yield app
    close(app)


@pytest.fixture
def limited(app: Flask) -> Iterator[str]:
    """Its address, without the last slash."""
    with listening(Limits(body_at_most=1_000_000), app, threads=16) as server:
        yield f"http://127.0.0.1:{server.port}"
        change_watch.stop(app)


@pytest.fixture
def page(browser: Browser, limited: str) -> Iterator[Page]:
    """A phone with a clock that can be put forward."""
    with browser.new_context(
        base_url=limited,
        viewport={"width": SCREEN["width"], "height": SCREEN["height"]},
        has_touch=True,
        is_mobile=True,
        locale="de-DE",
        service_workers="block",
    ) as context:
        page = context.new_page()
        page.clock.install()
        yield page


def exhaust(server: str) -> None:
    """Ask, from the address that every phone here has, until it is too much."""
    for _ in range(AN_HOUR + 1):
        if status_of(f"{server}/offline") == 429:
            return
    raise AssertionError("nobody counts")


def status_of(address: str) -> int:
    try:
        with urlopen(address, timeout=60) as answer:
            return int(answer.status)
    except HTTPError as refusal:
        with refusal:
            return refusal.code


def let_time_pass(app: Flask) -> None:
    """The hour of the server is over."""
    app.extensions[COUNTER].storage.reset()


def test_a_deal_waits_as_long_as_it_was_told_and_is_entered_once(
    page: Page, limited: str, app: Flask
) -> None:
    page.goto(opened(limited))
    fill_in(page, 0, "hearts", 102)
    mark = page.locator(".bar .live")
    expect(mark).to_have_text("live")
    exhaust(limited)
    saves: list[str] = []
    page.on("request", lambda asked: saves.append(asked.url) if is_save(asked) else None)
    with page.expect_response(lambda answer: answer.status == 429 and is_save(answer.request)):
        save(page).tap()
    expect(waiting(page)).to_have_text("Noch nicht gesendet: 1")
    page.clock.run_for(4000)
    expect(mark).not_to_have_text("live")
    let_time_pass(app)
    page.clock.run_for(LONG_AFTER)
    expect(mark).to_have_text("live")
    assert len(saves) == 1
    expect(rounds(page)).to_have_count(0)
    page.clock.fast_forward("01:00:00")
    expect_totals(page, 102, 60)
    expect(waiting(page)).to_have_count(0)
    expect(rounds(page)).to_have_count(1)
    assert len(saves) == 2


def test_a_part_that_the_server_refuses_to_draw_leaves_what_was_chosen(
    page: Page, limited: str, app: Flask
) -> None:
    page.goto(opened(limited, players=("Anna", "Bert", "Clara", "Dirk", "Eva"), game="tapp"))
    choice(page, "game", "bettel").tap()
    page.locator("details:has([name=dealer]) > summary").tap()
    exhaust(limited)
    choice(page, "dealer", 2).tap()
    expect(page.locator("#connection")).to_contain_text("Tippe noch einmal")
    expect(choice(page, "game", "bettel").locator("input")).to_be_checked()
    let_time_pass(app)
    choice(page, "dealer", 3).tap()
    expect(page.locator("#connection")).to_be_empty()
    expect(choice(page, "game", "bettel").locator("input")).to_be_checked()
    expect(choice(page, "dealer", 3).locator("input")).to_be_checked()


@pytest.mark.soak(short="test_a_deal_waits_as_long_as_it_was_told_and_is_entered_once")
def test_what_a_phone_has_seen_is_shown_instead_of_the_refusal(
    browser: Browser, limited: str
) -> None:
    with browser.new_context(base_url=limited, locale="de-DE") as context:
        page = context.new_page()
        sheet = opened(limited)
        page.goto(sheet)
        wait_until_kept(page, sheet)
        exhaust(limited)
        page.goto(sheet)
        expect(page.locator(".bar .live")).to_have_text(NOT_NOW)
        page.goto(f"{sheet}history")
        expect(page.get_by_role("heading", name="Einen Moment bitte")).to_be_visible()
