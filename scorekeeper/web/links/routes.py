"""The pages on which the links of a group or a sheet are shared, and on which one is replaced."""

from collections.abc import Iterator
from typing import NamedTuple

from flask import Blueprint, abort, g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.addresses.urls import is_loopback
from scorekeeper.services.group.entries import LinkKind
from scorekeeper.services.group.state import group_state
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.services.links.writing import links_known, replace_link
from scorekeeper.store.rows import SheetRow
from scorekeeper.web.history.group_pages import GroupSaved, group_saved
from scorekeeper.web.request import form_token
from scorekeeper.web.request.access import is_writing, may_be_looked_at
from scorekeeper.web.request.addresses import link_for_phones, qr_code
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.shared.answers import refusal_texts, saved_or_again

bp = Blueprint("links", __name__, url_prefix="/g/<link>")


class SharedLink(NamedTuple):
    """A link with its full *address*, and its QR code as the address of an image.

    There is no code where no phone can open the link.
    """

    kind: LinkKind
    address: str
    code: str | None


class SharePage(NamedTuple):
    """The links in the order in which they are offered.

    *name* is that of the group, if it has one and the page is the group's. *saved* says which link
    was just replaced.
    """

    links: tuple[SharedLink, ...]
    name: str | None = None
    saved: GroupSaved | None = None

    @property
    def is_reachable(self) -> bool:
        """Whether phones can open the links."""
        return all(link.code for link in self.links)


class ReplaceLinkPage(NamedTuple):
    """What replacing a link of this *kind* would end.

    *conflict* says why it was not replaced just now, if it was tried.
    """

    kind: LinkKind
    token: FormToken
    conflict: str | None = None


@bp.get("/share", endpoint="of_group")
@bp.get("/<int:number>/share", endpoint="of_sheet")
@may_be_looked_at
def show() -> ResponseReturnValue:
    """The links of the group as QR codes, and as text; `?saved=` says which was just replaced.

    From the page of a sheet, they lead to that, and the one that looks at it alone is among them.
    """
    name = None if "sheet" in g else group_state(g.group).name
    page = SharePage(tuple(_shared(g.get("sheet"))), name, _saved())
    return render_template(f"links/{_whose()}.html", page=page)


@bp.route("/links/<kind>", methods=["GET", "POST"], endpoint="replace_of_group")
@bp.route("/<int:number>/links/<kind>", methods=["GET", "POST"], endpoint="replace_of_sheet")
def replace(kind: str) -> ResponseReturnValue:
    """Replace a link: the page that says what that ends, and the button on it.

    One of the group, or from the page of a sheet also the one that looks at it alone.
    """
    kinds = tuple(LinkKind) if "sheet" in g else (LinkKind.WRITE, LinkKind.LOOK)
    return _replace(LinkKind(kind)) if kind in kinds else abort(404)


def _replace(kind: LinkKind) -> ResponseReturnValue:
    if request.method == "GET":
        return _page(kind)
    sheet = g.sheet.number if kind is LinkKind.SHEET else None
    return saved_or_again(
        lambda: replace_link(g.group, kind, form_token.token_sent(), sheet),
        lambda saved: url_for(
            f"links.of_{_whose()}", link=links_known(g.group).write, saved=saved.revision
        ),
        lambda problems, conflict: _page(kind, " ".join(refusal_texts(problems, conflict))),
    )


def _whose() -> str:
    """Whose page this is, as templates and endpoints call it."""
    return "sheet" if "sheet" in g else "group"


def _page(kind: LinkKind, conflict: str | None = None) -> str:
    page = ReplaceLinkPage(kind, form_token.fresh_token(g.group), conflict)
    return render_template(f"links/replace_of_{_whose()}.html", page=page)


def _shared(sheet: SheetRow | None) -> Iterator[SharedLink]:
    """The links that this phone may know, those that give more first."""
    known = links_known(g.group, sheet)
    if known.write is not None:
        address = link_for_phones("sheets.show" if sheet else "groups.show", link=known.write)
        yield _link(LinkKind.WRITE, address)
    if known.look is not None:
        yield _link(LinkKind.LOOK, link_for_phones("groups.show", link=known.look))
    if known.sheet is not None:
        yield _link(LinkKind.SHEET, link_for_phones("sheets.show", sheet_link=known.sheet))


def _link(kind: LinkKind, address: str) -> SharedLink:
    return SharedLink(kind, address, None if is_loopback(address) else qr_code(address))


def _saved() -> GroupSaved | None:
    """What was just replaced; asked for, as the page itself needs nothing of what was written."""
    revision = form_token.revision_saved()
    if revision is None or not is_writing():
        return None
    token = form_token.fresh_token(g.group)
    return group_saved(group_state(g.group), revision, current_messages(), token)
