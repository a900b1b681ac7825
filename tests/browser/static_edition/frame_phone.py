"""A phone on which the program is shown in a frame, handed to tests as if it were the page."""

from typing import Any

from playwright.sync_api import Frame, Page, expect

FRAME = "program"
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
