"""A request that the database let go of before it wrote anything is answered once more.

A connection was lost, or two transactions waited for each other. Only requests of which certainly
nothing was written may come here; the key of a form lets it count once all the same.
"""

from flask import current_app, g, request
from flask.globals import request_ctx
from flask.typing import ResponseReturnValue

from scorekeeper.services.lookup import discard_session
from scorekeeper.store.errors import StoreInterruptedError

ATTEMPTS_AT_MOST = 3


def may_try_again(error: Exception) -> bool:
    """Whether nothing was written, and this request has not been tried so often yet."""
    is_interrupted = isinstance(error, StoreInterruptedError)
    return is_interrupted and int(g.get("attempts", 1)) < ATTEMPTS_AT_MOST


def answer_again() -> ResponseReturnValue:
    """The answer to this request from its beginning, or to the error that it ends with now."""
    g.attempts = g.get("attempts", 1) + 1
    discard_session()
    for file in request.files.values():
        file.stream.seek(0)
    request_ctx.match_request()  # the look-up of the link takes it out of what was matched
    try:
        answer = current_app.preprocess_request()
        return current_app.dispatch_request() if answer is None else answer
    except Exception as error:
        return current_app.handle_user_exception(error)
