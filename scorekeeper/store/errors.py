"""What can go wrong between the program and its database."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, IntegrityError, MultipleResultsFound
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

# What reading runs into where stored data are not what they were written as.
UNREADABLE = (
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    ArithmeticError,
    RecursionError,
    MultipleResultsFound,
)
LONGEST = 400  # letters
NO_TEXT = "Could not decode to UTF-8"  # what the driver says, under no code of its own


class UnusableDatabaseError(ValueError):
    """An address that is not one of a database this program can use."""


class ForeignDatabaseError(RuntimeError):
    """A database, but not one that this program has made."""

    def __init__(self) -> None:
        super().__init__("this is no database of Scorekeeper")


class NewerDatabaseError(RuntimeError):
    """The database was written by a newer version of the program."""

    def __init__(self, present: str) -> None:
        super().__init__(
            f"this database was written by a newer version of Scorekeeper ({present}); "
            "nothing was changed, please use that version"
        )


class RaceLostError(Exception):
    """Somebody else wrote the same at the same moment: a unique constraint says so."""


class SheetMovedOnError(Exception):
    """The sheet has been written on since the form was rendered."""


class GroupMovedOnError(Exception):
    """The group has been written on since the form was rendered."""


class StoreUnavailableError(Exception):
    """The database could not be written or read just now: locked, full, read-only or gone.

    Its words are one line, whatever a damaged file has put into them.
    """

    def __init__(self, words: str) -> None:
        printable = "".join(letter if letter.isprintable() else " " for letter in words)
        super().__init__(" ".join(printable.split())[:LONGEST])


class LostDatabaseError(StoreUnavailableError):
    """The file of the database is gone, or another one lies there; that was logged already."""


class DamagedDatabaseError(StoreUnavailableError):
    """What is stored cannot have been written by this program."""

    def __init__(self, found: str) -> None:
        super().__init__(f"the database is damaged: {found}")


def as_unavailable(error: BaseException) -> StoreUnavailableError | None:
    """What an error says about the database: locked, full, read-only, gone, damaged; else None."""
    if isinstance(error, StoreUnavailableError):
        return error
    if isinstance(error, PoolTimeoutError):  # no connection left in the pool
        return StoreUnavailableError(str(error))
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, sqlite3.OperationalError) and str(cause).startswith(NO_TEXT):
        return DamagedDatabaseError("bytes that are no text")  # it would tell them: a link, perhaps
    if isinstance(cause, sqlite3.OperationalError):
        return StoreUnavailableError(str(cause))
    if type(cause) is sqlite3.DatabaseError:  # "malformed", "not a database"
        return DamagedDatabaseError(str(cause))
    return None


def is_race_lost(error: BaseException) -> bool:
    """Whether a unique constraint has refused what somebody else was faster to write."""
    return isinstance(error, IntegrityError) and "UNIQUE" in str(error.orig)


@contextmanager
def reading(what: str) -> Iterator[None]:
    """Turn whatever reading *what* was stored runs into into a StoreUnavailableError.

    Only for the lines that make values of stored data: a mistake of the program would be told as
    a damaged database.
    """
    try:
        yield
    except Exception as error:
        unavailable = as_unavailable(error)
        if unavailable is None and isinstance(error, UNREADABLE):
            unavailable = DamagedDatabaseError(f"{what}: {type(error).__name__}: {error}")
        if unavailable is None or unavailable is error:
            raise
        raise unavailable from error
