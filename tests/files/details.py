"""Something that may stand, and much that may not, for every detail of a sheet or of a group."""

from collections.abc import Iterator
from typing import Any

from scorekeeper.core.codec import Maybe, Member, record_of
from scorekeeper.core.shapes import Day, Text
from scorekeeper.files.archive import GroupDetails
from scorekeeper.files.sheet import Details

DAY = "2026-11-20"


def _said(member: Member) -> str:
    match member.shape:
        case Maybe(Text()):
            return f"Some {member.name}"
        case Maybe(Day()):
            return DAY
    raise TypeError(f"no form and no test knows what {member.name} looks like")


def _malformed(member: Member) -> Iterator[Any]:
    match member.shape:
        case Maybe(Text(high)):
            yield from ("", "x" * (high + 1), 5)
        case Maybe(Day()):
            yield from ("20.11.2026", "2026-02-30", 20261120, "1899-12-31", "2200-01-01")


MEMBERS, MEMBERS_OF_GROUP = record_of(Details).members, record_of(GroupDetails).members
DETAILS = {member.name: _said(member) for member in MEMBERS}
GROUP_DETAILS = {member.name: _said(member) for member in MEMBERS_OF_GROUP}
MALFORMED_DETAILS = [{member.name: value} for member in MEMBERS for value in _malformed(member)]
MALFORMED_GROUP_DETAILS = [
    {member.name: value} for member in MEMBERS_OF_GROUP for value in _malformed(member)
]
