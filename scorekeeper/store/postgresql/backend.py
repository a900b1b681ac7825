"""PostgreSQL as a backend of the store."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

from sqlalchemy import URL, Connection, Engine, Table, func, select, text

from scorekeeper.store.backend import Message
from scorekeeper.store.changes import Change
from scorekeeper.store.errors import StoreUnavailableError, UnusableDatabaseError
from scorekeeper.store.postgresql.notifications import Notifications, notify, send_message
from scorekeeper.store.supported_versions import SupportedVersions

DRIVER = "psycopg"
INSTALL_DRIVER = "pip install 'scorekeeper[postgresql]'"
CONNECTIONS = 16  # of a process; a server has 100 unless it is told otherwise
SECONDS_FOR_CONNECTION = 5
SECONDS_FOR_STATEMENT = 30
SECONDS_FOR_IDLE_TRANSACTION = 60
# Of a server that is gone without a word (a host without power, a network that is cut) everybody
# learns within half a minute, also who only listens.
KEPT_ALIVE = {
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 4,
    "tcp_user_timeout": 30_000,  # milliseconds
}
SECRETS = ("password", "passfile", "sslpassword")  # of an address, behind its question mark
ENCODING = "UTF8"
MIGRATING = 7_310_601  # of the advisory lock; any number that nobody else uses here


class PostgresqlBackend:
    """A database of a server; a lock is waited for during *busy_seconds*.

    Whoever reads sees one moment of it (REPEATABLE READ). Whoever writes sees what was committed
    (READ COMMITTED): every transaction begins by moving the revision of a sheet or a group on, and
    waits there for any other that does so too.
    """

    writing: Mapping[str, Any] = {"isolation_level": "READ COMMITTED"}
    file = None

    def __init__(self, url: URL, *, busy_seconds: float, connections: int = CONNECTIONS) -> None:
        if not url.database:
            raise UnusableDatabaseError("database_without_name")
        if find_spec(DRIVER) is None:
            raise UnusableDatabaseError("no_driver", command=INSTALL_DRIVER)
        self.url = url.set(drivername=f"postgresql+{DRIVER}")
        self._busy_seconds = busy_seconds
        self._connections = connections

    @property
    def place(self) -> str:
        """Its address, without a password."""
        shown = self.url.set(drivername="postgresql").difference_update_query(SECRETS)
        return shown.render_as_string(hide_password=True)

    @property
    def engine_options(self) -> Mapping[str, Any]:
        """A bounded pool; nothing is waited for without an end."""
        limits = {
            "lock_timeout": self._busy_seconds,
            "statement_timeout": SECONDS_FOR_STATEMENT,
            "idle_in_transaction_session_timeout": SECONDS_FOR_IDLE_TRANSACTION,
        }
        set_up = [f"-c {name}={int(1000 * seconds)}" for name, seconds in limits.items()]
        said = self.url.query  # by whoever runs the server, and goes before what we would say
        own = said.get("options", "")
        set_up += [own] if isinstance(own, str) else own
        ours = {
            "application_name": "scorekeeper",
            "client_encoding": "utf8",  # also where the database says of its own that it has none
            "connect_timeout": SECONDS_FOR_CONNECTION,
            **KEPT_ALIVE,
        }
        return {
            "isolation_level": "REPEATABLE READ",
            "pool_size": self._connections,
            "max_overflow": 0,
            "pool_timeout": self._busy_seconds,
            "connect_args": {
                **{name: value for name, value in ours.items() if name not in said},
                "options": " ".join(("-c timezone=UTC", *set_up)),
            },
        }

    def listen(self, engine: Engine) -> None:
        """Nothing: the options of a connection say it all."""

    @contextmanager
    def committing(self, connection: Connection) -> Iterator[None]:
        """Nothing more: what the server has committed is there."""
        yield

    def notify(self, connection: Connection, changes: Sequence[Change]) -> None:
        """Notify every process at the commit, and none where there is none."""
        notify(connection, changes)

    def send_message(self, engine: Engine, message: Message) -> None:
        """Notify every process, this one too."""
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            send_message(connection, message)

    def feed(self, engine: Engine) -> Notifications:
        """The notifications of all processes, on a connection of its own."""
        return Notifications(engine)

    def verify(self, known: SupportedVersions) -> None:
        """Nothing: the server looks after its files, and they may be large."""

    def create_missing(self) -> None:
        """Nothing: a database is made by whoever runs the server."""

    def lock_migrations(self, connection: Connection) -> None:
        """Wait for any other process that brings the database up to date, however long it takes.

        Raises StoreUnavailableError where the database could not hold every name.
        """
        encoding = connection.execute(text("SHOW server_encoding")).scalar_one()
        if encoding != ENCODING:
            raise StoreUnavailableError(
                f"its encoding is {encoding}, it takes one with {ENCODING}",
                "encoding",
                found=encoding,
                expected=ENCODING,
            )
        connection.execute(text("SET LOCAL lock_timeout = 0"))
        connection.execute(text("SET LOCAL statement_timeout = 0"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": MIGRATING})

    def copy_before_migration(self, present: str, known: SupportedVersions) -> None:
        """None: whoever runs the server keeps backups, and migrations are undone if they fail."""

    def reset_sequences(self, connection: Connection, tables: Sequence[Table]) -> None:
        """Set the sequence of every table to its largest id."""
        for table in tables:
            (column,) = table.primary_key
            sequence = func.pg_get_serial_sequence(table.name, column.name)
            largest = select(func.max(column)).scalar_subquery()
            first = func.coalesce(largest, 1)
            connection.execute(select(func.setval(sequence, first, largest.is_not(None))))

    def overwrite_deleted(self, engine: Engine) -> bool:
        """False: the server gives the space of deleted rows to others when it cleans up."""
        return False

    def close(self, engine: Engine) -> None:
        """Close all connections that nobody uses."""
        engine.dispose()
