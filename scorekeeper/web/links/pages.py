"""The page that shows the links of a group, or of a sheet, to other phones."""

from dataclasses import dataclass

import segno

from scorekeeper.services.group.entries import LinkKind
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.web.history.group_pages import GroupSaved


@dataclass(frozen=True, slots=True)
class SharedLink:
    """A link with its full *address*, and its QR code as the address of an image.

    There is no code where no phone can open the link. *replace_at* is the page on which it is
    replaced, None for who may not.
    """

    kind: LinkKind
    address: str
    code: str | None
    replace_at: str | None


@dataclass(frozen=True, slots=True)
class SharePage:
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


@dataclass(frozen=True, slots=True)
class ReplaceLinkPage:
    """What replacing a link of this *kind* would end; *back* is the page with the links.

    *conflict* says why it was not replaced just now, if it was tried.
    """

    kind: LinkKind
    back: str
    token: FormToken
    conflict: str | None = None


def qr_code(address: str, *, border: int = 2, error: str = "m") -> str:
    """The QR code of an address as that of an image, with so many white modules around it.

    *error* is the level of its error correction.
    """
    code = segno.make(address, error=error, micro=False)
    return str(code.svg_data_uri(border=border, dark="#000", light="#fff"))
