"""The sentences that script shows: one file for each language, which browsers keep for good."""

from typing import Any

from flask import Flask, Response, abort, request, url_for

from scorekeeper.assets.files import words, words_file, words_version
from scorekeeper.i18n.catalogue import languages
from scorekeeper.web.request.assets import KEPT_FOR_GOOD, send_made
from scorekeeper.web.request.language import current_messages


def install(app: Flask) -> None:
    """Serve the files, and give templates `words_address`: that of the language of the page."""
    app.add_url_rule("/words/<language>.js", "words", send)

    @app.context_processor
    def address() -> dict[str, Any]:
        return {"words_address": words_address}


def words_address() -> str:
    """Where the sentences lie in the language of this request."""
    language = current_messages().language
    return url_for("words", language=language, v=words_version(language))


def send(language: str) -> Response:
    """The file of a language; 404 for one that is not shipped."""
    if language not in languages():
        abort(404)
    response = send_made(words_file(language), words(language), words_version(language))
    if request.args.get("v") == words_version(language):
        response.headers["Cache-Control"] = KEPT_FOR_GOOD
    return response
