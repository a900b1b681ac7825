"""Files in: a sheet or a whole group, into a group or as the beginning of one."""

from collections.abc import Sequence

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.files import archive
from scorekeeper.files.faults import FaultyFileError
from scorekeeper.files.sheet import Sheet
from scorekeeper.files.writing import sheet_text
from scorekeeper.services.archives import import_archive
from scorekeeper.services.form_token import new_key
from scorekeeper.services.journal.writing import AlreadySavedError, ImpossibleError
from scorekeeper.services.opening import DuplicateSheetError, open_sheet
from scorekeeper.web.forms.import_file import ImportForm
from scorekeeper.web.presenters.import_page import ImportPage, import_page
from scorekeeper.web.request import form_token
from scorekeeper.web.request.form_values import takes_long
from scorekeeper.web.request.group_rate import counted_group
from scorekeeper.web.request.language import current_messages, is_language_choice

bp = Blueprint("imports", __name__)

TEXT_SHOWN = 50_000  # characters of a text that a page carries; a longer one is sent once more
BYTES_FOR_A_FORM = 100_000  # around the file


@bp.route("/import", methods=["GET", "POST"], endpoint="new_group")
@bp.route("/g/<link>/import", methods=["GET", "POST"], endpoint="into_group")
@takes_long("text", size=archive.SIZE_AT_MOST + BYTES_FOR_A_FORM)
def import_file() -> ResponseReturnValue:
    """A file becomes sheets of this group, or of a new one; the same sheet twice is asked about."""
    if request.method == "GET":
        return _rendered(import_page(new_key(), in_group="group" in g))
    form = ImportForm(request.form)
    if is_language_choice():
        return _again(form)
    content = form.content(request.files.get("file"))
    if not content.strip():
        return _refused(form, [current_messages().text("import.nothing")])
    try:
        found = archive.in_file(content, current_messages())
    except FaultyFileError as refusal:
        messages = current_messages()
        return _refused(form, [fault.text(messages) for fault in refusal.faults])
    try:
        return _group(found) if isinstance(found, archive.Archive) else _sheet(found, form)
    except ImpossibleError as refusal:
        messages = current_messages()
        return _refused(form, [messages.form_problem("", each) for each in refusal.problems])


def _group(found: archive.Archive) -> ResponseReturnValue:
    key = form_token.key_sent()
    with counted_group(key):
        group, new = import_archive(found, g.get("group"), key=key)
    return redirect(url_for("groups.show", link=group.link, brought=new), 303)


def _sheet(sheet: Sheet, form: ImportForm) -> ResponseReturnValue:
    key, again = form_token.key_sent(), form.again.data
    try:
        with counted_group(key):
            opened = open_sheet(sheet, g.get("group"), key=key, imported=True, twice=again)
    except (DuplicateSheetError, AlreadySavedError) as known:
        there = url_for("sheets.show", link=known.saved.link, number=known.saved.number)
        text = sheet_text(sheet)
        carried = text if len(text) <= TEXT_SHOWN else ""
        page = import_page(new_key(), in_group="group" in g, text=carried, known_at=there)
        return _rendered(page), 409
    return redirect(url_for("sheets.show", link=opened.link, number=opened.number), 303)


def _refused(form: ImportForm, problems: Sequence[str]) -> ResponseReturnValue:
    return _again(form, problems), 422


def _again(form: ImportForm, problems: Sequence[str] = ()) -> str:
    """The page with a text that was pasted; a file is still where it was."""
    key, text = form_token.key_sent(), form.text.data or ""
    if len(text) > TEXT_SHOWN:
        text, problems = "", [*problems, current_messages().text("import.long_text")]
    return _rendered(import_page(key, in_group="group" in g, text=text, problems=problems))


def _rendered(page: ImportPage) -> str:
    return render_template("groups/import.html", page=page)
