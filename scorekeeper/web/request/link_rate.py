"""How often a link may be asked for, by whomever: each link of a group or a sheet by itself.

Looked at once it is known to be a link, so that nobody can fill the memory with others.
"""

from flask import Flask, g

from scorekeeper.web.request.rates import limit_rate


def install(app: Flask) -> None:
    """Limit it where the host has a limit."""
    rate = app.config["LIMITS"].get("link")
    if rate is not None:
        limit_rate(app, rate, "link", _link)


def _link() -> str:
    """The link of this request; "" where there is none."""
    if "sheet" in g:
        return str(g.sheet.link)
    return str(g.group.link) if "group" in g else ""
