"""Files in: a sheet or a whole group, into a group or as the beginning of one."""

from collections.abc import Sequence
from contextlib import closing

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.files import archive
from scorekeeper.files.faults import FaultyFileError
from scorekeeper.files.sheet import Sheet
from scorekeeper.files.writing import sheet_text
from scorekeeper.services.archives import import_archive
from scorekeeper.services.form_token import new_key
from scorekeeper.services.opening import DuplicateSheetError, KeyReusedError, open_sheet
from scorekeeper.store.rows import SheetRow
from scorekeeper.web.request import form_token
from scorekeeper.web.request.language import current_messages

bp = Blueprint("imports", __name__)

ROOM_FOR_A_FORM = 100_000  # bytes around the file
TOLD_AT_MOST = 20  # things that are wrong with it


@bp.route("/import", methods=["GET", "POST"], endpoint="begin")
@bp.route("/g/<link>/import", methods=["GET", "POST"])
def bring() -> ResponseReturnValue:
    """A file becomes sheets of this group, or of a new one; the same sheet twice is asked about."""
    if request.method == "GET":
        return _page()
    request.max_content_length = archive.SIZE_AT_MOST + ROOM_FOR_A_FORM
    request.max_form_memory_size = request.max_content_length
    text = _text()
    if not text.strip():
        return _page(problems=[current_messages().text("import.nothing")]), 422
    try:
        found = archive.in_file(text, current_messages())
    except FaultyFileError as refusal:
        return _page(text, [fault.told(current_messages()) for fault in refusal.faults]), 422
    return _group(found) if isinstance(found, archive.Archive) else _sheet(found)


def _text() -> bytes:
    upload = request.files.get("file")
    if not upload:
        return request.form.get("text", "").encode()
    with closing(upload):
        content: bytes = upload.read()
    return content


def _group(brought: archive.Archive) -> ResponseReturnValue:
    group, new = import_archive(brought, g.get("group"), key=form_token.key_sent())
    return redirect(url_for("groups.show", link=group.link, brought=new), 303)


def _sheet(sheet: Sheet) -> ResponseReturnValue:
    key, again = form_token.key_sent(), "again" in request.form
    try:
        opened = open_sheet(sheet, g.get("group"), key=key, imported=True, twice=again)
    except (DuplicateSheetError, KeyReusedError) as seen:
        return _page(sheet_text(sheet).encode(), seen=seen.sheet), 409
    return redirect(url_for("sheets.show", link=opened.link, number=opened.number), 303)


def _page(
    text: bytes = b"",
    problems: Sequence[str] = (),
    seen: SheetRow | None = None,
) -> str:
    """The page; a text that was pasted stays there, an uploaded file has not left its place."""
    pasted = seen is not None or not request.files.get("file")
    return render_template(
        "groups/import.html",
        text=text.decode("utf-8", "replace") if pasted else "",
        problems=problems[:TOLD_AT_MOST],
        untold=max(0, len(problems) - TOLD_AT_MOST),
        seen=seen,
        key=form_token.key_sent() if request.method == "POST" and not seen else new_key(),
    )
