"""Another version of the program comes in, or cannot start; and the way out where nothing does."""

import json
import re
import shutil
from pathlib import Path
from typing import cast

from playwright.sync_api import Page

from tests.browser.conftest import PhoneFactory
from tests.browser.static_edition.frame_phone import FramePhone, begin_sheet, window_of
from tests.browser.static_edition.host import Host
from tests.browser.table import expect_round_count, play

WAITING = "async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting)"
UPDATE = "async () => { await (await navigator.serviceWorker.getRegistration()).update(); }"
VERSION = "() => document.documentElement.dataset.version"


def next_version(host: Host, folder: Path, *, is_broken: bool = False) -> None:
    """Put another version on the host: its shell says so, and its program may be none."""
    shutil.copytree(host.folder, folder)
    shell, worker = folder / "index.html", folder / "service-worker.js"
    html, script = shell.read_text(), worker.read_text()
    if is_broken:
        (program,) = folder.glob("files/program-*.zip")
        (folder / "files" / "program-broken.zip").write_bytes(b"nothing")
        html = html.replace(program.name, "program-broken.zip")
        script = script.replace(program.name, "program-broken.zip")
    shell.write_text(html.replace("<html ", '<html data-version="next" '))
    worker.write_text(
        re.sub(r"^const VERSION = .*;", f"const VERSION = {json.dumps('next')};", script)
    )
    host.folder = folder


def fetched(page: Page) -> None:
    """Wait until the next version has come whole."""
    window_of(page).evaluate(UPDATE)
    window_of(page).wait_for_function(f"({WAITING})()")


def test_a_new_version_waits_and_takes_over_where_nothing_is_being_written(
    phone: PhoneFactory, host: Host, tmp_path: Path
) -> None:
    page = phone()
    begin_sheet(page)
    next_version(host, tmp_path / "next")
    fetched(page)
    play(page, 1, "spades", 100)
    expect_round_count(page, 2)
    assert window_of(page).evaluate(VERSION) is None
    page.reload()
    window_of(page).wait_for_function(f"({VERSION})() === 'next'")
    expect_round_count(page, 2)


def test_a_version_that_cannot_start_leaves_the_one_before_in_charge(
    phone: PhoneFactory, host: Host, tmp_path: Path
) -> None:
    page = phone(expected_messages=["BadZipFile"])
    begin_sheet(page)
    next_version(host, tmp_path / "next", is_broken=True)
    fetched(page)
    window_of(page).reload()
    expect_round_count(page, 1)
    assert window_of(page).evaluate(VERSION) is None
    play(page, 1, "spades", 100)
    expect_round_count(page, 2)


def test_the_way_out_fetches_the_program_anew_and_keeps_the_sheets(
    phone: PhoneFactory, host: Host
) -> None:
    page = phone()
    begin_sheet(page)
    window, sheet = window_of(page), window_of(page).url
    host.asked.clear()
    window.goto(f"{host.root}start-afresh.html")
    window.get_by_role("button").tap()
    cast(FramePhone, page).frame.wait_for_load_state()
    assert any("/files/program-" in path for path in host.asked)
    window.goto(sheet)
    expect_round_count(page, 1)
