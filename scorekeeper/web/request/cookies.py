"""What a browser remembers for us: whose phone it is, and which one; never an authority."""

import re
from contextlib import suppress
from datetime import date
from urllib.parse import quote, unquote

from flask import g, request
from werkzeug.wrappers import Response

from scorekeeper.core.days import day_in, today
from scorekeeper.core.names import NAME, NAME_LENGTH
from scorekeeper.core.shapes import MalformedError
from scorekeeper.core.typed_text import typed_text
from scorekeeper.services.live.change_watch import current_watch
from scorekeeper.web.request.addresses import root

HOLDER = "holder"  # the name; empty where it shall be nobody's, so script can ask
EVERYTHING_SAVED = "everything_saved"  # the day
PHONE = "phone"  # the id, which script makes up
PHONE_ID = re.compile(r"[0-9a-f]{16}")
A_YEAR = 31_536_000  # seconds


def remember(
    response: Response, name: str, value: str, *, seconds: int = A_YEAR, for_script: bool = False
) -> None:
    """Set a cookie that other sites cannot send; behind https it never leaves without it.

    What else lies on the host, outside the root of this program, does not get it.
    """
    response.set_cookie(
        name,
        value,
        max_age=seconds,
        path=root(),
        samesite="Lax",
        secure=request.is_secure,
        httponly=not for_script,
    )


def holder() -> str:
    """Who says to hold this phone, for the history to repeat; "" for nobody."""
    claimed = request.cookies.get(HOLDER, "")
    return claimed and _name(unquote(claimed))


def remember_holder(response: Response, name: str) -> None:
    """Have the browser send this name from now on, or that it is nobody's phone.

    Quoted: a cookie is ASCII.
    """
    remember(response, HOLDER, quote(_name(name)), for_script=True)


def last_saved() -> date | None:
    """The day on which this browser got everything as a file; None for never, or a day to come."""
    day = day_in(request.cookies.get(EVERYTHING_SAVED, ""))
    return day if day is not None and day <= today() else None


def remember_saved_everything(response: Response) -> None:
    """Have the browser send the day of today as the one on which everything was saved."""
    remember(response, EVERYTHING_SAVED, today().isoformat())


def phone_id() -> str | None:
    """What tells this phone from the others while somebody writes; None where script gave none."""
    claimed = request.cookies.get(PHONE, "")
    return claimed if PHONE_ID.fullmatch(claimed) else None


def stop_writing() -> None:
    """The phone writes no longer on the sheet of this request; harmless where it did not."""
    if phone := phone_id():
        current_watch().presence.note(g.sheet, phone, None)


def _name(claimed: str) -> str:
    """What may stand as a name in a sentence: the beginning of what is too long."""
    with suppress(MalformedError):
        return NAME.read(typed_text(claimed)[:NAME_LENGTH], 0)
    return ""
