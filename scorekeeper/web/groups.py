"""The page of a group: its sheets, its players, and bringing a sheet in from a file."""

from dataclasses import dataclass

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.scorekeeping.sheets import (
    OpenedBeforeError,
    SeenBeforeError,
    new_key,
    open_sheet,
    states_of,
)
from scorekeeper.scorekeeping.state import SheetState
from scorekeeper.scoring import Fault, FaultyFileError, judged
from scorekeeper.store import groups as people
from scorekeeper.store import sheets as store
from scorekeeper.store.sheets import SheetRow as StoredSheet
from scorekeeper.web import slips
from scorekeeper.web.language import current
from scorekeeper.web.pages import SideTotal
from scorekeeper.web.sheets import result_of, title_of
from scorekeeper.web.start import menu
from scorekeeper.web.telling import side_totals

bp = Blueprint("groups", __name__, url_prefix="/g/<link>")

SHOWN = 20  # sheets at once


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A sheet in the list of its group."""

    number: int
    title: str
    game: str
    sides: tuple[SideTotal, ...]
    deals: int
    result: str
    put_away: bool


@bp.get("/")
def show() -> ResponseReturnValue:
    """The sheets of a group, latest first; those put away on request."""
    away = request.args.get("away") == "1"
    rows = store.sheets_of(g.group.id, put_away=away)
    start = max(0, request.args.get("from", 0, type=int))
    states = states_of(rows[start : start + SHOWN], g.group)
    return render_template(
        "groups/show.html",
        sheets=[_row(state) for state in states],
        away=away,
        more=start + SHOWN if len(rows) > start + SHOWN else None,
        games=menu(),
        people=list(people.players_of(g.group.id).values()),
    )


def _row(state: SheetState) -> SheetRow:
    return SheetRow(
        state.row.number,
        title_of(state),
        current().text(f"{state.row.game}.name"),
        side_totals(state, current()),
        len(state.round_ids),
        result_of(state) if state.is_over else "",
        state.row.put_away,
    )


@bp.route("/import", methods=["GET", "POST"], endpoint="bring")
def bring() -> ResponseReturnValue:
    """A sheet file becomes a sheet of this group; the same file twice is asked about."""
    if request.method == "GET":
        return _import_page()
    upload = request.files.get("file")
    text = upload.read() if upload else request.form.get("text", "").encode()
    if not text.strip():
        return _import_page(problems=[(None, current().text("import.nothing"))]), 422
    try:
        sheet = judged(text, current()).sheet
    except FaultyFileError as refusal:
        return _import_page(text, [_told(fault) for fault in refusal.faults]), 422
    again = "again" in request.form
    try:
        opened = open_sheet(sheet, g.group, key=slips.key_sent(), imported=True, twice=again)
    except (SeenBeforeError, OpenedBeforeError) as seen:
        return _import_page(text, seen=seen.sheet), 409
    return redirect(url_for("sheets.show", number=opened.number), 303)


def _told(fault: Fault) -> tuple[int | None, str]:
    """What is wrong, at which key, and in which round."""
    where = f"{fault.field}: " if fault.field else ""
    return fault.round, where + fault.message


def _import_page(
    text: bytes = b"",
    problems: list[tuple[int | None, str]] | None = None,
    seen: StoredSheet | None = None,
) -> str:
    return render_template(
        "groups/import.html",
        text=text.decode("utf-8", "replace"),
        problems=problems or [],
        seen=seen,
        key=slips.key_sent() if request.method == "POST" and not seen else new_key(),
    )
