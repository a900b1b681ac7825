"""Static files: script and style sheet, put together from their parts, and how browsers keep them.

The address of a static file changes with its content (`?v=`), so a browser may keep it for good.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, request, send_file
from rcssmin import cssmin  # type: ignore[import-untyped]
from rjsmin import jsmin  # type: ignore[import-untyped]

from scorekeeper import __version__, paths
from scorekeeper.web.request.cookies import A_YEAR


@dataclass(frozen=True, slots=True)
class Bundle:
    """A file that browsers get, made of parts: those of its folder, in this order, minified."""

    folder: str
    parts: tuple[str, ...]
    minify: Callable[[str], str]

    def sources(self, static: Path) -> list[Path]:
        """Where the parts lie, below the folder of static files."""
        return [static / self.folder / f"{part}.{self.folder}" for part in self.parts]


# Every file of static/css and static/js stands here, and the order counts: of two rules of the same
# weight the later one holds, and what the script does at once needs everything before it.
STYLE = Bundle(
    "css",
    (
        "tokens",
        "page",
        "icons",
        "figures",
        "notices",
        "totals",
        "forms",
        "choices",
        "numbers",
        "buttons",
        "details",
        "help",
        "tables",
        "rounds",
        "lists",
        "menu",
        "large_text",
    ),
    cssmin,
)
# What the page of a sheet, the one that is opened all evening, does without until its end.
MORE_STYLE = Bundle(
    "css",
    (
        "headings",
        "refusals",
        "changes",
        "setup",
        "cards",
        "standing",
        "rules",
        "chart",
        "result",
        "table",
    ),
    cssmin,
)
# Balances, costs, payments and settlements.
ACCOUNT_STYLE = Bundle("css", ("costs", "statement", "account"), cssmin)
SCRIPT = Bundle(
    "js",
    (
        "page",
        "storage",
        "connection",
        "numbers",
        "tally",
        "fragments",
        "forms",
        "drafts",
        "following",
        "sharing",
        "groups",
        "start",
    ),
    jsmin,
)
# All that the start page needs: it runs before the games are drawn, so that nothing moves.
START_SCRIPT = Bundle("js", ("page", "storage", "groups", "known_groups"), jsmin)
BUNDLES = {  # by the name in the address
    "app.css": STYLE,
    "more.css": MORE_STYLE,
    "account.css": ACCOUNT_STYLE,
    "app.js": SCRIPT,
    "start.js": START_SCRIPT,
}


def install(app: Flask) -> None:
    """Serve the bundles, put a version on every static address, let browsers keep what has one."""
    static = Path(str(app.static_folder))

    def send(filename: str) -> Response:
        if filename in BUNDLES:
            return _send_bundle(static, filename)
        if "/" in filename:  # a part: it has no address of its own
            abort(HTTPStatus.NOT_FOUND)
        return app.send_static_file(filename)

    app.view_functions["static"] = send

    @app.url_defaults
    def add_version(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static" and "filename" in values:
            values["v"] = version(static, values["filename"])

    @app.after_request
    def keep_versioned(response: Response) -> Response:
        if request.endpoint == "static" and response.status_code == HTTPStatus.OK:
            response.make_sequence()  # small files; a stream would be sent without gzip
            response.direct_passthrough = False
            if "v" in request.args:
                response.headers["Cache-Control"] = f"public, max-age={A_YEAR}, immutable"
        return response


@cache
def version(static: Path, filename: str) -> str | None:
    """Another one whenever the file or a part of it is; None where there is no such file."""
    sources = _sources(static, filename)
    if not all(path.is_file() for path in sources):
        return None
    return hashlib.sha256(b"\n".join(path.read_bytes() for path in sources)).hexdigest()[:10]


@cache
def content(static: Path, filename: str) -> bytes:
    """A bundle as it is served."""
    texts = [path.read_text(encoding="utf-8") for path in _sources(static, filename)]
    return BUNDLES[filename].minify("\n".join(texts)).encode()


@cache
def pages_version() -> str:
    """Another one whenever a template, a static file or a sentence is: part of a page's tag."""
    found = hashlib.sha256(__version__.encode())
    for folder in (paths.folder("templates"), paths.folder("static"), paths.TRANSLATIONS):
        for path in sorted(each for each in folder.rglob("*") if each.is_file()):
            found.update(path.read_bytes())
    return found.hexdigest()[:10]


def _sources(static: Path, filename: str) -> list[Path]:
    bundle = BUNDLES.get(filename)
    return [static / filename] if bundle is None else bundle.sources(static)


def _send_bundle(static: Path, filename: str) -> Response:
    return send_file(
        BytesIO(content(static, filename)),
        download_name=filename,
        etag=version(static, filename) or False,
        last_modified=max(path.stat().st_mtime for path in _sources(static, filename)),
    )
