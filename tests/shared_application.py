"""One application for many tests of a process: making one takes longer than most of them.

A test that looks into the file of its database has one of its own.
"""

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.services.live import change_watch
from scorekeeper.services.sheet import state_cache
from scorekeeper.store.db import db
from scorekeeper.web.request.page_cache import CACHE, PageCache
from scorekeeper.web.shared import errors

# What a test may change of an application, beside its attributes: what these hold.
PARTS = (
    *("config", "extensions", "view_functions", "before_request_funcs", "after_request_funcs"),
    *("teardown_request_funcs", "template_context_processors"),
)


def quick_app(url: str) -> Flask:
    """The application as it is served, but quick to give up on a locked database.

    What it saves is in the database, and survives everything but a power cut.
    """
    return create_app({"DATABASE": url, "BUSY_SECONDS": 0.1, "SYNCHRONOUS": "OFF"})


def close_connections(app: Flask) -> None:
    """Look for changes no more, and close all connections.

    A thread that looks has one of its own, and would give it back to a pool that nobody closes.
    """
    change_watch.stop(app)
    with app.app_context():
        db.engine.dispose()


class SharedApplication:
    """An application whose database is empty, and which remembers nothing, for each test anew."""

    def __init__(self, empty: Path, new_folder: Callable[[str], Path]) -> None:
        self._empty, self._new_folder = empty, new_folder
        self._database: Path | None = None
        self._attributes: dict[str, Any] = {}
        self._parts: dict[str, dict[Any, Any]] = {}
        self.app: Flask

    @property
    def url(self) -> str:
        """The address of its database."""
        return f"sqlite:///{self._database}"

    def begin(self) -> None:
        """Have it ready for a test, made anew where the last one has left more than the file."""
        if self._database is None or list(self._database.parent.iterdir()) != [self._database]:
            self._database = self._new_folder("shared") / "scorekeeper.sqlite"
            shutil.copy(self._empty, self._database)
            self.app = quick_app(self.url)
            self._attributes = dict(vars(self.app))
            self._parts = {name: _apart(getattr(self.app, name)) for name in PARTS}
        else:
            shutil.copyfile(self._empty, self._database)  # the file that it began with
        state_cache.install(self.app)
        self.app.extensions[CACHE] = PageCache()
        self.app.extensions[errors.EXTENSION].cache.clear()
        watch = self.app.extensions[change_watch.EXTENSION]
        vars(watch).update(vars(change_watch.ChangeWatch(self.app)))

    def end(self) -> None:
        """Take back what the test has changed of it, and close its connections."""
        close_connections(self.app)
        vars(self.app).update(self._attributes)
        for name, as_made in self._parts.items():
            getattr(self.app, name).clear()
            getattr(self.app, name).update(_apart(as_made))


def _apart(part: Mapping[Any, Any]) -> dict[Any, Any]:
    """A part as it is, lists of functions apart from those that a test may add to."""
    return {each: [*held] if isinstance(held, list) else held for each, held in part.items()}
