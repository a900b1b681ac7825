"""The path below which the program lies on its host, where a proxy gives it only a part of one.

WSGI calls it SCRIPT_NAME, and `url_for` puts it in front of every address. The proxy says it
(X-Forwarded-Prefix), or the configuration, or whatever mounts this application.
"""

from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask

from scorekeeper.addresses.urls import UnusablePrefixError, checked_prefix

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]


def install(app: Flask) -> None:
    """Have the prefix off every path before anything looks at it: it is in SCRIPT_NAME then.

    400 for a prefix that is no path, whoever has said it; to whoever asks for nothing but the
    prefix, the way to what lies below it.
    """
    wsgi = app.wsgi_app

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

    app.wsgi_app = mounted  # type: ignore[method-assign]
