"""The path below which the program lies on its host, where a proxy gives it only a part of one.

WSGI calls it SCRIPT_NAME, and `url_for` puts it in front of every address. The proxy says it
(X-Forwarded-Prefix), or the configuration, or whatever mounts this application.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask

PREFIX = re.compile(r"(?!.*/\.\.?(/|$))(/[A-Za-z0-9._~-]{1,100}){0,10}")
Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]


class UnusablePrefixError(ValueError):
    """A prefix that is no path, or would be taken for an address of ours: a code says which."""

    def __init__(self, code: str, **values: str) -> None:
        super().__init__(f"{code}: " + ", ".join(values.values()))
        self.code, self.values = code, values


def install(app: Flask) -> None:
    """Have the prefix off every path before anything looks at it."""
    app.wsgi_app = below_prefix(app, app.wsgi_app)  # type: ignore[method-assign,assignment]


def use_prefix(app: Flask, text: str) -> None:
    """Have the application lie below this path where the proxy says none, "" for the whole host.

    Whether the proxy takes it off the path does not matter, so it must not begin as a path of ours
    does. Raises UnusablePrefixError; call it when all routes are there.
    """
    prefix = checked_prefix(text)
    first = prefix.split("/")[1] if prefix else ""
    if first and first in {rule.rule.split("/")[1] for rule in app.url_map.iter_rules()}:
        raise UnusablePrefixError("prefix_taken", path=f"/{first}")
    app.config["PREFIX_PATH"] = prefix


def checked_prefix(text: str) -> str:
    """A path as somebody has given it, without a slash at its end; raises UnusablePrefixError."""
    prefix = text.rstrip("/")
    if not PREFIX.fullmatch(prefix):
        raise UnusablePrefixError("prefix_no_path", value=repr(text))
    return prefix


def below_prefix(app: Flask, wsgi: Wsgi) -> Wsgi:
    """The application with the prefix in SCRIPT_NAME and not in PATH_INFO, whoever has said it.

    400 for one that is no path; to whoever asks for nothing but the prefix, the way to what lies
    below it.
    """

    def mounted(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        path = environ.get("PATH_INFO", "")
        try:
            prefix = checked_prefix(environ.get("SCRIPT_NAME", ""))
        except UnusablePrefixError:
            start_response("400 Bad Request", [("Content-Type", "text/plain")])
            return [b"This prefix is no path.\n"]
        if not prefix:
            prefix = app.config["PREFIX_PATH"]
            if f"{path}/".startswith(f"{prefix}/"):
                path = path.removeprefix(prefix)
        if prefix and not path:
            query = environ.get("QUERY_STRING", "")
            place = f"{prefix}/?{query}" if query else f"{prefix}/"
            start_response("308 Permanent Redirect", [("Location", place)])
            return []
        environ.update(SCRIPT_NAME=prefix, PATH_INFO=path)  # also for whoever has called us
        return wsgi(environ, start_response)

    return mounted
