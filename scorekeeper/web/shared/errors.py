"""Why there is no answer, in words: a page for every status code and every failure.

A request that the database let go of before it wrote anything is answered once more: a connection
was lost, or two transactions waited for each other. The key of a form lets it count once all the
same. What cannot be done just now is answered with everything that was typed, to be sent again.
"""

import logging
from threading import Lock
from typing import Any, NamedTuple

from cachetools import TTLCache, cached
from flask import Flask, Response, current_app, g, jsonify, render_template, request, url_for
from flask.globals import request_ctx
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import (
    HTTPException,
    InternalServerError,
    RequestEntityTooLarge,
    TooManyRequests,
)

from scorekeeper.services.sheet.lookup import release_connection
from scorekeeper.store.errors import (
    DamagedDatabaseError,
    LostDatabaseError,
    RaceLostError,
    StoreInterruptedError,
    StoreUnavailableError,
    as_unavailable,
)
from scorekeeper.web.request.access import OnlyLooksError
from scorekeeper.web.request.addresses import address_here, address_sent_to
from scorekeeper.web.request.form_token import is_for_script
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.request.rate_limits import TooManyGroupsError

ATTEMPTS_AT_MOST = 3
SECONDS_TO_RETRY = 5
SECONDS_BETWEEN_LINES = 60.0  # of the log that say the same
LINES_AT_MOST = 1000  # of which is known when they were said
EXTENSION = "log_unavailable"

log = logging.getLogger("scorekeeper")


class ErrorPage(NamedTuple):
    """What happened, and what to do.

    *status* is the code of the answer, *back* the address of a page to go on from and *back_text*
    what it is called; "" where it is the start page.
    """

    status: int
    title: str
    text: str
    back: str
    back_text: str


class KeptFormPage(NamedTuple):
    """What cannot be done just now, and why; what was *typed* can be sent again to *action*.

    *method* is that of its form, "get" or "post". *is_file_lost* where a file came with the form,
    or more than a page can hold: then *action* leads to where it is chosen again.
    """

    title: str
    text: str
    method: str
    action: str
    typed: tuple[tuple[str, str], ...]
    is_file_lost: bool = False


def install(app: Flask) -> None:
    """Answer every error that nobody else answers."""
    told = TTLCache[Any, None](LINES_AT_MOST, SECONDS_BETWEEN_LINES)
    app.extensions[EXTENSION] = cached(told, lock=Lock())(log.warning)
    app.register_error_handler(HTTPException, show_refusal)
    app.register_error_handler(RequestEntityTooLarge, show_too_large)
    app.register_error_handler(TooManyRequests, show_too_many)
    app.register_error_handler(OnlyLooksError, show_only_looks)
    app.register_error_handler(StoreUnavailableError, show_unavailable)
    app.register_error_handler(RaceLostError, show_unavailable)
    app.register_error_handler(Exception, show_failure)


def show_refusal(error: HTTPException) -> Response:
    """A page that says in words what a status code means."""
    code = error.code or InternalServerError.code
    key = f"error.{code}" if current_messages().has(f"error.{code}.title") else "error.other"
    response = error_response(key, code)
    for name, value in error.get_headers(request.environ):
        if name.lower() in ("allow", "retry-after"):
            response.headers[name] = value
    return response


def show_too_large(_: RequestEntityTooLarge) -> Response:
    """413, with the way back to the form."""
    methods = request.url_rule.methods if request.url_rule is not None else None
    has_page = methods is not None and "GET" in methods
    return error_response("error.413", 413, back=address_sent_to() if has_page else "")


def show_too_many(error: TooManyRequests) -> Response:
    """429: when to go on, with everything that was typed."""
    messages, title, text = current_messages(), "error.429.title", "error.429.text"
    if isinstance(error, TooManyGroupsError):
        title, text = "error.too_many_groups.title", "error.too_many_groups.text"
    elif request.method == "POST":
        text = "error.429.form"
    seconds = error.retry_after if isinstance(error.retry_after, int) else SECONDS_TO_RETRY
    when = messages.from_now(seconds)
    return not_now(429, messages.text(title), messages.text(text, when=when), seconds)


def show_only_looks(_: OnlyLooksError) -> Response:
    """403 for a link that only looks, with the way back to what it may look at."""
    back = url_for("sheets.show" if "sheet" in g else "groups.show")
    return error_response("error.only_looks", OnlyLooksError.code or 0, back=back)


def show_unavailable(error: Exception) -> ResponseReturnValue:
    """503, with everything that was typed kept in a form that can be sent again.

    Where certainly nothing was written, it is tried again before.
    """
    if may_try_again(error):
        return answer_again()
    log_unavailable(error)
    messages, title, text = current_messages(), "error.503.title", "error.503.text"
    if request.method != "POST":
        title, text = "error.unreadable.title", "error.unreadable.text"
    if isinstance(error, DamagedDatabaseError):
        text = "error.damaged"
    return not_now(503, messages.text(title), messages.text(text), SECONDS_TO_RETRY)


def may_try_again(error: Exception) -> bool:
    """Whether nothing was written, and this request has not been tried so often yet."""
    is_interrupted = isinstance(error, StoreInterruptedError)
    return is_interrupted and int(g.get("attempts", 1)) < ATTEMPTS_AT_MOST


def answer_again() -> ResponseReturnValue:
    """The answer to this request from its beginning, or to the error that it ends with now."""
    g.attempts = g.get("attempts", 1) + 1
    release_connection()
    for file in request.files.values():
        file.stream.seek(0)
    request_ctx.match_request()  # the look-up of the link takes it out of what was matched
    try:
        answer = current_app.preprocess_request()
        return current_app.dispatch_request() if answer is None else answer
    except Exception as error:
        return current_app.handle_user_exception(error)


def log_unavailable(error: Exception) -> None:
    """Log what many requests run into, but not once for every one of them."""
    if not isinstance(error, LostDatabaseError):  # it was logged where it was noticed
        current_app.extensions[EXTENSION](f"not available: {error}")


def show_failure(error: Exception) -> ResponseReturnValue:
    """500, a fault of this program: the log says where, without the link."""
    unavailable = as_unavailable(error)
    if unavailable is not None:
        return show_unavailable(unavailable)
    endpoint = request.endpoint or "an unknown page"
    log.exception("%s failed (%s)", endpoint, request.method, exc_info=error)
    return error_response("error.500", InternalServerError.code)


def error_response(key: str, code: int, back: str = "") -> Response:
    """The page for an error by the key of its words (`error.404`).

    *back* is the address of a page to go on from, instead of the start page.
    """
    text = current_messages().text
    back_text = text(f"{key}.back") if back else ""
    page = ErrorPage(code, text(f"{key}.title"), text(f"{key}.text"), back, back_text)
    html = render_template("error.html", page=page)
    return Response(html, code, mimetype="text/html")


def busy_response(key: str) -> Response:
    """503 with the page for an error by the key of its words, and when to try again."""
    response = error_response(key, 503)
    response.headers["Retry-After"] = str(SECONDS_TO_RETRY)
    return response


def not_now(status: int, title: str, text: str, seconds: int) -> Response:
    """The page with a form that sends the same once more, in *seconds*; or JSON, for a script."""
    if is_for_script():
        response = jsonify(title=title, text=text, seconds=seconds)
    else:
        html = render_template("retry_page.html", page=_kept_form(title, text))
        response = Response(html, mimetype="text/html")
    response.status_code = status
    response.headers["Retry-After"] = str(seconds)
    return response


def _kept_form(title: str, text: str) -> KeptFormPage:
    if request.method != "POST":
        asked = tuple(request.args.items(multi=True))
        return KeptFormPage(title, text, "get", address_here(), asked)
    there, typed = address_sent_to(), _typed()
    return KeptFormPage(title, text, "post", there, typed or (), is_file_lost=typed is None)


def _typed() -> tuple[tuple[str, str], ...] | None:
    """The fields of the form; None where a file came with them, or more than a page can hold."""
    if (request.content_length or 0) > current_app.config["MAX_CONTENT_LENGTH"]:
        return None
    try:
        has_file = any(request.files.values())
        return None if has_file else tuple(request.form.items(multi=True))
    except RequestEntityTooLarge:
        return None
