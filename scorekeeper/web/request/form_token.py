"""The token of the form that was sent, and how a form is answered that was saved.

A script that has sent a form is told the address to go on with, as JSON: it stays on the page until
it knows that the form has arrived, and a redirect would be followed behind its back.
"""

import re
from http import HTTPStatus

from flask import Flask, Response, jsonify, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.store.rows import EntryRow, GroupRow, SheetRow
from scorekeeper.web.request.addresses import page_address
from scorekeeper.web.request.cookies import holder, remember
from scorekeeper.web.request.page_cache import form_key

JSON = "application/json"
KEY = re.compile(r"[\w-]{16,64}", re.ASCII)
NUMBER = re.compile(r"[0-9]{1,9}")
TOKEN_FIELDS = ("key", "based_on")
SAVED = "saved"
SAVED_SECONDS = 600
SEEN = "seen"  # the revision up to which somebody was shown what others have written


def install(app: Flask) -> None:
    """Tell script the address of every page that a form leads to."""
    app.after_request(_tell_address)


def token_sent() -> FormToken:
    """The key and revision of the form that was sent, and the name given to this phone.

    Where it was shown with what others had written meanwhile, the revision is the one seen then.
    """
    return FormToken(key_sent(), max(revision_sent(), number_sent(SEEN)), holder() or None)


def fresh_token(row: SheetRow | GroupRow) -> FormToken:
    """The token for the forms of a page that shows a sheet or group as it stands in *row*."""
    return FormToken(form_key(), row.revision)


def token_again(row: SheetRow | GroupRow, conflict: object = None) -> FormToken:
    """The token for the forms of a page: for the revision of the one that is shown again, if any.

    So what others have saved since is not overwritten without a word. Behind a *conflict*, of which
    the page tells, it is that of *row*.
    """
    is_again = request.method == "POST" and conflict is None
    return FormToken(form_key(), token_sent().based_on if is_again else row.revision)


def key_sent() -> str:
    """The key of the form that was sent; a new one where a script sent none."""
    key = request.form.get("key", "")
    return key if KEY.fullmatch(key) else new_key()


def revision_sent() -> int:
    """The revision the form was made for; -1, which no sheet has, for anything else."""
    return number_sent("based_on")


def is_pressed(button: str) -> bool:
    """Whether the form was sent by the button of this name, or with this box ticked."""
    return request.form.get(button, "") not in ("", "false")


def number_sent(field: str) -> int:
    """The revision, or the id of a round, in a field of the form; -1 for anything else."""
    text = request.form.get(field, "")
    return int(text) if NUMBER.fullmatch(text) else -1


def fields_sent(*without: str) -> tuple[tuple[str, str], ...]:
    """Everything that was sent but the token, to be carried along by the next form."""
    left_out = {*TOKEN_FIELDS, *without}
    return tuple(pair for pair in request.form.items(multi=True) if pair[0] not in left_out)


def redirect_saved(key: str, to: str, revision: int | None = None) -> BaseResponse:
    """To an address; the cookie tells a script which of its drafts has arrived.

    A script that has sent a round is also told the *revision* under which it was saved.
    """
    is_told = revision is not None and is_for_script()
    response = jsonify(address=to, saved=revision) if is_told else redirect(to, 303)
    remember(response, SAVED, key, seconds=SAVED_SECONDS, for_script=True)
    return response


def address_saved(entry: EntryRow) -> str:
    """The address of the sheet that says what was just saved as this entry and with it."""
    return f"{page_address('sheets.show')}?saved={entry.revision}"


def revision_saved() -> int | None:
    """The revision under which the page that was asked for says that something was saved."""
    return request.args.get("saved", type=int)


def is_for_script() -> bool:
    """Whether the request was made by a script that takes JSON, and not by a browser for a page."""
    return request.accept_mimetypes.best == JSON


def _tell_address(response: Response) -> Response:
    is_told = response.status_code == HTTPStatus.SEE_OTHER and request.method == "POST"
    if not is_told or not is_for_script():
        return response
    answer = jsonify(address=response.location or "")
    answer.headers.extend({"Set-Cookie": response.headers.getlist("Set-Cookie")})
    return answer
