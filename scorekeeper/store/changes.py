"""What a transaction has changed: noted while it runs, told to listeners once it is committed.

There is one place that tells (`db.transaction`), so nothing can be saved that nobody hears of.
"""

from dataclasses import dataclass
from typing import Any

from blinker import Namespace

NOTED = "changes"  # where a session keeps them meanwhile

# Sent with the application, and `changes`: a tuple of what is defined below.
committed = Namespace().signal("committed")

Subject = tuple[str, int]  # what has a revision of its own


def sheet_subject(sheet_id: int) -> Subject:
    """A sheet, as what something can be told about."""
    return "sheet", sheet_id


def group_subject(group_id: int) -> Subject:
    """A group, as what something can be told about."""
    return "group", group_id


@dataclass(frozen=True, slots=True)
class SheetMoved:
    """Something was written on a sheet, which stands at another *revision* now."""

    sheet_id: int
    group_id: int
    revision: int

    @property
    def subject(self) -> Subject:
        """What it is about."""
        return sheet_subject(self.sheet_id)


@dataclass(frozen=True, slots=True)
class GroupMoved:
    """Something of a group that is no part of one sheet stands at another *revision* now."""

    group_id: int
    revision: int

    @property
    def subject(self) -> Subject:
        """What it is about."""
        return group_subject(self.group_id)


@dataclass(frozen=True, slots=True)
class LinksEnded:
    """These secret links to a group or its sheets lead nowhere any more; None: all of them."""

    group_id: int
    links: frozenset[str] | None = None


Moved = SheetMoved | GroupMoved
Change = Moved | LinksEnded


def note(session: Any, change: Change) -> None:
    """Have it told after the commit of the transaction that runs in this session."""
    session.info.setdefault(NOTED, []).append(change)


def take(session: Any) -> tuple[Change, ...]:
    """What was noted in this session, which forgets it."""
    return tuple(session.info.pop(NOTED, ()))
