"""The edition without a server, in Chromium: its weight, its start, and how fast it is.

Once more as on a slow phone, by what a browser makes slower itself: that does not reach workers,
and so Python runs on the page's own thread there, with its database in memory.
"""

import gzip
import json
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache, partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from urllib.request import urlopen

import brotli  # type: ignore[import-not-found, import-untyped, unused-ignore]
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from benchmarks.report import Measured
from benchmarks.sizes import Sizes
from scorekeeper.paths import folder as folder_named
from scripts.browser_edition.build import needed_files
from tests.browser.browser_edition.browser_process import BrowserProcess, started
from tests.browser.browser_edition.host import BELOW, Host, hosting
from tests.browser.serving import FLAGS, chromium_path, headless_path

FIRST_AT_MOST, LATER_AT_MOST = 5.0, 3.5  # seconds until the program is shown
ANSWER_AT_MOST = 50  # milliseconds from request to answer
BROTLI_AT_MOST, GZIP_AT_MOST, KEPT_AT_MOST = 7.5, 10, 40  # MB
MEMORY_AT_MOST = 250  # MB
IDLE_AT_MOST = 0.1  # seconds of work
LEADS_AT_MOST = 3.0  # seconds after the tab that led was put to sleep
MEGABYTE = 1e6
SLOW_FIRST_AT_MOST, SLOW_LATER_AT_MOST = 26.0, 14.0  # seconds
SLOW_ANSWER_AT_MOST = 200  # milliseconds
DEALS = 16  # of a sheet of Klaverjassen: it is over then
SECONDS_AT_MOST = 120
SHOWN = "body.is-shown"
TITLED, UNTITLED = "rules/tarot", "Scorekeeper"  # a page, and the title until it is shown
KEPT = "async () => (await navigator.storage.estimate()).usage"
# A sheet, and then the milliseconds of so many looks at it and of as many saves.
ASK = """async ([root, times]) => {
  const post = (path, form) => fetch(path, { method: "POST", body: new URLSearchParams(form) });
  const names = { name_0: "A", name_1: "B", name_2: "C", name_3: "D", first_dealer: "0" };
  const sheet = (await post(`${root}new/klaverjassen`, names)).url.split("?")[0];
  const [looks, saves] = [[], []];
  for (let revision = 1; revision <= times; revision++) {
    const deal = { maker: "1", trump: "hearts", points_1: "100", based_on: revision };
    let from = performance.now();
    const saved = await post(`${sheet}rounds/new/deal`, { ...deal, key: crypto.randomUUID() });
    saves.push(performance.now() - from);
    if (!saved.ok) throw new Error(saved.status);
    from = performance.now();
    await (await fetch(sheet)).text();
    looks.push(performance.now() - from);
  }
  return [looks, saves];
}"""


SLEEP = "document.dispatchEvent(new Event('freeze'))"  # a headless browser freezes nothing


# In the place of a worker: its script, as a module of the page.
WORKER_ON_PAGE = """
globalThis.Worker = class extends EventTarget {
  constructor(address) {
    super();
    this.inside = new EventTarget();
    this.inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
    globalThis.workerOnPage = this.inside;
    this.isThere = import(address);
  }
  async postMessage(data, given = []) {
    const ports = given.filter((each) => each instanceof MessagePort);
    await this.isThere;
    this.inside.dispatchEvent(new MessageEvent("message", { data, ports }));
  }
  terminate() {}
};
"""
SLOW = ("first start, s", "later start, s", "a sheet's page, ms", "saving, ms")
KEEPS_NOTHING = b"export async function mountKeptFolder() { throw new Error(); }"


def browser_edition(edition: Path, sizes: Sizes) -> Iterator[Measured]:
    """Megabytes, seconds and milliseconds of a folder that is made, each with its bound."""
    compress = cache(partial(brotli.compress, quality=sizes.brotli, lgwin=24))
    yield from _weights(edition, compress, sizes.gzip)
    with hosting(edition) as host, sync_playwright() as playwright:
        flags = [*FLAGS, *sizes.flags]
        browser = playwright.chromium.launch(executable_path=_chromium(sizes), args=flags)
        memory, work = _after_an_evening(playwright, host, sizes)
        firsts, laters = list[float](), list[float]()
        looks, saves, leads = list[float](), list[float](), list[float]()
        for _ in range(sizes.runs):
            kept = _left(browser, host, sizes.turns, (firsts, laters, looks, saves), leads)
        _serve_slow_phones(host, compress, sizes.line)
        slows = list[float](), list[float](), list[float](), list[float]()
        for _ in range(sizes.slow_starts):
            with closing(browser.new_context()) as context:
                _visited(context, host, sizes.turns, slows, sizes.slower)
        browser.close()
    yield Measured("first start, s", (median(firsts),), FIRST_AT_MOST)
    yield Measured("later start, s", (median(laters),), LATER_AT_MOST)
    yield Measured("a sheet's page, ms", (median(looks),), ANSWER_AT_MOST)
    yield Measured("saving a round and its page, ms", (median(saves),), ANSWER_AT_MOST)
    yield Measured("another tab leads, s", (median(leads),), LEADS_AT_MOST)
    bounds = SLOW_FIRST_AT_MOST, SLOW_LATER_AT_MOST, SLOW_ANSWER_AT_MOST, SLOW_ANSWER_AT_MOST
    for name, found, bound in zip(SLOW, slows, bounds, strict=True):
        yield Measured(f"as a slow phone: {name}", (median(found),), bound)
    yield Measured("in memory after an evening, MB", (memory,), MEMORY_AT_MOST)
    yield Measured(f"work in {sizes.seconds_idle:g} idle seconds, s", (work,), IDLE_AT_MOST)
    yield Measured("kept on the phone, MB", (kept,), KEPT_AT_MOST)


def _chromium(sizes: Sizes) -> str:
    return chromium_path() if sizes.windows else headless_path()


def _left(
    browser: Browser, host: Host, turns: int, noted: tuple[list[float], ...], leads: list[float]
) -> float:
    """Note a visit, and how soon another tab leads behind it; the megabytes kept between them."""
    with closing(browser.new_context()) as context:
        page = _visited(context, host, turns, noted)
        kept = float(page.evaluate(KEPT)) / MEGABYTE
        leads.append(_until_another_leads(page, host))
        return kept


def _visited(
    context: BrowserContext,
    host: Host,
    turns: int,
    noted: tuple[list[float], ...],
    slower: float = 1,
) -> Page:
    """Note both starts, and all looks and saves but the first; the page that leads then."""
    firsts, laters, looks, saves = noted
    page = context.new_page()
    if slower > 1:
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    firsts.append(_until_shown(page, lambda: page.goto(host.root)))
    laters.append(_until_shown(page, page.reload))
    looked, saved = _asked(page, min(turns, DEALS))
    looks += looked[1:] or looked
    saves += saved[1:] or saved
    return page


def _until_another_leads(first: Page, host: Host) -> float:
    """Seconds from when the tab that leads is put to sleep until another one gets an answer."""
    second = first.context.new_page()
    second.goto(host.root)
    second.wait_for_selector(SHOWN)
    begun = time.perf_counter()
    first.evaluate(SLEEP)
    _asked(second, 1)
    return time.perf_counter() - begun


def _after_an_evening(
    playwright: Playwright, host: Host, sizes: Sizes
) -> tuple[float | None, float | None]:
    """The megabytes of the page and all behind it, and how long it works while nobody does.

    Whoever drives a browser has it keep what it loads; so nobody does before the program is shown.
    None where the system does not tell.
    """
    with TemporaryDirectory() as profile:
        process = started(_chromium(sizes), Path(profile), *sizes.flags, host.root + TITLED)
        try:
            _wait_for_title(process)
            browser = playwright.chromium.connect_over_cdp(process.endpoint)
            (page,) = browser.contexts[0].pages
            _asked(page, min(sizes.turns, DEALS))
            time.sleep(sizes.seconds_to_settle)
            memory, work = process.memory() / MEGABYTE, process.seconds_of_work()
            time.sleep(sizes.seconds_idle)
            return memory, process.seconds_of_work() - work
        except FileNotFoundError:
            return None, None
        finally:
            process.kill()


def _wait_for_title(process: BrowserProcess) -> None:
    give_up = time.monotonic() + SECONDS_AT_MOST
    while time.monotonic() < give_up:
        with urlopen(f"http://127.0.0.1:{process.port}/json/list") as answer:
            titles = [each["title"] for each in json.load(answer) if each["type"] == "page"]
        if any(UNTITLED in title and title != UNTITLED for title in titles):
            return
        time.sleep(0.2)
    raise AssertionError("the program is not shown")


def _serve_slow_phones(host: Host, compress: Callable[[bytes], bytes], line: float) -> None:
    """Put the host behind a *line* of so many bytes a second, with a page that has no worker."""
    shell, worker = (
        (folder_named("static") / "browser_edition" / name).read_bytes()
        for name in ("shell.js", "python_worker.js")
    )
    host.instead = {
        "opfs": KEEPS_NOTHING,
        "indexeddb": KEEPS_NOTHING,
        "python_worker": worker.replace(b"self.", b"globalThis.workerOnPage."),
    }
    (path,) = host.folder.glob("files/shell-*.js")
    host.instead[path.name] = WORKER_ON_PAGE.encode() + shell
    host.bytes_per_second = line
    host.brotli = compress


def _weights(edition: Path, compress: Callable[[bytes], bytes], level: int) -> Iterator[Measured]:
    contents = [path.read_bytes() for path in needed_files(edition)]
    small = sum(len(compress(each)) for each in contents) / MEGABYTE
    yield Measured("a first visit loads, MB by brotli", (small,), BROTLI_AT_MOST)
    zipped = sum(len(gzip.compress(each, level)) for each in contents) / MEGABYTE
    yield Measured("a first visit loads, MB by gzip", (zipped,), GZIP_AT_MOST)


def _until_shown(page: Page, go: Callable[[], object]) -> float:
    """Seconds from going there until the program is shown."""
    begun = time.perf_counter()
    go()
    page.wait_for_selector(SHOWN, timeout=1000 * SECONDS_AT_MOST)
    return time.perf_counter() - begun


def _asked(page: Page, times: int) -> tuple[list[float], list[float]]:
    frame = page.frame("program")
    if frame is None:
        raise AssertionError("the program is not shown")
    looks, saves = frame.evaluate(ASK, [BELOW, times])
    return looks, saves
