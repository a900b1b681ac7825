"""Another version of the program comes in, or cannot start; and the way out where nothing does."""

import io
import json
import re
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from scorekeeper.store.migrate import revisions
from tests.browser.browser_edition.frame_phone import begin_sheet, window_of
from tests.browser.browser_edition.host import Host
from tests.browser.conftest import PhoneFactory
from tests.browser.table import expect_round_count, play, round_count

FETCH = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  const { installing } = await registration.update();
  await new Promise((resolve) => {
    installing.addEventListener("statechange", resolve, { once: true });
  });
  return registration.waiting === installing;
}"""
LEAD_ONCE_MORE = """async () => {
  navigator.serviceWorker.controller.postMessage(["led by", ...Object.values(FILES)]);
  await new Promise((resolve) => setTimeout(resolve, 500));
  return (await caches.keys()).filter((name) => name.startsWith("scorekeeper"));
}"""
BOTH = 2  # versions are kept
FONT = "print/Besley-Medium.ttf"
IS_THERE = "async (address) => (await fetch(address)).ok"
TAKE_OVER = """async () => {
  const { waiting } = await navigator.serviceWorker.getRegistration();
  const isDone = new Promise((resolve) => {
    navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
  });
  waiting.postMessage("take over");
  await isDone;
}"""
# The versions that were refused were so a day ago; a file of theirs is asked for anew.
A_DAY_LATER = """async (file) => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    await cache.delete(ROOT + file);
    if (!await cache.match(`${ROOT}refused`)) continue;
    await cache.put(`${ROOT}refused`, new Response(Date.now() - 25 * 3600_000));
  }
}"""
VERSION = "() => document.documentElement.dataset.version"


MIGRATION = """
revision = "{revision}"
down_revision = "{before}"
branch_labels = None
depends_on = None

def upgrade():
    from alembic import op
    op.execute("CREATE TABLE next_version_{revision} (id INTEGER)")
    op.execute("UPDATE sheets SET put_away = 1")
    {then}
"""


def with_migrations(program: bytes, *what: str) -> bytes:
    """A program with so many migrations more, each of which hides all sheets and does that."""
    changed = io.BytesIO(program)
    before = revisions()[-1]
    with zipfile.ZipFile(changed, "a") as archive:
        for number, then in enumerate(what):
            revision = str(9000 + number)
            text = MIGRATION.format(revision=revision, before=before, then=then)
            archive.writestr(f"scorekeeper/store/migrations/versions/{revision}_next.py", text)
            before = revision
    return changed.getvalue()


def next_version(host: Host, edition: Path, folder: Path, change: Callable[[bytes], bytes]) -> None:
    """Put another version on the host, called as its folder, with a program that is changed."""
    host.folder = shutil.copytree(edition, folder)
    shell, worker = folder / "index.html", folder / "service-worker.js"
    html, script = shell.read_text(), worker.read_text()
    for name in ("program", "lazy"):
        (archive,) = folder.glob(f"files/{name}-*.zip")
        changed = archive.rename(archive.with_name(f"{name}-{folder.name}.zip"))
        html = html.replace(archive.name, changed.name)
        script = script.replace(archive.name, changed.name)
    program = folder / "files" / f"program-{folder.name}.zip"
    program.write_bytes(change(program.read_bytes()))
    shell.write_text(html.replace("<html ", f'<html data-version="{folder.name}" '))
    version = f"const VERSION = {json.dumps(folder.name)};"
    worker.write_text(re.sub(r"^const VERSION = .*;", version, script))


def fetch_next_version(page: Page) -> None:
    """Have the next version come whole; then it waits."""
    assert window_of(page).evaluate(FETCH)


def come_in_without_network(page: Page, host: Host, font: Path) -> None:
    """The version that waits begins, with a font of the one before until its own is on the host."""
    window = window_of(page)
    page.context.set_offline(True)
    page.reload()
    window.wait_for_function(f"() => ({VERSION})() === 'next'")
    expect_round_count(page, 2)
    assert len(window.evaluate(LEAD_ONCE_MORE)) == BOTH
    assert window.evaluate(IS_THERE, f"{host.root}{FONT}")
    page.context.set_offline(False)
    font.rename(host.folder / FONT)
    assert len(window.evaluate(LEAD_ONCE_MORE)) == 1


def take_over_late(page: Page, unfollowed: str, sheet: str) -> None:
    """Have the version that waits be in charge of the one before, which has begun already.

    So it is where it was asked to take over by a shell that did not wait for it any longer. Only
    from a page that follows nothing it comes in soon.
    """
    page.goto(unfollowed)
    window_of(page).evaluate(TAKE_OVER)
    page.goto(sheet)


def begin_a_day_later(page: Page, host: Host, edition: Path, deals: int) -> None:
    """The version that failed is tried again, and begins: what kept it from that has passed."""
    (before,) = edition.glob("files/program-*.zip")
    program = host.folder / "files" / f"program-{host.folder.name}.zip"
    program.write_bytes(with_migrations(before.read_bytes(), "pass", "pass"))
    window_of(page).evaluate(A_DAY_LATER, f"files/{program.name}")
    window_of(page).reload()
    window_of(page).wait_for_function(f"() => ({VERSION})() === '{host.folder.name}'")
    expect_round_count(page, deals)


def test_a_new_version_waits_and_brings_data_up_to_date_and_stays_where_another_cannot_start(
    phone: PhoneFactory, host: Host, edition: Path, tmp_path: Path
) -> None:
    page = phone(expected_statuses=[404], expected_messages=["outside the bounds", "half done"])
    begin_sheet(page)
    window, sheet = window_of(page), page.url
    next_version(host, edition, tmp_path / "next", lambda old: with_migrations(old, "pass"))
    font = (host.folder / FONT).rename(tmp_path / "font")
    fetch_next_version(page)
    assert len(window.evaluate(LEAD_ONCE_MORE)) == BOTH
    play(page, 1, "spades", 100)
    assert window.evaluate(VERSION) is None
    come_in_without_network(page, host, font)
    page.goto(f"{host.root}groups/")
    page.locator(".cards a").tap()
    expect(page.locator("main .ticket")).to_have_count(0)  # as its migration says
    page.goto(sheet)
    play(page, 1, "spades", 100)
    fails = "raise RuntimeError('half done')"
    for name, change in (
        ("empty", lambda _: b"nothing"),
        ("failing", lambda old: with_migrations(old, "pass", fails)),
    ):
        next_version(host, edition, tmp_path / name, change)
        fetch_next_version(page)
        take_over_late(page, f"{host.root}rules/klaverjassen", sheet)
    deals = round_count(page)
    window.reload()
    expect_round_count(page, deals)
    assert window.evaluate(VERSION) == "next"
    play(page, 1, "spades", 100)
    begin_a_day_later(page, host, edition, deals + 1)
