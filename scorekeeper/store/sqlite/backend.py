"""SQLite as a backend of the store."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, Table

from scorekeeper.store.backend import Message
from scorekeeper.store.changes import Change
from scorekeeper.store.errors import StoreUnavailableError, UnusableDatabaseError
from scorekeeper.store.sqlite import connections
from scorekeeper.store.sqlite.backup import OccupiedError, copy_database
from scorekeeper.store.sqlite.data_version import DataVersion
from scorekeeper.store.sqlite.file_modes import keep_database_private, make_private
from scorekeeper.store.sqlite.opened_database import OpenedDatabase
from scorekeeper.store.sqlite.verification import verified_content
from scorekeeper.store.supported_versions import SupportedVersions

WITHOUT_FILE = (None, "", ":memory:")
CONNECTIONS = 80  # at most, kept open: every thread of a worker may hold one for a moment


class SqliteBackend:
    """A database in a file; *synchronous* is SQLite's own word for how durable a commit is."""

    writing: Mapping[str, Any] = {"writes": True}

    def __init__(self, url: URL, *, synchronous: str, busy_seconds: float) -> None:
        if url.database in WITHOUT_FILE:
            raise UnusableDatabaseError("database_without_file")
        if "uri" in url.query:
            raise UnusableDatabaseError("database_by_uri")
        self.url = url
        self._synchronous = synchronous
        self._busy_seconds = busy_seconds
        self._opened: OpenedDatabase

    @property
    def place(self) -> str:
        """The path of its file."""
        return str(self.file)

    @property
    def file(self) -> Path:
        """The file that it is."""
        return Path(self.url.database or "")

    @property
    def engine_options(self) -> Mapping[str, Any]:
        """A connection for every thread, each of which waits a while for a lock."""
        return {
            "connect_args": {"timeout": self._busy_seconds},
            "pool_size": CONNECTIONS,
            "max_overflow": 0,
        }

    def listen(self, engine: Engine) -> None:
        """Open every connection to the file that lies there at the first one, and to no other."""
        self._opened = OpenedDatabase(str(self.file))
        connections.listen(engine, self._opened, self._synchronous)

    @contextmanager
    def committing(self, connection: Connection) -> Iterator[None]:
        """Raise LostDatabaseError behind a commit into a file that nobody will find again."""
        yield
        self._opened.check_written()

    def notify(self, connection: Connection, changes: Sequence[Change]) -> None:
        """Nothing: SQLite itself counts what was committed."""

    def send_message(self, engine: Engine, message: Message) -> None:
        """Nothing: processes that share a file hear nothing else of each other."""

    def feed(self, engine: Engine) -> DataVersion:
        """Whether others have committed anything."""
        return DataVersion(engine, self._opened)

    def verify(self, known: SupportedVersions) -> None:
        """Look at all of the file, if it is there."""
        if self.file.exists():
            verified_content(self.file, known)

    def create_missing(self) -> None:
        """Make an empty file where there is none; what is there is its owner's alone from now on.

        SQLite makes what lies beside it as private as the file itself.
        """
        try:
            make_private(self.file)
        except FileExistsError:
            keep_database_private(self.file)
        except OSError as error:
            raise StoreUnavailableError(str(error.strerror)) from error

    def lock_migrations(self, connection: Connection) -> None:
        """Nothing: a transaction that writes is the only one."""

    def copy_before_migration(self, present: str, known: SupportedVersions) -> Path:
        """A verified copy beside the file."""
        stamp = f"{datetime.now():%Y%m%d-%H%M%S}"
        copy = self.file.with_name(f"{self.file.stem}.before-{present}.{stamp}{self.file.suffix}")
        try:
            return copy_database(self.file, copy, known).path
        except (OSError, OccupiedError) as error:
            raise StoreUnavailableError(
                f"no copy of it can be kept before the update: {error}",
                "no_copy_before_update",
                reason=error,
            ) from error

    def reset_sequences(self, connection: Connection, tables: Sequence[Table]) -> None:
        """Nothing: SQLite counts on from the largest id."""

    def overwrite_deleted(self, engine: Engine) -> bool:
        """Write the log back; what was deleted stays in it as long as others are reading there."""
        connections.open_once(engine)
        return self._opened.empty_log()

    def close(self, engine: Engine) -> None:
        """Write the log back: the file is whole by itself then."""
        connections.close(engine, self._opened)
