"""The edition without a server, in Chromium: its weight, its start, and how fast it is."""

import gzip
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

import brotli  # type: ignore[import-not-found, import-untyped, unused-ignore]
from playwright.sync_api import BrowserContext, Page, sync_playwright

from benchmarks.report import Measured
from benchmarks.sizes import Sizes
from scripts.static_edition.build import build, needed_files
from tests.browser.serving import FLAGS, chromium_path
from tests.browser.static_edition.host import BELOW, hosting

FIRST_AT_MOST, LATER_AT_MOST = 5.0, 3.5  # seconds until the program is shown
ANSWER_AT_MOST = 50  # milliseconds from request to answer
BROTLI_AT_MOST, GZIP_AT_MOST, KEPT_AT_MOST = 7.5, 10, 40  # MB
MEGABYTE = 1e6
DEALS = 16  # of a sheet of Klaverjassen: it is over then
SECONDS_AT_MOST = 60
SHOWN = "body.is-shown"
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


def browser_edition(folder: Path, sizes: Sizes) -> Iterator[Measured]:
    """Megabytes, seconds and milliseconds, each with its bound."""
    edition = folder / "edition"
    build(edition)
    yield from _weights(edition, sizes.brotli)
    with hosting(edition) as host, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        firsts, laters = list[float](), list[float]()
        for _ in range(sizes.runs):
            context = browser.new_context()
            page, first = _opened(context, host.root)
            firsts.append(first)
            laters.append(_until_shown(page, page.reload))
            looks, saves = _asked(page, min(sizes.turns, DEALS))
            kept = page.evaluate(KEPT) / MEGABYTE
            context.close()
        browser.close()
    yield Measured("first start, s", (median(firsts),), FIRST_AT_MOST)
    yield Measured("later start, s", (median(laters),), LATER_AT_MOST)
    yield Measured("a sheet's page, ms", (median(looks[1:] or looks),), ANSWER_AT_MOST)
    yield Measured("saving a round and its page, ms", (median(saves[1:] or saves),), ANSWER_AT_MOST)
    yield Measured("kept on the phone, MB", (kept,), KEPT_AT_MOST)


def _weights(edition: Path, quality: int) -> Iterator[Measured]:
    contents = [path.read_bytes() for path in needed_files(edition)]
    small = (
        sum(len(brotli.compress(each, quality=quality, lgwin=24)) for each in contents) / MEGABYTE
    )
    yield Measured("a first visit loads, MB by brotli", (small,), BROTLI_AT_MOST)
    zipped = sum(len(gzip.compress(each)) for each in contents) / MEGABYTE
    yield Measured("a first visit loads, MB by gzip", (zipped,), GZIP_AT_MOST)


def _opened(context: BrowserContext, root: str) -> tuple[Page, float]:
    page = context.new_page()
    return page, _until_shown(page, lambda: page.goto(root))


def _until_shown(page: Page, go: Callable[[], object]) -> float:
    """Seconds from going there until the program is shown."""
    begun = perf_counter()
    go()
    page.wait_for_selector(SHOWN, timeout=1000 * SECONDS_AT_MOST)
    return perf_counter() - begun


def _asked(page: Page, times: int) -> tuple[list[float], list[float]]:
    frame = page.frame("program")
    if frame is None:
        raise AssertionError("the program is not shown")
    looks, saves = frame.evaluate(ASK, [BELOW, times])
    return looks, saves
