"""The program in a browser: a composition root of its own, which answers one request after another.

Python runs there in a worker of the page (static/browser_edition/python_worker.js), which hands
over what a service worker was asked, and the database lies in files that the worker keeps on the
phone. There is no server, and so nothing of what only a server does: no compression, no PDF, no
streams.
"""

import errno
import sys
from collections.abc import Callable, Iterable
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path

from flask import request
from werkzeug.test import EnvironBuilder, run_wsgi_app

from scorekeeper.app import create_app
from scorekeeper.store.db import close, db, file_url
from scorekeeper.store.migrate import upgrade

CONFIG = {
    "SERVES_PHONES": False,
    "STREAMS_AT_MOST": 0,
    "COMPRESSES": False,
    "PRINTS": False,
    "FRAMED_BY": "'self'",
    "PRINTED_LINK": False,
    "PREVIEWS": False,
}
HEAD = b"<head>"
REFUSED = "scorekeeper.refused"  # of a request: nothing of it could be kept


class LazyModuleFinder(MetaPathFinder):
    """Finds modules that a first visit does without, in an archive fetched when one is used.

    *names* are those of all modules in it, and *fetch* gets its content, which is kept at *path*.
    """

    def __init__(self, names: Iterable[str], fetch: Callable[[], bytes], path: Path) -> None:
        self._names, self._fetch, self._path = frozenset(names), fetch, path
        sys.meta_path.append(self)

    def find_spec(self, fullname: str, *_: object) -> ModuleSpec | None:
        """Where a module lies that is nowhere else; None where it is not there either.

        Raises ImportError where the archive does not come: the next time it is fetched again.
        """
        if fullname not in self._names:
            return None
        if not self._path.exists():
            try:
                self._path.write_bytes(self._fetch())
            except Exception as error:  # the browser's own, of whatever kind
                raise ImportError(f"there is no {self._path.name} without a network") from error
        folder = self._path.joinpath(*fullname.split(".")[:-1])
        return PathFinder.find_spec(fullname, [str(folder)])


def refuse_what_is_not_kept() -> None:
    """Raise OSError for such a request, as a full disk does."""
    if REFUSED in request.environ:
        raise OSError(errno.ENOSPC, "this browser has not kept it")


class BrowserProgram:
    """The application over the database in a *file*, at the address of its root.

    *root* is the full address of the folder below which its pages lie, *script* that of a script
    which is to run first in each of them; "": there is none. Where there is no database
    yet, *empty* is the content of one that is up to date: it spares the first start all migrations;
    None: they are applied.
    """

    def __init__(self, file: str, root: str, empty: bytes | None, script: str = "") -> None:
        path = Path(file)
        if empty is not None and not path.exists():
            made = path.with_stem(f"{path.stem}.new")  # its end says that it is kept, too
            made.touch(mode=0o600)
            made.write_bytes(empty)
            made.rename(path)
        self._app = create_app(CONFIG | {"DATABASE": file_url(path)})
        self._app.before_request(refuse_what_is_not_kept)
        self._root = root
        self._head = f'<head><script src="{script}"></script>'.encode() if script else HEAD
        with self._app.app_context():
            copy = upgrade(db.engine)
        for earlier in {*path.parent.glob(f"{path.stem}.before-*")} - {copy} if copy else ():
            earlier.unlink()  # there is room for a few files

    def answer(
        self,
        method: str,
        path: str,
        query: str,
        headers: Iterable[tuple[str, str]],
        body: bytes,
        *,
        is_kept: bool = True,
    ) -> tuple[int, list[tuple[str, str]], bytes]:
        """The status, headers and body of the answer to a request for a *path* below the root.

        Where nothing of a request *is_kept* the answer is that of a full disk, with what was typed.
        """
        asked = EnvironBuilder(
            path=path,
            base_url=self._root,
            query_string=query,
            method=method,
            headers=[*headers],
            data=body,
            environ_overrides={} if is_kept else {REFUSED: True},
        )
        content, status, answered = run_wsgi_app(self._app, asked.get_environ(), buffered=True)
        page = b"".join(content)
        if answered.get("Content-Type", "").startswith("text/html"):
            page = page.replace(HEAD, self._head, 1)
            answered["Content-Length"] = str(len(page))
        return int(status.split()[0]), [*answered], page

    def close(self) -> None:
        """Give the database up: its file is whole by itself then, and nothing more is answered."""
        close(self._app)
