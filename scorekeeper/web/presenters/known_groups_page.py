"""The page on which the groups that a phone knows go to another phone."""

from collections.abc import Sequence
from dataclasses import dataclass

import segno

BYTES_AT_MOST = 858  # of a code of 97 modules a side, which a phone reads off another one
FRAGMENT = "#tables="  # browsers send it to no server
SEPARATOR = "."


@dataclass(frozen=True, slots=True)
class KnownGroupsPage:
    """The page before script fills it in; *reachable* says whether another phone can open it."""

    reachable: bool


@dataclass(frozen=True, slots=True)
class GroupsCode:
    """A QR code as the address of an image, and how many groups it does not hold."""

    code: str
    left_out: int


def groups_code(start: str, links: Sequence[str]) -> GroupsCode:
    """The code that leads another phone to the *start* page with as many *links* as it can hold.

    The first ones go first; `s/` before a link says that it is one of a sheet.
    """
    held = list(links)
    while held and len(_address(start, held).encode()) > BYTES_AT_MOST:
        held.pop()
    code = segno.make(_address(start, held), error="l", micro=False)
    picture = code.svg_data_uri(border=4, dark="#000", light="#fff")
    return GroupsCode(picture, len(links) - len(held))


def _address(start: str, links: Sequence[str]) -> str:
    return start + FRAGMENT + SEPARATOR.join(links)
