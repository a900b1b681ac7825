"""The addresses of a request, as they are asked for and as phones can open them."""

from collections.abc import Hashable
from datetime import date
from functools import lru_cache
from typing import Any
from urllib.parse import quote, urlencode

import segno
from flask import current_app, g, request, url_for

from scorekeeper.addresses.urls import for_phones, is_loopback
from scorekeeper.files.sheet import Sheet
from scorekeeper.files.sheet_link import fragment_of

UNREACHABLE = "http://localhost/"  # an address that no phone can open
KEYS = "keys"  # in the query of a page: by whom the keys of its forms are made up


def root() -> str:
    """The path below which the pages of this request lie on their host: `/`, or `/cards/`."""
    return f"{request.script_root}/"


@lru_cache(maxsize=4096)  # of some dozens of sheets and groups, and of the files of all pages
def kept_address(endpoint: str, _: Hashable, **values: Any) -> str:
    """An address that is built once for all requests that are alike in *_*, on which it depends."""
    return url_for(endpoint, **values)


def page_address(endpoint: str, **values: Any) -> str:
    """What `url_for` says: a page names a dozen addresses, and the next look at it the same ones.

    It depends on the path of the program, and on the link that a request came by.
    """
    sheet, group = g.get("sheet"), g.get("group")
    here = root(), group and group.link, sheet and (sheet.link, sheet.number, sheet.is_alone)
    return kept_address(endpoint, here, **values)


def address_here(*, query: str = "") -> str:
    """The address of this request without its host, and with this *query* instead of its own."""
    path = quote(root() + request.path.lstrip("/"))
    return f"{path}?{query}" if query else path


def address_sent_to() -> str:
    """The address of this request with its own query, where a form is sent once more."""
    return address_here(query=urlencode([*request.args.items(multi=True)]))


def address_in_group(endpoint: str, slug: str) -> str:
    """The address of a page about a new sheet, in the group of this request if it has one."""
    suffix = "_in_group" if "group" in g else ""
    again = request.args.get("again", type=int)
    return url_for(f"{endpoint}{suffix}", slug=slug, again=again)


def link_for_phones(endpoint: str, **values: Any) -> str:
    """The full address of a page as the phones in this house can open it.

    Behind a proxy it is the requested one. It is a loopback address where no phone can open it.
    """
    return _for_phones(url_for(endpoint, **values, _external=True))


def copy_address() -> str:
    """Where links with a sheet inside open: at the copy that the host names, or else here."""
    config = current_app.config
    if config["COPY_ADDRESS"]:
        return str(config["COPY_ADDRESS"])
    if not config["SERVES_PHONES"]:
        return url_for("start.show", _external=True)
    return link_for_phones("start.show")


def host_for_phones() -> str:
    """The address of the host of this request as phones can open it; their own may change."""
    return _for_phones(f"{request.scheme}://{request.host}/")


def _for_phones(address: str) -> str:
    config = current_app.config
    if not config["SERVES_PHONES"]:
        return UNREACHABLE
    return address if config["PROXIES"] else for_phones(address, config["HOST"], config["HOSTS"])


def qr_code(address: str, *, border: int = 2, error: str = "m") -> str:
    """The QR code of an address as that of an image, with so many white modules around it.

    *error* is the level of its error correction.
    """
    code = segno.make(address, error=error, micro=False)
    return str(code.svg_data_uri(border=border, dark="#000", light="#fff"))


def look_address() -> str | None:
    """The look-only address of this request's sheet; None where no phone can open it."""
    address = link_for_phones("sheets.show", sheet_link=g.sheet.look_link)
    return None if is_loopback(address) else address


def picture_address(language: str) -> str:
    """The address of the picture of this request's sheet, for a chat.

    "" where the host wants none, where none is made, and where nobody could open it. It is another
    one for every revision: chats keep what they fetched.
    """
    config = current_app.config
    if not (config["PREVIEWS"] and config["PRINTS"] and look_address()):
        return ""
    sheet = g.sheet
    revision = f"{sheet.revision}-{g.group.revision}"
    return link_for_phones(
        "printing.picture", sheet_link=sheet.look_link, language=language, v=revision
    )


def linked_address(sheet: Sheet, day: date) -> str | None:
    """The full address of a link with a sheet of that day inside; None where it is too long."""
    fragment = fragment_of(sheet, day)
    return None if fragment is None else f"{copy_address()}#{fragment}"


def address_to_send(sheet: Sheet, day: date) -> str | None:
    """The address that goes to a chat with the result; None where nobody could open it.

    That for looking at the sheet of this request; where others cannot, one with the sheet inside,
    if that opens elsewhere.
    """
    if current_app.config["SERVES_PHONES"] and not current_app.config["COPY_ADDRESS"]:
        return look_address()
    return look_address() or linked_address(sheet, day)
