"""The token of the form that was sent: its key, its revision, and who holds the phone."""

import re

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.services.form_token import FormToken, new_key
from scorekeeper.store.rows import EntryRow
from scorekeeper.web.request.cookies import remember

KEY = re.compile(r"[\w-]{16,64}", re.ASCII)
REVISION = re.compile(r"[0-9]{1,9}")
TOKEN_FIELDS = ("key", "based_on")
HOLDER = "holder"
HOLDER_LENGTH = 40
SAVED = "saved"
SAVED_SECONDS = 600
UNDONE = "undone"


def token_sent() -> FormToken:
    """The key and revision of the form that was sent, and the name given to this phone."""
    return FormToken(key_sent(), revision_sent(), holder() or None)


def key_sent() -> str:
    """The key of the form that was sent; a new one where a script sent none."""
    key = request.form.get("key", "")
    return key if KEY.fullmatch(key) else new_key()


def revision_sent() -> int:
    """The revision the form was made for; -1, which no sheet has, for anything else."""
    text = request.form.get("based_on", "")
    return int(text) if REVISION.fullmatch(text) else -1


def revision_undone() -> int:
    """The revision whose changes are to be taken back; -1 for anything else."""
    text = request.form.get(UNDONE, "")
    return int(text) if REVISION.fullmatch(text) else -1


def holder() -> str:
    """Who says to hold this phone: a claim that the history repeats, never an authority."""
    claimed = request.cookies.get(HOLDER, "").strip()
    return claimed[:HOLDER_LENGTH] if claimed.isprintable() else ""


def fields_sent(*without: str) -> tuple[tuple[str, str], ...]:
    """Everything that was sent but the token, to be carried along by the next form."""
    left_out = {*TOKEN_FIELDS, *without}
    return tuple(pair for pair in request.form.items(multi=True) if pair[0] not in left_out)


def redirect_saved(key: str, to: str) -> ResponseReturnValue:
    """To an address; the cookie tells a script which of its drafts has arrived."""
    response = redirect(to, 303)
    remember(response, SAVED, key, seconds=SAVED_SECONDS, for_script=True)
    return response


def address_saved(entry: EntryRow) -> str:
    """The address of the sheet that says what was just saved as this entry and with it."""
    return url_for("sheets.show", saved=entry.revision)


def revision_saved() -> int | None:
    """The revision under which the page that was asked for says that something was saved."""
    return request.args.get("saved", type=int)
