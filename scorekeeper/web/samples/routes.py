"""Sample evenings: opened in a group of their own, marked on every page, and thrown away."""

from typing import Any

from flask import Blueprint, Flask, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.days import local_day
from scorekeeper.files.samples import sample, samples
from scorekeeper.services.journal.writing import AlreadySavedError
from scorekeeper.services.samples.writing import (
    is_sample_thrown_away,
    open_sample,
    throw_away_sample,
)
from scorekeeper.web.request import form_token
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.request.rate_limits import counted_group
from scorekeeper.web.shared.answers import sheet_address

bp = Blueprint("samples", __name__)


def install(app: Flask) -> None:
    """Give templates `sample`, what every page of a sample says; None in all other groups."""

    @app.context_processor
    def mark_of_request() -> dict[str, Any]:
        until = g.group.sample_until if "group" in g else None
        if until is None:
            return {"sample": None}
        messages = current_messages()
        return {"sample": messages.text("sample.text", day=messages.day(local_day(until)))}


@bp.post("/samples/<slug>")
def open_one(slug: str) -> ResponseReturnValue:
    """Open the sample evening of a game; sent again, the form leads to the same one."""
    sheet = sample(slug) if slug in samples() else abort(404)
    key = form_token.key_sent()
    try:
        with counted_group(key):
            opened = open_sample(sheet, key=key)
    except AlreadySavedError as before:  # on another day
        opened = before.saved
    return redirect(sheet_address(opened), 303)


@bp.route("/g/<link>/throw-away", methods=["GET", "POST"])
def throw_away() -> ResponseReturnValue:
    """Throw a sample evening away: the page that asks, and the button on it.

    To the group where that is none, or none any more since the page was shown.
    """
    if request.method == "GET" and g.group.sample_until is not None:
        return render_template("samples/throw_away.html", back=url_for("groups.show"))
    if request.method == "GET" or not throw_away_sample(g.group.id):
        return redirect(url_for("groups.show"), 303)
    return redirect(url_for("samples.thrown_away", gone=g.group.link), 303)


@bp.get("/samples/thrown-away/<gone>")
def thrown_away(gone: str) -> ResponseReturnValue:
    """What is said then; phones take the group off their list, with what still waits for it.

    404 for every other link: what is hidden, or has another link by now, is not gone.
    """
    if not gone.isalnum() or not is_sample_thrown_away(gone):
        abort(404)
    return render_template("samples/thrown_away.html", gone=url_for("groups.show", link=gone))
