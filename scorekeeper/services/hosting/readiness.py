"""What this version can read in a database, and whether this process can do its work."""

from enum import Enum

from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.games.registry import PLUGINS
from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.sheet.entries import EntryType
from scorekeeper.store.backend import SupportedVersions
from scorekeeper.store.db import current_connection, execute, release_connection
from scorekeeper.store.errors import (
    LOST_FILES,
    ForeignDatabaseError,
    LostDatabaseError,
    StoreUnavailableError,
)
from scorekeeper.store.migrate import PRESENT, present_revision, revisions

UNAVAILABLE = (StoreUnavailableError, SQLAlchemyError)


class Readiness(Enum):
    """What can be said of it to anybody."""

    READY = "ready"
    UNREACHABLE = "the database cannot be reached"
    LOST_FILES = "the database has lost its log: stop the server and start it again"
    NOT_MIGRATED = "the database is not up to date"


def readiness() -> Readiness:
    """What stands in the way of answering pages, if anything; in one small query.

    A database that a newer version has brought up to date is no obstacle: migrations only add, so
    that both can run side by side while a host is updated.
    """
    try:
        present = _present_revision()
    except ForeignDatabaseError:
        present = None
    except UNAVAILABLE as error:
        is_lost = isinstance(error, LostDatabaseError) and error.code == LOST_FILES
        return Readiness.LOST_FILES if is_lost else Readiness.UNREACHABLE
    finally:
        release_connection()
    is_behind = present is None or present in revisions()[:-1]
    return Readiness.NOT_MIGRATED if is_behind else Readiness.READY


def _present_revision() -> str | None:
    try:
        revision: str | None = execute(PRESENT).scalar()
    except UNAVAILABLE:  # it is empty; or a connection was lost, and the next one is another
        release_connection()
        revision = present_revision(current_connection())
    return revision


def known_to_this_version() -> SupportedVersions:
    """Its migrations, types of entries and games."""
    of_sheets, of_groups = frozenset(map(str, EntryType)), frozenset(map(str, GroupEntryType))
    return SupportedVersions(frozenset(revisions()), of_sheets, of_groups, frozenset(PLUGINS))
