"""Static files: what is sent for each address, and how browsers keep it.

The address of a static file changes with its content (`?v=`), so a browser may keep it for good.
"""

from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, request, send_file

from scorekeeper.assets.bundles import BUNDLES
from scorekeeper.assets.files import ENCODINGS, SUFFIXES, compressed, content, version
from scorekeeper.web.request.cookies import A_YEAR

KEPT_FOR_GOOD = f"public, max-age={A_YEAR}, immutable"


def install(app: Flask) -> None:
    """Serve the bundles, put a version on every static address, let browsers keep what has one."""
    static = Path(str(app.static_folder))

    def send(filename: str) -> Response:
        if filename in BUNDLES:
            tag = str(version(static, filename))
            return send_made(static / filename, content(static, filename), tag)
        if "/" in filename or Path(filename).suffix in SUFFIXES.values():
            abort(HTTPStatus.NOT_FOUND)  # a part, or a bundle in an encoding: it has no address
        return app.send_static_file(filename)

    app.view_functions["static"] = send

    @app.url_defaults
    def add_version(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static" and "filename" in values:
            values["v"] = version(static, values["filename"])

    @app.after_request
    def keep_versioned(response: Response) -> Response:
        if request.endpoint == "static" and response.status_code == HTTPStatus.OK:
            _read_whole(response)
            filename = (request.view_args or {})["filename"]
            if request.args.get("v") == version(static, filename):
                response.headers["Cache-Control"] = KEPT_FOR_GOOD
        return response


def send_made(path: Path, made: bytes, tag: str) -> Response:
    """A file that is made of sources, or lies finished at *path*: then compressed, if it is so.

    *tag* is another one for any other content.
    """
    encoding = request.accept_encodings.best_match(ENCODINGS)
    kept = compressed(path, encoding) if encoding else None
    if kept is None:
        response = send_file(BytesIO(made), download_name=path.name, etag=tag)
    else:
        response = send_file(BytesIO(kept), download_name=path.name, etag=f"{tag}:{encoding}")
        response.headers["Content-Encoding"] = encoding
    _read_whole(response)
    return response


def _read_whole(response: Response) -> None:
    """Small files are sent in one piece: a stream would be sent without gzip."""
    response.make_sequence()
    response.direct_passthrough = False
