"""Static files, the sentences that script shows, and the service worker, as browsers keep them.

The address of a file changes with its content (`?v=`), so a browser may keep it for good.
"""

import json
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, current_app, request, send_file

from scorekeeper.assets.files import ENCODINGS, Asset, compressed, pages_version, static_file, words
from scorekeeper.i18n.catalogue import languages
from scorekeeper.i18n.messages import messages_in
from scorekeeper.web.request.addresses import kept_address, root
from scorekeeper.web.request.cookies import A_YEAR
from scorekeeper.web.request.language import current_language

MANIFEST = "site.webmanifest"
SERVICE_WORKER = "/service-worker.js"  # at the root: it answers for nothing above its own address
KEPT_FOR_GOOD = f"public, max-age={A_YEAR}, immutable"


def install(app: Flask) -> None:
    """Serve all of them, and put a version on every address of a file.

    Templates get `static_address`, and `words_address` with the sentences in their language.
    """
    app.view_functions["static"] = send_static
    app.url_defaults(_add_version)
    app.add_url_rule("/words/<language>.js", "words", send_words)
    app.add_url_rule("/words/<language>.webmanifest", "manifest", send_manifest)
    app.add_url_rule(SERVICE_WORKER, "service_worker", send_service_worker)
    app.jinja_env.globals.update(
        static_address=static_address,
        words_address=words_address,
        manifest_address=manifest_address,
    )


def _static_file(filename: str) -> Asset:
    return static_file(Path(str(current_app.static_folder)), filename)


def _add_version(endpoint: str, values: dict[str, Any]) -> None:
    if endpoint == "static" and "filename" in values:
        values["v"] = _static_file(values["filename"]).version


def send_static(filename: str) -> Response:
    """A static file; 404 for a part, or a bundle in an encoding: these have no address."""
    path = Path(filename)
    if path.name != filename or path.suffix in ENCODINGS.values():
        abort(404)
    try:
        return send_asset(_static_file(filename))
    except (OSError, ValueError):  # no file is called so, or none can be
        abort(404)


def send_asset(asset: Asset) -> Response:
    """A file, a text compressed, to be kept where its address has its version.

    It is sent in one piece: a stream would be sent without gzip.
    """
    encoding = request.accept_encodings.best_match(ENCODINGS)
    kept = compressed(asset, encoding) if encoding else None
    tag = asset.version if kept is None else f"{asset.version}:{encoding}"
    sent = send_file(BytesIO(kept or asset.content), download_name=asset.path.name, etag=tag)
    if kept is not None:
        sent.headers["Content-Encoding"] = encoding
    if sent.status_code == HTTPStatus.OK:
        sent.make_sequence()
        sent.direct_passthrough = False
    if request.args.get("v") == asset.version:
        sent.headers["Cache-Control"] = KEPT_FOR_GOOD
    return sent


def static_address(filename: str) -> str:
    """The address of a static file; a page names some dozens of them."""
    return kept_address("static", root(), filename=filename)


def words_address() -> str:
    """Where the sentences lie in the language of this request."""
    language = current_language()
    return kept_address("words", root(), language=language, v=words(language).version)


def send_words(language: str) -> Response:
    """The sentences in a language; 404 for one that is not shipped."""
    if language not in languages():
        abort(404)
    return send_asset(words(language))


def manifest_address() -> str:
    """Where it is said in the language of this request how the program is installed."""
    return kept_address("manifest", root(), language=current_language())


def send_manifest(language: str) -> Response:
    """How the program is installed, with its shortcuts in a language; 404 for an unknown one.

    All addresses in it are relative: it lies one folder below the root, as static files do.
    """
    if language not in languages():
        abort(404)
    text = messages_in(language).text
    manifest = json.loads(_static_file(MANIFEST).content)
    icons = [icon | {"src": f"../static/{icon['src']}"} for icon in manifest["icons"]]
    shortcuts = [
        {"name": text("app.new_sheet"), "url": "../#new"},
        {"name": text("app.tonight"), "url": "../#tonight"},
    ]
    named = {"lang": language, "description": text("start.text")}
    content = json.dumps(manifest | named | {"icons": icons, "shortcuts": shortcuts})
    return _unless_known(Response(content, mimetype="application/manifest+json"))


def send_service_worker() -> Response:
    """The script that browsers run beside the pages: it keeps those that a phone has seen.

    Browsers ask for it again and again and start it anew when a byte has changed, so it names the
    version of all pages: after an update of the program a phone fetches what it keeps once more.
    """
    script = _static_file(SERVICE_WORKER[1:])
    text = f"// {pages_version()}\n{script.content.decode()}"
    return _unless_known(Response(text, mimetype="text/javascript"))


def _unless_known(response: Response) -> Response:
    """The answer, asked for again every time; 304 where the browser has it."""
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response
