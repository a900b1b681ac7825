"""Static files, the sentences that script shows, and the service worker, as browsers keep them.

The address of a file changes with its content (`?v=`), so a browser may keep it for good.
"""

from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, current_app, request, send_file, url_for

from scorekeeper.assets.bundles import BUNDLES
from scorekeeper.assets.files import (
    ENCODINGS,
    SUFFIXES,
    compressed,
    content,
    pages_version,
    version,
    words,
    words_file,
    words_version,
)
from scorekeeper.i18n.catalogue import languages
from scorekeeper.web.request.cookies import A_YEAR
from scorekeeper.web.request.language import current_messages

SERVICE_WORKER = "/service-worker.js"  # at the root: it answers for nothing above its own address
KEPT_FOR_GOOD = f"public, max-age={A_YEAR}, immutable"


def install(app: Flask) -> None:
    """Serve all of them, and put a version on every address of a file.

    Templates get `words_address`, the sentences in the language of the page.
    """
    _serve_static(app)
    app.add_url_rule("/words/<language>.js", "words", send_words)
    app.add_url_rule(SERVICE_WORKER, "service_worker", send_service_worker)
    app.context_processor(lambda: {"words_address": words_address})


def _serve_static(app: Flask) -> None:
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


def words_address() -> str:
    """Where the sentences lie in the language of this request."""
    language = current_messages().language
    return url_for("words", language=language, v=words_version(language))


def send_words(language: str) -> Response:
    """The sentences in a language; 404 for one that is not shipped."""
    if language not in languages():
        abort(404)
    response = send_made(words_file(language), words(language), words_version(language))
    if request.args.get("v") == words_version(language):
        response.headers["Cache-Control"] = KEPT_FOR_GOOD
    return response


def send_service_worker() -> Response:
    """The script that browsers run beside the pages: it keeps those that a phone has seen.

    Browsers ask for it again and again and start it anew when a byte has changed, so it names the
    version of all pages: after an update of the program a phone fetches what it keeps once more.
    """
    script = content(Path(str(current_app.static_folder)), "service-worker.js").decode()
    response = Response(f"// {pages_version()}\n{script}", mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response
