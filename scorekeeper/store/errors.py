"""What can go wrong between the program and its database."""

import sqlite3

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError


class UnusableDatabaseError(ValueError):
    """An address that is not one of a database this program can use."""


class RaceLostError(Exception):
    """Somebody else wrote the same at the same moment: a unique constraint says so."""


class SheetMovedOnError(Exception):
    """The sheet has been written on since the form was rendered."""


class StoreUnavailableError(Exception):
    """The database could not be written or read just now: locked, full, read-only or gone."""


def is_unavailable(error: BaseException) -> bool:
    """Whether an error says that the database is locked, full, read-only or gone."""
    if isinstance(error, PoolTimeoutError):  # no connection left in the pool
        return True
    return isinstance(error, DBAPIError) and isinstance(error.orig, sqlite3.OperationalError)
