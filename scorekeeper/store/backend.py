"""What the store needs of a database, whichever it is."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from sqlalchemy import URL, Connection, Engine, RootTransaction, Table

from scorekeeper.store.changes import Change


class SupportedVersions(NamedTuple):
    """What a version of the program understands: migrations, types of entries and games.

    All by their words; None: whatever is there.
    """

    revisions: frozenset[str]
    types: frozenset[str] | None = None
    group_types: frozenset[str] | None = None
    games: frozenset[str] | None = None


class ChangeFeed(Protocol):
    """What others commit, as it is heard of by one thread, and the messages of other processes.

    Those are texts, which nobody stores. It is heard of on a connection of its own. Every method
    may raise what the database raises, and StoreUnavailableError; after that another feed is to be
    made.
    """

    _connection: Any

    def wait(self, seconds: float) -> Sequence[Change | str] | None:
        """What was committed or said, after so many seconds at the most; None: look at everything.

        What it says may be known already, or have come from this process.
        """

    def close(self) -> None:
        """Hear of nothing any more: close the connection, or give it back to its pool."""
        self._connection.close()


class Backend:
    """A database: how it is opened, written to, and brought up to date.

    *url* is its address, with the driver that this program uses, and *file* the file that it is, if
    it is one. *place* is where it lies, to be shown; without a password. *engine_options* say how
    its engine is made. What does nothing or little here is done by those databases that have need
    of it.
    """

    url: URL
    file: Path | None = None
    place: str
    engine_options: Mapping[str, Any]

    def listen(self, engine: Engine) -> None:
        """Set up every connection that the engine opens from now on."""

    def check(self) -> None:
        """Raise LostDatabaseError where something else lies in its place than was opened."""

    def begin_writing(self, connection: Connection) -> RootTransaction:
        """Begin a transaction that writes on a connection that is in none."""
        raise NotImplementedError

    def notify(self, connection: Connection, changes: Sequence[Change]) -> None:
        """Have other processes told of changes once the transaction is committed."""

    def send_message(self, engine: Engine, message: str) -> None:
        """Have other processes hear a message, where they can; at once, and in no transaction."""

    def feed(self, engine: Engine) -> ChangeFeed:
        """What other processes commit from now on."""
        raise NotImplementedError

    def copy_id(self, engine: Engine) -> str:
        """What tells a database from a backup that was put in its place; "" where none was yet.

        Both may have the same revisions, with something else under each.
        """
        raise NotImplementedError

    def verify(self, known: SupportedVersions) -> None:
        """Look at all that is in it, where that is possible, before it is used.

        Raises ForeignDatabaseError, NewerDatabaseError and StoreUnavailableError.
        """

    def create_missing(self) -> None:
        """Make it where it is not there, if it can be made; raises StoreUnavailableError."""

    def lock_migrations(self, connection: Connection) -> None:
        """Let no other process bring it up to date until the transaction ends."""

    def try_lock(self, connection: Connection, number: int) -> bool:
        """Lock a number in the database until the transaction ends; False where others did."""
        return True

    def copy_before_migration(self, present: str, known: SupportedVersions) -> Path | None:
        """A copy that is kept of it as it is at the migration *present*, where one can be made.

        Raises StoreUnavailableError.
        """
        return None

    def reset_sequences(self, connection: Connection, tables: Sequence[Table]) -> None:
        """Give new rows ids behind those that are there, which were inserted with theirs."""

    def overwrite_deleted(self, engine: Engine) -> bool:
        """Have what was deleted overwritten; False where it is still there for a while."""
        return False

    def close(self, engine: Engine) -> None:
        """Close all connections; nothing can be read or written by it afterwards."""
        engine.dispose()
