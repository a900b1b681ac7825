"""The page that shows the link of a sheet or of a group to other phones."""

from dataclasses import dataclass

import segno


@dataclass(frozen=True, slots=True)
class SharePage:
    """The link, and its QR code as the address of an image; no code where no phone can open it.

    *name* is that of the group whose link it is, if it has one.
    """

    link: str
    code: str | None
    name: str | None


def share_page(link: str, *, reachable: bool, name: str | None = None) -> SharePage:
    """The page for *link*; *reachable* says whether other phones can open it."""
    if not reachable:
        return SharePage(link, None, name)
    code = segno.make(link, error="m").svg_data_uri(border=2, dark="#000", light="#fff")
    return SharePage(link, code, name)
