"""A sheet to take home: as a sheet file, and as a table for spreadsheets."""

from flask import Blueprint, Response, g
from flask.typing import ResponseReturnValue

from scorekeeper.scorekeeping.state import SheetState, read
from scorekeeper.sheetfile import written
from scorekeeper.spreadsheet import table
from scorekeeper.web.language import current

bp = Blueprint("files", __name__, url_prefix="/g/<link>/<int:number>")


@bp.get("/sheet.json")
def sheet_file() -> ResponseReturnValue:
    """The sheet as a sheet file."""
    state = read(g.sheet)
    return _download(state, written(state.file), "json", "application/json")


@bp.get("/sheet.csv")
def spreadsheet() -> ResponseReturnValue:
    """The sheet as a table, one row a round, in the reader's language."""
    state = read(g.sheet)
    return _download(state, table(state.file, current()), "csv", "text/csv; charset=utf-8")


def _download(state: SheetState, content: str, ending: str, kind: str) -> Response:
    name = f"{state.row.game}-{state.day.isoformat()}-{g.sheet.number}.{ending}"
    response = Response(content, content_type=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
