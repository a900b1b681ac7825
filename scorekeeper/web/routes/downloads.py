"""Downloads: a sheet as a sheet file and as a table for spreadsheets, a group as one file."""

from datetime import datetime

from flask import Blueprint, Response, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.files.archive_text import archive_texts
from scorekeeper.files.spreadsheet import table
from scorekeeper.files.writing import sheet_text
from scorekeeper.services.archives import export_group
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.services.state_cache import load
from scorekeeper.web.presenters.group_parts_page import group_parts_page
from scorekeeper.web.request.language import current_messages

bp = Blueprint("downloads", __name__, url_prefix="/g/<link>")

JSON, CSV = "application/json", "text/csv; charset=utf-8"


@bp.get("/<int:number>/sheet.json")
def sheet_file() -> ResponseReturnValue:
    """The sheet as a sheet file."""
    state = load(g.sheet)
    return download(sheet_text(state.sheet), _name(state, "json"), JSON)


@bp.get("/<int:number>/sheet.csv")
def spreadsheet() -> ResponseReturnValue:
    """The sheet as a table, one row a round, in the reader's language."""
    state = load(g.sheet)
    return download(table(state.sheet, current_messages()), _name(state, "csv"), CSV)


@bp.get("/group.json", endpoint="group")
def group_file() -> ResponseReturnValue:
    """The whole group as one file, to be kept or imported elsewhere; a huge one in parts.

    `?part=` is the number of a part, from 1.
    """
    texts, part = archive_texts(export_group(g.group)), request.args.get("part", type=int)
    if part is None and len(texts) > 1:
        return redirect(url_for("downloads.parts"), 303)
    number = 1 if part is None else part
    if not 1 <= number <= len(texts):
        abort(404)
    today = datetime.now().astimezone().date()
    ending = "" if part is None else f"-{number}"
    return download(texts[number - 1], f"scorekeeper-{today.isoformat()}{ending}.json", JSON)


@bp.get("/parts")
def parts() -> ResponseReturnValue:
    """A group that is too large for one file: its parts."""
    count = len(archive_texts(export_group(g.group)))
    return render_template("groups/parts.html", page=group_parts_page(count))


def _name(state: SheetState, ending: str) -> str:
    return f"{state.row.game}-{state.day.isoformat()}-{g.sheet.number}.{ending}"


def download(content: str, name: str, kind: str) -> Response:
    """A file of this name and media type that the browser keeps."""
    response = Response(content, content_type=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
