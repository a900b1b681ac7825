"""A phone on which the program is shown in a frame, handed to tests as if it were the page."""

from typing import Any, cast

from playwright.sync_api import Frame, Page, expect

from scorekeeper.i18n.messages import messages_in
from tests.browser.conftest import PATIENCE
from tests.browser.table import expect_round_count, open_sheet, play

FRAME = "program"
# In the place of what keeps sheets on a phone: a browser that has no such place.
REFUSES = b"export async function mountKeptFolder() { throw new Error('refused'); }"
OF_PAGE = frozenset(
    {"keyboard", "touchscreen", "context", "on", "once", "screenshot", "set_viewport_size"}
)


class FramePhone:
    """What tests do with a page is done in the frame, but for what only a window has."""

    def __init__(self, page: Page) -> None:
        self.window = page

    def __getattr__(self, name: str) -> Any:
        return getattr(self.window if name in OF_PAGE else self.frame, name)

    @property
    def frame(self) -> Frame:
        """The frame, once the program is shown in it."""
        expect(self.window.locator("body")).to_have_class("is-shown")
        frame = self.window.frame(FRAME)
        assert frame is not None
        return frame

    def reload(self) -> None:
        """Reload the window, and with it the frame."""
        self.window.reload()
        self.frame.wait_for_load_state()


def window_of(page: Page) -> Page:
    """The window of a phone of these tests."""
    return cast(FramePhone, page).window


def waiting(page: Page) -> Page:
    """The window, with the start page in it and no program yet."""
    window = window_of(page)
    expect(window.locator("body")).to_have_class("is-waiting")
    return window


def expect_spoken(page: Page, language: str) -> Frame:
    """The start page in this language, and no program yet."""
    frame = waiting(page).frame(FRAME)
    assert frame is not None
    heading = messages_in(language).text("start.heading")
    expect(frame.get_by_role("heading", level=1)).to_have_text(heading)
    return frame


def wait_until(page: Page, script: str) -> None:
    """Until a script that itself waits finds so; what `wait_for_function` is given must not."""
    for _ in range(PATIENCE // 100):
        if window_of(page).evaluate(script):
            return
        window_of(page).wait_for_timeout(100)
    raise AssertionError(script)


def begin_sheet(page: Page) -> None:
    """A sheet with one deal on it."""
    open_sheet(page, "Klaverjassen")
    play(page, 0, "hearts", 102)
    expect_round_count(page, 1)
