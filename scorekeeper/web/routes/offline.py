"""What a phone shows without a network in place of a page that it has never seen."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from scorekeeper.web.presenters.start_page import offline_page

bp = Blueprint("offline", __name__)


@bp.get("/offline")
def show() -> ResponseReturnValue:
    """The page, in every language at once: phones keep it, whatever language is chosen later."""
    return render_template("offline.html", page=offline_page())
