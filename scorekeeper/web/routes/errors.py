"""Why there is no answer, in words: a page for every status code and every failure."""

import logging
from time import monotonic
from typing import Any

from flask import Flask, Response, current_app, render_template, request
from werkzeug.exceptions import HTTPException, InternalServerError

from scorekeeper.store.errors import (
    LostDatabaseError,
    RaceLostError,
    StoreUnavailableError,
    as_unavailable,
)
from scorekeeper.web.presenters.error_page import error_page, unavailable_page
from scorekeeper.web.request.language import current_messages

SECONDS_TO_RETRY = 5
SECONDS_BETWEEN_LINES = 60.0  # of the log that say the same
EXTENSION = "unavailable_told"

log = logging.getLogger("scorekeeper")


def install(app: Flask) -> None:
    """Answer every error that nobody else answers."""
    app.extensions[EXTENSION] = {}
    app.register_error_handler(HTTPException, show_refusal)
    app.register_error_handler(StoreUnavailableError, show_unavailable)
    app.register_error_handler(RaceLostError, show_unavailable)
    app.register_error_handler(Exception, show_failure)


def show_refusal(error: HTTPException) -> Any:
    """A page that says in words what a status code means."""
    if error.response is not None:
        return error.response
    code = error.code or InternalServerError.code
    key = f"error.{code}" if current_messages().has(f"error.{code}.title") else "error.other"
    response = error_response(key, code)
    for name, value in error.get_headers(request.environ):
        if name.lower() in ("allow", "retry-after"):
            response.headers[name] = value
    return response


def show_unavailable(error: Exception) -> Response:
    """503, with everything that was typed kept in a form that can be sent again."""
    log_unavailable(error)
    typed = request.form.items(multi=True) if request.method == "POST" else ()
    html = render_template("unavailable.html", page=unavailable_page(typed, request.path))
    return Response(html, 503, {"Retry-After": str(SECONDS_TO_RETRY)}, mimetype="text/html")


def log_unavailable(error: Exception) -> None:
    """Log what many requests run into, but not once for every one of them."""
    if isinstance(error, LostDatabaseError):
        return  # it was logged where it was noticed
    told: dict[str, float] = current_app.extensions[EXTENSION]
    words, now = f"not available: {error}", monotonic()
    for known, moment in list(told.items()):
        if now - moment > SECONDS_BETWEEN_LINES:
            told.pop(known, None)  # another thread may have done it
    if words not in told:
        told[words] = now
        log.warning(words)


def show_failure(error: Exception) -> Response:
    """500, a fault of this program: the log says where, without the link."""
    unavailable = as_unavailable(error)
    if unavailable is not None:
        return show_unavailable(unavailable)
    endpoint = request.endpoint or "an unknown page"
    log.exception("%s failed (%s)", endpoint, request.method, exc_info=error)
    return error_response("error.500", InternalServerError.code)


def error_response(key: str, code: int, command: str = "") -> Response:
    """The page for an error by the key of its words (`error.404`); a *command* may help."""
    html = render_template("error.html", page=error_page(key, current_messages(), command))
    return Response(html, code, mimetype="text/html")


def busy_response(key: str, command: str = "") -> Response:
    """The same with 503, and when to try again."""
    response = error_response(key, 503, command)
    response.headers["Retry-After"] = str(SECONDS_TO_RETRY)
    return response
