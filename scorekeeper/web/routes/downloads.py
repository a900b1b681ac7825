"""Downloads: a sheet as a sheet file and as a table for spreadsheets, a group as one file."""

from datetime import datetime

from flask import Blueprint, Response, g
from flask.typing import ResponseReturnValue

from scorekeeper.files.archive import archive_text
from scorekeeper.files.spreadsheet import table
from scorekeeper.files.writing import sheet_text
from scorekeeper.services.archives import export_group
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.services.state_cache import load
from scorekeeper.web.request.language import current_messages

bp = Blueprint("downloads", __name__, url_prefix="/g/<link>")

JSON, CSV = "application/json", "text/csv; charset=utf-8"


@bp.get("/<int:number>/sheet.json")
def sheet_file() -> ResponseReturnValue:
    """The sheet as a sheet file."""
    state = load(g.sheet)
    return _download(sheet_text(state.sheet), _name(state, "json"), JSON)


@bp.get("/<int:number>/sheet.csv")
def spreadsheet() -> ResponseReturnValue:
    """The sheet as a table, one row a round, in the reader's language."""
    state = load(g.sheet)
    return _download(table(state.sheet, current_messages()), _name(state, "csv"), CSV)


@bp.get("/group.json", endpoint="group")
def group_file() -> ResponseReturnValue:
    """The whole group as one file, to be kept or imported elsewhere."""
    today = datetime.now().astimezone().date()
    return _download(
        archive_text(export_group(g.group)), f"scorekeeper-{today.isoformat()}.json", JSON
    )


def _name(state: SheetState, ending: str) -> str:
    return f"{state.row.game}-{state.day.isoformat()}-{g.sheet.number}.{ending}"


def _download(content: str, name: str, kind: str) -> Response:
    response = Response(content, content_type=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
