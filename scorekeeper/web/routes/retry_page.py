"""The answer to what cannot be done just now: why, when to go on, and everything that was typed."""

from flask import Response, current_app, jsonify, render_template, request
from werkzeug.exceptions import RequestEntityTooLarge

from scorekeeper.web.presenters.error_page import KeptFormPage
from scorekeeper.web.request.addresses import address_here, address_sent_to
from scorekeeper.web.request.script_answers import is_for_script


def not_now(status: int, title: str, text: str, seconds: int) -> Response:
    """The page with a form that sends the same once more, in *seconds*; or JSON, for a script."""
    if is_for_script():
        response = jsonify(title=title, text=text, seconds=seconds)
    else:
        html = render_template("retry_page.html", page=_page(title, text))
        response = Response(html, mimetype="text/html")
    response.status_code = status
    response.headers["Retry-After"] = str(seconds)
    return response


def _page(title: str, text: str) -> KeptFormPage:
    if request.method != "POST":
        asked = tuple(request.args.items(multi=True))
        return KeptFormPage(title, text, "get", address_here(), asked)
    address = address_sent_to()
    typed = _typed()
    return KeptFormPage(title, text, "post", address, typed or (), is_file_lost=typed is None)


def _typed() -> tuple[tuple[str, str], ...] | None:
    """The fields of the form; None where a file came with them, or more than a page can hold."""
    if (request.content_length or 0) > current_app.config["MAX_CONTENT_LENGTH"]:
        return None
    try:
        has_file = any(request.files.values())
        return None if has_file else tuple(request.form.items(multi=True))
    except RequestEntityTooLarge:
        return None
