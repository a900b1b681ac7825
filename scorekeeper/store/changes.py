"""What a transaction has changed: noted while it runs, told to listeners once it is committed.

There is one place that tells (`db.transaction`), so nothing can be saved that nobody hears of.
"""

from dataclasses import dataclass
from typing import Any

from blinker import Namespace

NOTED = "changes"  # where a session keeps them meanwhile

# Sent with the application, and `changes`: a tuple of what is defined below.
committed = Namespace().signal("committed")


@dataclass(frozen=True, slots=True)
class Moved:
    """A sheet stands at another *revision* now; without *sheet_id*, the group itself does.

    A group has one of its own for all that is no part of one sheet.
    """

    group_id: int
    revision: int
    sheet_id: int | None = None


@dataclass(frozen=True, slots=True)
class LinksEnded:
    """These secret links to a group or its sheets lead nowhere any more; None: all of them."""

    group_id: int
    links: frozenset[str] | None = None


Change = Moved | LinksEnded


def note(session: Any, change: Change) -> None:
    """Have it told after the commit of the transaction that runs in this session."""
    session.info.setdefault(NOTED, []).append(change)


def take(session: Any) -> tuple[Change, ...]:
    """What was noted in this session, which forgets it."""
    return tuple(session.info.pop(NOTED, ()))
