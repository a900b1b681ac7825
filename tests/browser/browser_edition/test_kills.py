"""The browser is killed while it saves, again and again: what it acknowledged is there."""

import random
import sqlite3
from base64 import b64decode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, Playwright, expect

from tests.browser.browser_edition.browser_process import BrowserProcess, started
from tests.browser.browser_edition.frame_phone import FramePhone
from tests.browser.browser_edition.host import BELOW, Host
from tests.browser.conftest import PATIENCE

ATTEMPTS, TALKS_WITHIN = 5, 15_000  # milliseconds; after a kill a browser may not talk at all
# The title of a sheet is another number for every save; the last one that was acknowledged is kept.
SAVE_ON = """async ([path, number, revision]) => {
  self.acknowledged = number;
  for (;;) {
    const form = { title: `T${number + 1}`, based_on: revision++, key: crypto.randomUUID() };
    const answer = await fetch(`${path}title`, { method: "POST", body: new URLSearchParams(form) });
    if (!answer.ok) return;
    self.acknowledged = ++number;
  }
}"""
OPEN = """async (address) => {
  const names = { name_0: "A", name_1: "B", name_2: "C", name_3: "D", first_dealer: "0" };
  const answer = await fetch(address, { method: "POST", body: new URLSearchParams(names) });
  return new URL(answer.url).pathname;
}"""
WHERE = """async (path) => {
  const page = await (await fetch(`${path}title`)).text();
  const form = new DOMParser().parseFromString(page, "text/html");
  const value = (name) => form.querySelector(`[name=${name}]`).value;
  return [value("title"), Number(value("based_on"))];
}"""


# The files that the browser keeps, behind their names: base64.
FILES = """async () => {
  const root = await navigator.storage.getDirectory();
  const found = [];
  for await (const folder of root.values()) {
    for await (const handle of folder.values()) {
      const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
      let text = "";
      for (const byte of bytes) text += String.fromCharCode(byte);
      found.push(btoa(text));
    }
  }
  return found;
}"""
HEADER = 512  # bytes, with the name


def checked(files: Sequence[str], folder: Path) -> list[str]:
    """What SQLite finds wrong with the database in such files: "ok" for nothing."""
    folder.mkdir()
    for file in map(b64decode, files):
        name = file[:HEADER].rstrip(b"\0").decode()
        if name:
            (folder / name).write_bytes(file[HEADER:])
    with closing(sqlite3.connect(folder / "scorekeeper.sqlite")) as database:
        assert database.execute("SELECT count(*) FROM entries").fetchone()[0] > 0
        return [found for (found,) in database.execute("PRAGMA integrity_check")]


@contextmanager
def browser_with(
    profile: Path, playwright: Playwright, how: Mapping[str, Any], address: str
) -> Iterator[FramePhone]:
    """The program in a browser that is killed at the end, with all its processes."""
    process, phone = _begun(profile, playwright, how, address)
    try:
        yield phone
    finally:
        process.kill()


def _begun(
    profile: Path, playwright: Playwright, how: Mapping[str, Any], address: str
) -> tuple[BrowserProcess, FramePhone]:
    """A browser and what it shows; one that does not talk to whoever drives it is begun again."""
    for _ in range(ATTEMPTS):
        process = started(how["executable_path"], profile, *how["args"])
        try:
            return process, _opened(playwright, process.endpoint, address)
        except Error:
            process.kill()
    raise AssertionError("no browser could be driven")


def _opened(playwright: Playwright, endpoint: str, address: str) -> FramePhone:
    browser = playwright.chromium.connect_over_cdp(endpoint, timeout=TALKS_WITHIN)
    context = browser.contexts[0]
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(address)
    return FramePhone(page)


@pytest.mark.parametrize("kills", [1, pytest.param(100, marks=pytest.mark.soak)])
def test_what_was_acknowledged_survives_a_kill(
    tmp_path: Path,
    playwright: Playwright,
    browser_type_launch_args: Mapping[str, Any],
    host: Host,
    kills: int,
) -> None:
    how = browser_type_launch_args
    path, saved, chance = "", 0, random.Random(7)
    for _ in range(kills):
        address = host.address + path if path else host.root
        with browser_with(tmp_path, playwright, how, address) as phone:
            if not path:
                path = phone.frame.evaluate(OPEN, f"{BELOW}new/klaverjassen")
            title, revision = phone.frame.evaluate(WHERE, path)
            found = int(title.removeprefix("T") or 0)
            assert found >= saved
            phone.frame.evaluate(
                f"(given) => {{ void ({SAVE_ON})(given); }}", [path, found, revision]
            )
            phone.window.wait_for_timeout(chance.uniform(100, 900))
            phone.frame.wait_for_function("(found) => self.acknowledged > found", arg=found)
            saved = phone.frame.evaluate("self.acknowledged")
    with browser_with(tmp_path, playwright, how, host.address + path) as phone:
        title, _ = phone.frame.evaluate(WHERE, path)
        assert int(title.removeprefix("T")) >= saved
        expect(phone.locator("#totals")).to_be_visible()
        assert checked(phone.window.evaluate(FILES), tmp_path / "read") == ["ok"]
