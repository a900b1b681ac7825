"""What the link of a request may do, and which pages a link that only looks may open."""

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask, current_app, g, request
from werkzeug.exceptions import Forbidden

from scorekeeper.store.rows import Access

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
OF_SHEET = "/g/<link>/<int:number>"  # how the rules of pages of a sheet begin
OF_SHEET_ALONE = "/s/<sheet_link>"  # the same pages by the link that looks at nothing else
MARK = "may_be_looked_at"

View = TypeVar("View", bound=Callable[..., Any])


class OnlyLooksError(Forbidden):
    """The link only looks, and what was asked for takes one that writes."""


def may_be_looked_at(view: View) -> View:
    """Let links that only look open the page of this view; all others are closed to them."""
    setattr(view, MARK, True)
    return view


def is_writing() -> bool:
    """Whether the link of this request may write; a page without a link is open to everybody."""
    return g.get("access", Access.WRITE) is Access.WRITE


def refuse_writing() -> None:
    """End a request with OnlyLooksError where its link only looks, and the page is not open to it.

    A page is open by its mark alone, so that one that nobody thought of is closed.
    """
    view = current_app.view_functions.get(request.endpoint or "")
    is_open = request.method in SAFE_METHODS and getattr(view, MARK, False)
    if not (is_open or is_writing()):
        raise OnlyLooksError


def add_sheets_alone(app: Flask) -> None:
    """Give every page of a sheet that may be looked at the address of that sheet alone."""
    for rule in list(app.url_map.iter_rules()):
        view = app.view_functions[rule.endpoint]
        if rule.rule.startswith(OF_SHEET) and getattr(view, MARK, False):
            address = OF_SHEET_ALONE + rule.rule.removeprefix(OF_SHEET)
            app.add_url_rule(address, rule.endpoint, view, methods=["GET"])


def access_values() -> dict[str, Any]:
    """What templates ask: whether this phone may write, and whether it knows the sheet alone.

    Whether there are other phones to open a link at all. For every page of a sheet also its id,
    under which a phone keeps what is not sent yet.
    """
    sheet = g.get("sheet")
    return {
        "may_write": is_writing(),
        "is_alone": sheet is not None and sheet.is_alone,
        "serves_phones": current_app.config["SERVES_PHONES"],
        "prints": current_app.config["PRINTS"],
        "sheet_id": sheet and sheet.id,
    }
