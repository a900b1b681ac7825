"""Downloads: a sheet as a sheet file and as a table, a group as one file, and all it has stored."""

from datetime import datetime

from flask import (
    Blueprint,
    Response,
    abort,
    g,
    redirect,
    render_template,
    request,
    send_file,
    url_for,
)
from flask.typing import ResponseReturnValue

from scorekeeper.files.archive_text import archive_texts
from scorekeeper.files.spreadsheet import table
from scorekeeper.files.writing import sheet_text
from scorekeeper.services import complete_export
from scorekeeper.services.archives import export_group
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.services.state_cache import load
from scorekeeper.web.presenters.files_page import group_parts_page
from scorekeeper.web.request.access import may_be_looked_at
from scorekeeper.web.request.language import current_messages

bp = Blueprint("downloads", __name__, url_prefix="/g/<link>")

JSON, CSV = "application/json", "text/csv; charset=utf-8"


@bp.get("/<int:number>/sheet.json")
@may_be_looked_at
def sheet_file() -> ResponseReturnValue:
    """The sheet as a sheet file."""
    state = load(g.sheet)
    return download(sheet_text(state.sheet), _name(state, "json"), JSON)


@bp.get("/<int:number>/sheet.csv")
@may_be_looked_at
def spreadsheet() -> ResponseReturnValue:
    """The sheet as a table, one row a round, in the reader's language."""
    state = load(g.sheet)
    return download(table(state.sheet, current_messages()), _name(state, "csv"), CSV)


@bp.get("/group.json", endpoint="group")
@may_be_looked_at
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
    ending = "" if part is None else f"-{number}"
    return download(texts[number - 1], f"scorekeeper-{_today()}{ending}.json", JSON)


@bp.get("/everything.json")
def everything() -> ResponseReturnValue:
    """All that is stored about the group, its history among it, for whoever may write.

    A link that only looks shows the evenings; it is no reason to hand all of it on at once.
    """
    name = f"scorekeeper-{_today()}-everything.json"
    file, size = complete_export.complete_export_file(g.group.id)
    if size <= complete_export.BYTES_IN_MEMORY:
        with file:
            response = download(file.read(), name, JSON)
    else:
        response = send_file(file, mimetype=JSON, as_attachment=True, download_name=name)
        response.content_length = size
        response.call_on_close(file.close)
    response.headers["Cache-Control"] = "no-store"
    return response


@bp.get("/parts")
def parts() -> ResponseReturnValue:
    """A group that is too large for one file: its parts."""
    count = len(archive_texts(export_group(g.group)))
    return render_template("groups/parts.html", page=group_parts_page(count))


def _today() -> str:
    return datetime.now().astimezone().date().isoformat()


def _name(state: SheetState, ending: str) -> str:
    return f"{state.row.game}-{state.day.isoformat()}-{g.sheet.number}.{ending}"


def download(content: str | bytes, name: str, kind: str) -> Response:
    """A file of this name and media type that the browser keeps."""
    response = Response(content, content_type=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
