"""Files out and in: a sheet as a file or a table, a group as one file, and all it has stored."""

import hashlib
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    g,
    redirect,
    render_template,
    request,
    send_file,
    url_for,
)
from flask.typing import ResponseReturnValue

from scorekeeper.core.days import today
from scorekeeper.files import archive
from scorekeeper.files.archive_text import archive_texts, collection_texts
from scorekeeper.files.faults import FaultyFileError
from scorekeeper.files.sheet import Sheet, sheet_text
from scorekeeper.files.sheet_link import fragment_in
from scorekeeper.files.spreadsheet import table
from scorekeeper.services.files import complete_export
from scorekeeper.services.files.archives import (
    export_everything,
    export_group,
    import_archive,
    is_copy_due,
    kept_groups,
    known_group,
    opened_before,
)
from scorekeeper.services.group.state import group_state
from scorekeeper.services.journal.form_token import new_key
from scorekeeper.services.journal.writing import AlreadySavedError, ImpossibleError
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.store.rows import GroupRow
from scorekeeper.web.request import form_token
from scorekeeper.web.request.access import may_be_looked_at
from scorekeeper.web.request.cookies import last_saved, remember_saved_everything
from scorekeeper.web.request.form_values import takes_long
from scorekeeper.web.request.language import current_messages, is_language_choice
from scorekeeper.web.request.rate_limits import TooManyGroupsError, counted_group
from scorekeeper.web.shared.answers import refusal_texts, sheet_address
from scorekeeper.web.shared.titles import file_name

bp = Blueprint("downloads", __name__, url_prefix="/g/<link>")
imports = Blueprint("imports", __name__)

TEXT_SHOWN = 50_000  # characters of a text that a page carries; a longer one is sent once more
BYTES_FOR_A_FORM = 100_000  # around the file
PROBLEMS_SHOWN = 20
SUFFIX = ".scorekeeper.json"  # of files that an installed program opens
JSON, CSV = "application/json", "text/csv; charset=utf-8"


@bp.get("/<int:number>/sheet.json")
@may_be_looked_at
def sheet_file() -> ResponseReturnValue:
    """The sheet as a sheet file."""
    state = load(g.sheet)
    return download(sheet_text(state.sheet), file_name(state, SUFFIX), JSON)


@bp.get("/<int:number>/sheet.csv")
@may_be_looked_at
def spreadsheet() -> ResponseReturnValue:
    """The sheet as a table, one row a round, in the reader's language."""
    state = load(g.sheet)
    return download(table(state.sheet, current_messages()), file_name(state, ".csv"), CSV)


@bp.get("/group.json", endpoint="group")
@may_be_looked_at
def group_file() -> ResponseReturnValue:
    """The whole group as one file, to be kept or imported elsewhere; a huge one in parts.

    `?part=` is the number of a part, from 1.
    """
    return _whole_or_part(archive_texts(export_group(g.group)), "", "downloads.parts")


@bp.get("/file")
@may_be_looked_at
def offer() -> ResponseReturnValue:
    """What stands in the file of the group, and where it opens: it is made when it is asked for."""
    return render_template("files/group_file.html", page=url_for("downloads.group"))


def _whole_or_part(texts: Sequence[str], about: str, parts_at: str) -> Response:
    """A file named by the day and what it is *about*, or the part of it that is asked for.

    Where there are several and none is named, the page *parts_at* offers them.
    """
    part = request.args.get("part", type=int)
    if part is None and len(texts) > 1:
        return cast(Response, redirect(url_for(parts_at), 303))
    number = 1 if part is None else part
    if not 1 <= number <= len(texts):
        abort(404)
    ending = about if part is None else f"{about}-{number}"
    return download(texts[number - 1], f"scorekeeper-{today()}{ending}{SUFFIX}", JSON)


@bp.get("/everything.json")
def everything() -> ResponseReturnValue:
    """All that is stored about the group, its history among it, for whoever may write.

    A link that only looks shows the evenings; it is no reason to hand all of it on at once.
    """
    name = f"scorekeeper-{today()}-everything.json"
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
@may_be_looked_at
def parts() -> ResponseReturnValue:
    """A group that is too large for one file: its parts."""
    texts = archive_texts(export_group(g.group))
    return _parts_page(texts, "downloads.group", "nav.group_file", "groups.show", "nav.sheets")


def _parts_page(texts: Sequence[str], file: str, heading: str, back_at: str, back: str) -> str:
    """The parts of a *file* on a page from which a link leads back; *file*, *back_at*: endpoints.

    *heading* and *back* are the keys of what the page and the link are called.
    """
    addresses = tuple(url_for(file, part=number) for number in range(1, len(texts) + 1))
    text = current_messages().text
    page = PartsPage(text(heading), "group" in g, url_for(back_at), text(back), addresses)
    return render_template("files/parts.html", page=page)


class PartsPage(NamedTuple):
    """The addresses of all *parts* of what is too large for one file, and the way *back*."""

    heading: str
    in_group: bool
    back_at: str
    back: str
    parts: tuple[str, ...]


def download(content: str | bytes, name: str, kind: str) -> Response:
    """A file of this name and media type that the browser keeps."""
    response = Response(content, content_type=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


# ---- Files in -----------------------------------------------------------------------------------


class ImportPage(NamedTuple):
    """Everything on the page; *text* is what was pasted, *problems* are the first that it has.

    So many more are *not shown*: nobody reads more. *known_at* is the address of the same sheet,
    where the group has it already; then *text* is the file, to be opened a second time, empty where
    it is too long to be carried along.
    """

    key: str
    in_group: bool
    text: str = ""
    problems: Sequence[str] = ()
    not_shown: int = 0
    known_at: str | None = None


class GroupCard(NamedTuple):
    """A group by its link: its id, its own *name* or None, and its people."""

    link: str
    id: int
    name: str | None
    people: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupsPage:
    """Groups that were *brought* in a file, or all that lie here, which can be saved as one.

    *known* are names of groups that were left as they are; *problems* are those of others.
    *is_due* is whether it is time to save everything, and *saved* the day it was saved last.
    """

    brought: bool
    groups: tuple[GroupCard, ...]
    known: str = ""
    problems: tuple[str, ...] = ()
    is_due: bool = False
    saved: str | None = None


@imports.get("/groups/", endpoint="groups")
def all_groups() -> ResponseReturnValue:
    """All groups on this device, which somebody alone has in a browser; on a server nobody may."""
    _refuse_on_server()
    groups = tuple(_card(group) for group in kept_groups())
    saved = last_saved()
    page = GroupsPage(
        brought=False,
        groups=groups,
        is_due=is_copy_due(saved, today()),
        saved=None if saved is None else current_messages().day(saved),
    )
    return render_template("files/groups.html", page=page)


@imports.get("/groups/everything.json", endpoint="everything")
def save_everything() -> ResponseReturnValue:
    """All groups on this device as one file, or part `?part=` of it, from 1; 404 on a server."""
    _refuse_on_server()
    texts = collection_texts(export_everything())
    response = _whole_or_part(texts, "-groups", "imports.everything_in_parts")
    if request.args.get("part", 1, int) == len(texts):
        remember_saved_everything(response)
    return response


@imports.get("/groups/parts", endpoint="everything_in_parts")
def everything_in_parts() -> ResponseReturnValue:
    """All groups on this device, where they are too much for one file: its parts."""
    _refuse_on_server()
    texts, back_at = collection_texts(export_everything()), "imports.groups"
    return _parts_page(texts, "imports.everything", "groups.save", back_at, "groups.heading")


def _refuse_on_server() -> None:
    if current_app.config["SERVES_PHONES"]:
        abort(404)


def _card(group: GroupRow) -> GroupCard:
    state = group_state(group)
    return GroupCard(group.link, group.id, state.name, " · ".join(state.people.values()))


@imports.route("/import", methods=["GET", "POST"], endpoint="new_group")
@imports.route("/g/<link>/import", methods=["GET", "POST"], endpoint="into_group")
@takes_long("text", size=archive.SIZE_AT_MOST + BYTES_FOR_A_FORM)
def import_file() -> ResponseReturnValue:
    """A file becomes sheets of this group, or of a new one; the same sheet twice is asked about.

    It comes as a `file`, or as its `text`. `again` opens a sheet a second time that is there
    already, `then` says that its group is shown, and not the sheet.
    """
    if request.method == "GET":
        return _page(new_key())
    if is_language_choice():
        return _again()
    content = content_sent()
    if not content.strip():
        return _again([current_messages().text("import.nothing")]), 422
    try:
        read, key = archive.in_file(content), _key_of(form_token.key_sent(), content)
        if isinstance(read, archive.ArchiveCollection):
            return _of_this_group(read, key) if "group" in g else _groups(read, key)
        return _group(read, key) if isinstance(read, archive.Archive) else _sheet(read, key)
    except FaultyFileError as refusal:
        return _again([fault.text(current_messages()) for fault in refusal.faults]), 422
    except ImpossibleError as refusal:
        return _again(refusal_texts(refusal.problems, None)), 422


def _key_of(key: str, part: bytes) -> str:
    """The key for a part of what a form with this *key* brings: another file has another one.

    So the file that somebody chooses who goes back to the page is not taken for the first one.
    """
    return hashlib.sha256(key.encode() + b" " + part).hexdigest()[:32]


def content_sent() -> bytes:
    """The uploaded file, or the pasted text where there is none; read once."""
    upload = request.files.get("file")
    if not upload:
        return request.form.get("text", "").encode()
    with closing(upload):
        content: bytes = upload.read()
    return content


@imports.route("/shared", methods=["GET", "POST"])
@takes_long("text", size=archive.SIZE_AT_MOST + BYTES_FOR_A_FORM)
def shared() -> ResponseReturnValue:
    """What another program of the phone has handed over: a file, or a text with a link in it."""
    texts = (request.form.get(name, "") for name in ("title", "text", "url"))
    fragment = fragment_in(" ".join(texts))
    if fragment is not None and not request.files.get("file"):
        return redirect(f"{url_for('linked.show')}#{fragment}", 303)
    return import_file()


def _of_this_group(collection: archive.ArchiveCollection, key: str) -> ResponseReturnValue:
    """What a file with several groups says of this one; of others nothing is taken."""
    known = ((filed, known_group(filed)) for filed in collection.groups)
    own = [filed for filed, group in known if group is not None and group.id == g.group.id]
    if not own:
        return _again([current_messages().text("import.other_groups")]), 422
    numbered = ((filed, _key_of(key, b"%d" % number)) for number, filed in enumerate(own))
    counts = [import_archive(filed, g.group, key=its_key)[1] for filed, its_key in numbered]
    new, continued = map(sum, zip(*counts, strict=True))
    return _brought(g.group, new, continued)


def _brought(group: GroupRow, new: int, continued: int) -> Response:
    """To the group, which says how many sheets a file has brought and how many went on."""
    there = url_for("groups.show", link=group.link, brought=new, continued=continued or None)
    return cast(Response, redirect(there, 303))


def _name_of(filed: archive.Archive) -> str:
    return filed.name or " · ".join(dict.fromkeys(filed.names))


def _groups(collection: archive.ArchiveCollection, file_key: str) -> ResponseReturnValue:
    """Every group of a file is opened, or goes on where it is known.

    Whoever holds the device may write in all of its groups. On a server a file is no key to a group
    that lies there: only its link is.
    """
    messages = current_messages()
    brought, known, problems = dict[str, GroupRow](), list[str](), list[str]()
    for number, filed in enumerate(collection.groups):
        name, key = _name_of(filed), _key_of(file_key, b"%d" % number)
        opened = brought.get(filed.id or "") or opened_before(key)
        there = opened or known_group(filed)
        if there is not opened and current_app.config["SERVES_PHONES"]:
            known.append(name)
            continue
        try:
            with counted_group(key):
                brought[filed.id or key], _ = import_archive(filed, there, key=key)
        except TooManyGroupsError as refusal:
            if not brought:
                raise
            rest = messages.listed(list(map(_name_of, collection.groups[number:])))
            when = messages.from_now(refusal.seconds)
            problems.append(messages.text("groups.too_many", names=rest, when=when))
            break
        except ImpossibleError as refusal:
            texts = refusal_texts(refusal.problems, None)
            problems += (messages.text("text.pair", name=name, value=text) for text in texts)
    groups = {group.id: group for group in brought.values()}
    page = GroupsPage(
        brought=True,
        groups=tuple(map(_card, groups.values())),
        known=messages.listed(known) if known else "",
        problems=tuple(problems),
    )
    return render_template("files/groups.html", page=page), 422 if problems else 200


def _group(brought: archive.Archive, key: str) -> ResponseReturnValue:
    """A group is opened, or goes on where it is known: on a server by its own link alone."""
    group = g.get("group")
    if group is None and opened_before(key) is None:
        group = known_group(brought)
        if group is not None and current_app.config["SERVES_PHONES"]:
            return _groups(archive.ArchiveCollection(groups=(brought,)), key)
    with counted_group(key):
        group, counts = import_archive(brought, group, key=key)
    return _brought(group, *counts)


def _sheet(sheet: Sheet, key: str) -> ResponseReturnValue:
    again = form_token.is_pressed("again")
    try:
        with counted_group(key):
            opened = open_sheet(sheet, g.get("group"), key=key, imported=True, twice=again)
    except AlreadySavedError as known:
        there, text = sheet_address(known.saved), sheet_text(sheet)
        carried = text if len(text) <= TEXT_SHOWN else ""
        return _page(new_key(), text=carried, known_at=there), 409
    address = url_for("groups.show", link=opened.link, brought=1)
    to_group = request.form.get("then") == "group"
    return redirect(address if to_group else sheet_address(opened), 303)


def _again(problems: Sequence[str] = ()) -> str:
    """The page with a text that was pasted; a file is still where it was."""
    text = request.form.get("text", "")
    if len(text) > TEXT_SHOWN:
        text, problems = "", [*problems, current_messages().text("import.long_text")]
    shown = problems[:PROBLEMS_SHOWN]
    more = len(problems) - len(shown)
    return _page(form_token.key_sent(), text=text, problems=shown, not_shown=more)


def _page(key: str, **shown: Any) -> str:
    return render_template("files/import.html", page=ImportPage(key, "group" in g, **shown))
