"""The page that shows the link of a sheet to other phones."""

from dataclasses import dataclass

import segno


@dataclass(frozen=True, slots=True)
class SharePage:
    """The link, and its QR code as the address of an image; no code where no phone can open it."""

    link: str
    code: str | None


def share_page(link: str, *, reachable: bool) -> SharePage:
    """The page for *link*; *reachable* says whether other phones can open it."""
    if not reachable:
        return SharePage(link, None)
    code = segno.make(link, error="m").svg_data_uri(border=2, dark="#000", light="#fff")
    return SharePage(link, code)
