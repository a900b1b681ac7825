"""The statement of one person: why their balance is what it is."""

from flask import Blueprint, abort, g, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.services.group_state import group_state
from scorekeeper.services.group_version import group_version
from scorekeeper.services.lookup import sheets_of
from scorekeeper.services.statements import statement_of
from scorekeeper.web.presenters.statement_page import statement_page
from scorekeeper.web.request.access import may_be_looked_at
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.request.page_tag import unless_unchanged

bp = Blueprint("account_statements", __name__, url_prefix="/g/<link>/account")


@bp.get("/people/<int:person>")
@may_be_looked_at
def person(person: int) -> ResponseReturnValue:
    """Every line of the balance of a person; `?from=` begins a page with that line."""

    def html() -> str:
        statement = statement_of(group_state(g.group), person)
        if statement is None:
            abort(404)
        wanted = request.args.get("from", type=int)
        page = statement_page(statement, current_messages(), wanted)
        return render_template("account/statement.html", page=page)

    return unless_unchanged(group_version(g.group, sheets_of(g.group)), html)
