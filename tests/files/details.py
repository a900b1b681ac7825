"""Something that may stand, and much that may not, at every key of the details of a sheet."""

from collections.abc import Iterator
from typing import Any

from scorekeeper.core.codec import Maybe, Member, record_of
from scorekeeper.core.shapes import Day, Text
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


MEMBERS = record_of(Details).members
DETAILS = {member.name: _said(member) for member in MEMBERS}
MALFORMED_DETAILS = [{member.name: value} for member in MEMBERS for value in _malformed(member)]
