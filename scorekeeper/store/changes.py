"""What a transaction has changed: noted while it runs, told to listeners once it is committed.

There is one place that tells (`db.transaction`), so nothing can be saved that nobody hears of.
"""

from typing import NamedTuple

from blinker import Namespace
from flask import g

NOTED = "changes"  # on `g`, meanwhile

# Sent with the application, and `changes`: a tuple of what is defined below.
committed = Namespace().signal("committed")


class Moved(NamedTuple):
    """A sheet stands at another *revision* now; without *sheet_id*, the group itself does.

    A group has one of its own for all that is no part of one sheet.
    """

    group_id: int
    revision: int
    sheet_id: int | None = None


class LinksEnded(NamedTuple):
    """These secret links to a group or its sheets lead nowhere any more; None: all of them."""

    group_id: int
    links: frozenset[str] | None = None


Change = Moved | LinksEnded


def note(change: Change) -> None:
    """Have it told after the commit of the transaction that runs."""
    g.setdefault(NOTED, []).append(change)


def take() -> tuple[Change, ...]:
    """What was noted; it is forgotten."""
    return tuple(g.pop(NOTED, ()))
