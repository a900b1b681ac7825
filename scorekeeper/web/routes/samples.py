"""Sample evenings: opened in a group of their own, tried out, and thrown away."""

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.files.samples import sample_of
from scorekeeper.services import samples
from scorekeeper.services.journal.writing import AlreadySavedError
from scorekeeper.web.presenters.sample_page import ThrowAwayPage, ThrownAwayPage
from scorekeeper.web.request import form_token
from scorekeeper.web.request.group_rate import counted_group

bp = Blueprint("samples", __name__)


@bp.post("/samples/<slug>")
def open_one(slug: str) -> ResponseReturnValue:
    """Open the sample evening of a game; sent again, the form leads to the same one."""
    sheet = sample_of(slug) or abort(404)
    key = form_token.key_sent()
    try:
        with counted_group(key):
            opened = samples.open_sample(sheet, key=key)
    except AlreadySavedError as before:  # on another day
        opened = before.saved
    return redirect(url_for("sheets.show", link=opened.link, number=opened.number), 303)


@bp.route("/g/<link>/throw-away", methods=["GET", "POST"])
def throw_away() -> ResponseReturnValue:
    """Throw a sample evening away: the page that asks, and the button on it.

    To the group where that is none, or none any more since the page was shown.
    """
    if request.method == "GET" and g.group.sample_until is not None:
        page = ThrowAwayPage(back=url_for("groups.show"))
        return render_template("samples/throw_away.html", page=page)
    if request.method == "GET" or not samples.throw_away(g.group.id):
        return redirect(url_for("groups.show"), 303)
    return redirect(url_for("samples.thrown_away", gone=g.group.link), 303)


@bp.get("/samples/thrown-away/<gone>")
def thrown_away(gone: str) -> ResponseReturnValue:
    """What is said then; phones take the group off their list, with what still waits for it.

    404 for every other link: what is hidden, or has another link by now, is not gone.
    """
    if not gone.isalnum() or not samples.is_thrown_away(gone):
        abort(404)
    page = ThrownAwayPage(url_for("groups.show", link=gone))
    return render_template("samples/thrown_away.html", page=page)
