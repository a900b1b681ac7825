"""Another version of the program comes in, or cannot start; and the way out where nothing does."""

import io
import json
import re
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.store.migrate import revisions
from tests.browser.conftest import PhoneFactory
from tests.browser.static_edition.frame_phone import FramePhone, begin_sheet, window_of
from tests.browser.static_edition.host import Host
from tests.browser.table import expect_round_count, play

WAITING = "async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting)"
UPDATE = "async () => { await (await navigator.serviceWorker.getRegistration()).update(); }"
VERSION = "() => document.documentElement.dataset.version"


MIGRATION = """
revision = "9999"
down_revision = "{before}"
branch_labels = None
depends_on = None

def upgrade():
    from alembic import op
    op.execute("CREATE TABLE next_version (id INTEGER)")
    op.execute("UPDATE sheets SET put_away = 1")
    {then}
"""


def with_migration(program: bytes, then: str) -> bytes:
    """A program with one migration more, which hides all sheets and does that."""
    changed = io.BytesIO(program)
    with zipfile.ZipFile(changed, "a") as archive:
        text = MIGRATION.format(before=revisions()[-1], then=then)
        archive.writestr("scorekeeper/store/migrations/versions/9999_next_version.py", text)
    return changed.getvalue()


def next_version(host: Host, folder: Path, change: Callable[[bytes], bytes] | None = None) -> None:
    """Put another version on the host: its shell says so, and its program may be another."""
    shutil.copytree(host.folder, folder)
    shell, worker = folder / "index.html", folder / "service-worker.js"
    html, script = shell.read_text(), worker.read_text()
    if change is not None:
        (program,) = folder.glob("files/program-*.zip")
        (folder / "files" / "program-next.zip").write_bytes(change(program.read_bytes()))
        html = html.replace(program.name, "program-next.zip")
        script = script.replace(program.name, "program-next.zip")
    shell.write_text(html.replace("<html ", '<html data-version="next" '))
    worker.write_text(
        re.sub(r"^const VERSION = .*;", f"const VERSION = {json.dumps('next')};", script)
    )
    host.folder = folder


def fetched(page: Page) -> None:
    """Wait until the next version has come whole."""
    window_of(page).evaluate(UPDATE)
    window_of(page).wait_for_function(WAITING)


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
    window_of(page).wait_for_function(f"() => ({VERSION})() === 'next'")
    expect_round_count(page, 2)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda _: b"nothing", "BadZipFile"),
        (lambda program: with_migration(program, "raise RuntimeError('half done')"), "half done"),
    ],
    ids=["no program", "its migration fails"],
)
def test_a_version_that_cannot_start_leaves_the_one_before_in_charge(
    phone: PhoneFactory, host: Host, tmp_path: Path, change: Callable[[bytes], bytes], message: str
) -> None:
    page = phone(expected_messages=[message])
    begin_sheet(page)
    next_version(host, tmp_path / "next", change)
    fetched(page)
    window_of(page).reload()
    expect_round_count(page, 1)
    assert window_of(page).evaluate(VERSION) is None
    play(page, 1, "spades", 100)
    expect_round_count(page, 2)


def test_a_new_version_brings_older_data_up_to_date(
    phone: PhoneFactory, host: Host, tmp_path: Path
) -> None:
    page = phone()
    begin_sheet(page)
    next_version(host, tmp_path / "next", lambda program: with_migration(program, "pass"))
    fetched(page)
    page.reload()
    window_of(page).wait_for_function(f"() => ({VERSION})() === 'next'")
    play(page, 1, "spades", 100)
    expect_round_count(page, 2)
    page.goto(f"{host.root}groups/")
    page.locator(".cards a").tap()
    expect(page.locator("main .ticket")).to_have_count(0)  # as its migration says


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
