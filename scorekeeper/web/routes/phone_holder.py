"""Whose phone this is: what is written with it carries the name from then on."""

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.services.state_cache import load
from scorekeeper.web.forms.buttons import HolderForm
from scorekeeper.web.presenters.sheet_subpages import holder_page
from scorekeeper.web.request.language import is_language_choice
from scorekeeper.web.request.phone import holder, remember_holder

bp = Blueprint("phone_holder", __name__, url_prefix="/g/<link>/<int:number>/holder")


@bp.get("")
def show() -> ResponseReturnValue:
    """A button for everybody at the table, a field for somebody else, a button for nobody."""
    page = holder_page(load(g.sheet), holder())
    return render_template("sheets/holder.html", page=page)


@bp.post("")
def choose() -> ResponseReturnValue:
    """Say who holds this phone; nothing is written."""
    if is_language_choice():
        page = holder_page(load(g.sheet), HolderForm(request.form).holder.data or "")
        return render_template("sheets/holder.html", page=page)
    response = redirect(url_for("sheets.show"), 303)
    remember_holder(response, HolderForm(request.form).holder.data or "")
    return response
