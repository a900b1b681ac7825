"""What a browser remembers for us: never an authority, only what somebody chose."""

from flask import request
from werkzeug.wrappers import Response

from scorekeeper.web.request.addresses import root

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
