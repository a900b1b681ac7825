"""What can go wrong between the program and its database."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError, IntegrityError, MultipleResultsFound, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from scorekeeper.core.phrases import CodedError

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
LOST_FILES = "lost_files"  # the code of a LostDatabaseError that only a new start mends
LOST = {
    LOST_FILES: "{}-wal or -shm was removed or replaced while the database was in use: nothing is "
    "read or saved until whatever has it open was stopped, and the server is started again",
    "gone": "the database {} is gone: nothing is saved until it is put back, or the server is "
    "started again",
    "replaced": "another file has taken the place of the database {}: nothing is saved until that "
    "one is put back, or the server is started again",
    "moved_while_written": "{} was moved or replaced while it was written",
    "no_database": "there is no database {}",
    "stopping": "the server is stopping",
}
FULL = (errno.ENOSPC, errno.EDQUOT)  # the disk, or somebody's part of it
NO_TEXT = "Could not decode to UTF-8"  # what the driver says, under no code of its own
NO_JSON = "malformed JSON"  # neither
NO_ROOM = "SQLITE_IOERR_SHMSIZE"  # for the index of a log; the driver calls it a "disk I/O error"
IS_FULL = "database or disk is full"  # what it says wherever else there is no room

# Codes of PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html), or the two
# letters with which those of a class begin.
UNIQUE_VIOLATION = "23505"
LET_GO = ("08", "40001", "40P01", "57P", "25P03")  # lost, in a deadlock, shutting down, idle
NOT_NOW = ("25006", "42501", "53", "55P03", "57014", "58")  # read-only, full, locked, too slow
DAMAGED = ("42P01", "42703", "XX")  # a table or column is not there, or its files are corrupt


class UnusableDatabaseError(CodedError):
    """An address that is not one of a database this program can use: a code says why."""


class ForeignDatabaseError(CodedError):
    """A database, but not one that this program has made."""

    def __init__(self) -> None:
        super().__init__("foreign_database", "this is no database of Scorekeeper")


class NewerDatabaseError(CodedError):
    """The database was written by a newer version of the program."""

    def __init__(self, present: str) -> None:
        super().__init__(
            "newer_database",
            f"this database was written by a newer version of Scorekeeper ({present}); "
            "nothing was changed, please use that version",
            version=present,
        )


class RaceLostError(Exception):
    """Somebody else wrote the same at the same moment: a unique constraint says so."""


class MovedOnError(Exception):
    """The sheet, or the group, has been written on since the form was rendered."""


class StoreUnavailableError(CodedError):
    """The database could not be written or read just now: locked, full, read-only or gone.

    Its words are one line, whatever a damaged file has put into them. What was found by this
    program itself has a code, too, and no words where only a command tells it.
    """

    def __init__(self, words: str = "", code: str = "", **values: object) -> None:
        printable = "".join(letter if letter.isprintable() else " " for letter in words)
        super().__init__(code, " ".join(printable.split())[:LONGEST], **values)


class StoreInterruptedError(StoreUnavailableError):
    """The database let go of a transaction that has written nothing: it may be tried again."""


class LostDatabaseError(StoreUnavailableError):
    """The file of the database is gone, or another one lies there; that was logged already.

    So it is with the files beside it (LOST_FILES); *code* is one of LOST.
    """

    def __init__(self, code: str, path: Path) -> None:
        super().__init__(LOST[code].format(path), code, path=path)
        self.path = path


class DamagedDatabaseError(StoreUnavailableError):
    """What is stored cannot have been written by this program."""

    def __init__(self, words: str = "", code: str = "", **values: object) -> None:
        reason = StoreUnavailableError(words, code, **values)
        super().__init__(f"the database is damaged: {reason}", "damaged", reason=reason)


def as_unavailable(error: BaseException) -> StoreUnavailableError | None:
    """What an error says about the database: locked, full, read-only, gone, damaged; else None."""
    if isinstance(error, StoreUnavailableError):
        return error
    if isinstance(error, PoolTimeoutError):  # no connection left in the pool
        return StoreUnavailableError(str(error))
    if isinstance(error, OSError) and error.errno in FULL:
        return StoreUnavailableError(str(error.strerror))
    cause = error.orig if isinstance(error, DBAPIError) else error
    if cause is not None and hasattr(cause, "sqlstate"):
        return _of_code(cause, cause.sqlstate or "")
    if isinstance(cause, sqlite3.OperationalError):
        words = IS_FULL if getattr(cause, "sqlite_errorname", "") == NO_ROOM else str(cause)
        if words.startswith(NO_TEXT):  # it goes on with the bytes: of a link, perhaps
            return DamagedDatabaseError("bytes that are no text", "no_text")
        return (DamagedDatabaseError if words == NO_JSON else StoreUnavailableError)(words)
    if type(cause) is sqlite3.DatabaseError:  # "malformed", "not a database"
        return DamagedDatabaseError(str(cause))
    return None


def _of_code(cause: BaseException, code: str) -> StoreUnavailableError | None:
    """What an error of PostgreSQL says, by its code; without one, the connection was lost."""
    is_operational = any(kind.__name__ == "OperationalError" for kind in type(cause).__mro__)
    if code.startswith(LET_GO) or (is_operational and not code):
        return StoreInterruptedError(str(cause))
    if code.startswith(DAMAGED):
        return DamagedDatabaseError(str(cause))
    return StoreUnavailableError(str(cause)) if code.startswith(NOT_NOW) else None


def is_of_database(error: BaseException) -> bool:
    """Whether an error comes from a database or its driver, whatever it means."""
    kinds = StoreUnavailableError, SQLAlchemyError, sqlite3.Error
    return isinstance(error, kinds) or hasattr(error, "sqlstate")


def is_race_lost(error: BaseException) -> bool:
    """Whether a unique constraint has refused what somebody else was faster to write."""
    if not isinstance(error, IntegrityError):
        return False
    code = getattr(error.orig, "sqlstate", None)
    return code == UNIQUE_VIOLATION if code is not None else "UNIQUE" in str(error.orig)


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
