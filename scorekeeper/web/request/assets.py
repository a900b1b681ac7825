"""Static files: fetched once and kept, because their address changes with their content."""

import hashlib
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any

from flask import Flask, Response, request
from rjsmin import jsmin  # type: ignore[import-untyped]

from scorekeeper import __version__, paths

A_YEAR = 31_536_000


@cache
def _version(folder: str, filename: str) -> str | None:
    path = Path(folder) / filename
    return hashlib.sha256(path.read_bytes()).hexdigest()[:10] if path.is_file() else None


@cache
def pages_version() -> str:
    """Another one whenever a template, a static file or a sentence is: part of a page's tag."""
    content = hashlib.sha256(__version__.encode())
    for folder in (paths.folder("templates"), paths.folder("static"), paths.TRANSLATIONS):
        for path in sorted(each for each in folder.rglob("*") if each.is_file()):
            content.update(path.read_bytes())
    return content.hexdigest()[:10]


@cache
def _minified(script: str) -> str:
    """The script without what only its readers need: it travels to every phone."""
    return str(jsmin(script))


def install(app: Flask) -> None:
    """Put a version on every address of a static file and let browsers keep what has one."""

    @app.url_defaults
    def add_version(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static" and app.static_folder and "filename" in values:
            values["v"] = _version(app.static_folder, values["filename"])

    @app.after_request
    def keep_versioned(response: Response) -> Response:
        if request.endpoint == "static" and response.status_code == HTTPStatus.OK:
            response.make_sequence()  # small files; a stream would be sent without gzip
            response.direct_passthrough = False
            if response.mimetype == "text/javascript":
                response.set_data(_minified(response.get_data(as_text=True)))
            if "v" in request.args:
                response.headers["Cache-Control"] = f"public, max-age={A_YEAR}, immutable"
        return response
