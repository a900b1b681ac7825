"""A cache of pages that draws every page it keeps once more, from nothing, and compares."""

from collections.abc import Callable
from typing import Any

from flask import Flask, g

from scorekeeper.web.request.page_cache import CACHE, CacheKey, PageCache


class CheckedCache(PageCache):
    """Counts what was kept, and fails where a page that is kept is not the one drawn anew."""

    def __init__(self) -> None:
        super().__init__()
        self.pages = self.parts = 0  # that were not drawn
        self._keeps = True

    def get(self, name: CacheKey) -> Any:
        kept = super().get(name) if self._keeps else None
        self.parts += kept is not None and name.depends_on is not None
        return kept

    def put(self, name: CacheKey, value: Any) -> None:
        if self._keeps:
            super().put(name, value)

    def drawn(self, name: CacheKey, draw: Callable[[], tuple[bytes, bool]]) -> bytes:
        is_kept = super().get(name) is not None
        self.pages += is_kept
        self.parts -= is_kept  # which the page itself is counted as
        shown = super().drawn(name, draw)
        self._keeps, g.placeholders = False, 0
        try:
            assert draw()[0] == shown
        finally:
            self._keeps = True
        return shown


def checked(app: Flask) -> CheckedCache:
    """Such a cache, in place of the one of the application."""
    cache = CheckedCache()
    app.extensions[CACHE] = cache
    return cache
