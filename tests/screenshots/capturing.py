"""A browser that goes to a state once and is then looked at in every size and theme."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Error, Page, sync_playwright

from scorekeeper.web.request.language import COOKIE
from tests.browser.serving import FLAGS, chromium_path, serving
from tests.screenshots.states import State

HEIGHTS = {320: 568, 360: 740, 430: 932, 768: 1024, 1280: 800}  # of the first view, by width
WIDTHS = tuple(HEIGHTS)
THEMES = ("light", "dark")
PHONE = 360  # the width at which a state is gone to
LONG_AT_MOST = 4000  # CSS pixels of a page that are in the picture of all of it
TEST_LANGUAGE = "de"  # the language in which the browser tests find their way
PATIENCE = 10_000  # milliseconds
SETTLING = 250  # milliseconds in which the sum of what was entered last arrives
PAGE_TOLD = "Aria snapshot:"  # of an error of Playwright, and then all that is on the page

# What is unfolded, and the same again after the page has come in another language.
UNFOLDED = "() => [...document.querySelectorAll('details')].map((each) => each.open)"
UNFOLD = """(open) => [...document.querySelectorAll("details")].forEach(
  (each, place) => { each.open = open[place] ?? each.open; })"""
HEIGHT = "() => document.documentElement.scrollHeight"
TO_THE_TOP = "() => { document.activeElement?.blur(); scrollTo(0, 0); }"


@dataclass(frozen=True, slots=True)
class Selection:
    """Which pictures are taken, of the states that were chosen."""

    widths: Sequence[int] = WIDTHS
    themes: Sequence[str] = THEMES
    languages: Sequence[str] = (TEST_LANGUAGE,)
    scale: int = 1  # pixels of a picture for each CSS pixel
    long: bool = True  # also a picture of all of a page that is longer than its first view


@dataclass(frozen=True, slots=True)
class Failure:
    """A picture that could not be taken, and why."""

    name: str
    reason: str


Jobs = SimpleQueue[tuple[State, str]]
Report = Callable[[str], object]


def picture_name(state: State, width: int, theme: str, *, long: bool = False) -> str:
    """The name of a picture: of the first view, or of all of a long page."""
    return f"{state.slug}-{width}-{theme}{'-full' if long else ''}.png"


def capture(
    states: Sequence[State], wanted: Selection, folder: Path, jobs: int = 1, report: Report = print
) -> list[Failure]:
    """Write the pictures into a folder for each language, and return the states not reached.

    So many *jobs* at a time have a server and a browser of their own. Every state that was looked
    at is told to *report*.
    """
    todo: Jobs = SimpleQueue()
    for language in wanted.languages:
        (folder / language).mkdir(parents=True, exist_ok=True)
        for state in states:
            todo.put((state, language))
    jobs = min(jobs, todo.qsize())
    with ThreadPoolExecutor(max(1, jobs)) as threads:
        running = [threads.submit(_work, todo, wanted, folder, report) for _ in range(jobs)]
        return [failure for each in running for failure in each.result()]


def _work(todo: Jobs, wanted: Selection, folder: Path, report: Report) -> list[Failure]:
    failures = []
    with TemporaryDirectory() as place, serving(Path(place)) as server, browser() as chromium:
        while (job := _next(todo)) is not None:
            state, language = job
            try:
                with _page_at(chromium, server, state, language, wanted.scale) as page:
                    _capture_views(page, state, wanted, folder / language)
                report(f"{state.slug} ({language})")
            except (AssertionError, Error, OSError) as error:
                reason = str(error).partition(PAGE_TOLD)[0].strip()
                failures.append(Failure(f"{state.slug} ({language})", reason))
    return failures


def _next(todo: Jobs) -> tuple[State, str] | None:
    try:
        return todo.get_nowait()
    except Empty:
        return None


@contextmanager
def browser() -> Iterator[Browser]:
    """The Chromium of this machine."""
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))


@contextmanager
def _page_at(
    chromium: Browser, server: str, state: State, language: str, scale: int
) -> Iterator[Page]:
    """A phone at the state; the way there is gone in the language of the browser tests."""
    context = chromium.new_context(
        base_url=server,
        viewport={"width": PHONE, "height": HEIGHTS[PHONE]},
        device_scale_factor=scale,
        has_touch=True,
        is_mobile=True,
        locale=TEST_LANGUAGE,
        service_workers="block",
    )
    try:
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        state.go(page, server)
        if language != TEST_LANGUAGE:
            context.add_cookies([{"name": COOKIE, "value": language, "url": server}])
            _reload(page)
        yield page
    finally:
        context.close()


def _reload(page: Page) -> None:
    """Load the page anew, a refused form with what it was sent; drafts bring back the others."""
    unfolded = page.evaluate(UNFOLDED)
    page.reload()
    page.evaluate(UNFOLD, unfolded)


def _capture_views(page: Page, state: State, wanted: Selection, folder: Path) -> None:
    page.evaluate(TO_THE_TOP)
    page.wait_for_timeout(SETTLING)
    for width in wanted.widths:
        _resize(page, width, HEIGHTS[width])
        height = min(int(page.evaluate(HEIGHT)), LONG_AT_MOST)
        for theme in wanted.themes:
            _capture(page, theme, folder / picture_name(state, width, theme))
            (folder / picture_name(state, width, theme, long=True)).unlink(missing_ok=True)
        if wanted.long and height > HEIGHTS[width]:
            _resize(page, width, height)  # a bar that sticks to the bottom is at the end then
            for theme in wanted.themes:
                _capture(page, theme, folder / picture_name(state, width, theme, long=True))


def _resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})


def _capture(page: Page, theme: str, path: Path) -> None:
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    page.screenshot(path=path, animations="disabled")
