"""Whether another process has written to the database, by SQLite's own count."""

from collections.abc import Sequence
from time import sleep
from typing import Any

from sqlalchemy import Engine, PoolProxiedConnection

from scorekeeper.store.changes import Change
from scorekeeper.store.sqlite.opened_database import OpenedDatabase


class DataVersion:
    """SQLite's own number of what others have committed, as one connection sees it.

    Every method may raise what the database raises, and LostDatabaseError where its files are not
    in place any more; after that a new one is to be made.
    """

    def __init__(self, engine: Engine, database: OpenedDatabase) -> None:
        self._connection: PoolProxiedConnection = engine.raw_connection()
        self._database = database
        self._known: int | None = None

    def wait(self, seconds: float) -> Sequence[Change] | None:
        """None where anybody else has committed anything; else nothing, so many seconds later."""
        if self.has_changed():
            return None
        sleep(seconds)
        return ()

    def has_changed(self) -> bool:
        """Whether anybody else has committed anything since it was asked last; at first, yes."""
        self._database.check()
        before, self._known = self._known, self._now()
        return self._known != before

    def _now(self) -> int:
        driver: Any = self._connection.driver_connection
        (version,) = driver.execute("PRAGMA data_version").fetchone()
        return int(version)

    def close(self) -> None:
        """Give the connection back."""
        self._connection.close()
