"""PostgreSQL, the database of a host with several processes or machines, as a backend.

What has changed, and what processes say to each other, is told by LISTEN and NOTIFY: the
notification of a change is sent inside the transaction that writes, so it arrives if and only if
that is committed. It names rows by their ids, and holds no link and no name.
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import blake2s
from importlib.util import find_spec
from itertools import chain, starmap
from typing import Any

from sqlalchemy import URL, Connection, Engine, RootTransaction, Table, func, select, text
from sqlalchemy.exc import DBAPIError

from scorekeeper.store.backend import Backend, ChangeFeed
from scorekeeper.store.changes import Change, LinksEnded, Moved
from scorekeeper.store.errors import StoreUnavailableError, UnusableDatabaseError

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
CHANGES, MESSAGES = "scorekeeper_changes", "scorekeeper_messages"  # channels
# Of the database in its cluster, of the cluster, and of how often a backup took its place;
# not every server tells more than the first.
IDENTITY = (
    "SELECT oid::bigint FROM pg_database WHERE datname = current_database()",
    "SELECT system_identifier FROM pg_control_system()",
    "SELECT left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)",
)
NOTIFY = text("SELECT pg_notify(:channel, :payload)")
BYTES_AT_MOST = 7_900  # of a notification; PostgreSQL takes 8,000
EVERYTHING = "*"  # instead of more than that
MOVED, LINKS = "moved", "links"


class PostgresqlBackend(Backend):
    """A database of a server; a lock is waited for during *busy_seconds*.

    Whoever reads sees one moment of it (REPEATABLE READ). Whoever writes sees what was committed
    (READ COMMITTED): every transaction begins by moving the revision of a sheet or a group on, and
    waits there for any other that does so too. Files and backups are looked after by whoever runs
    the server, and a database is made there; a migration that fails is undone. The space of deleted
    rows is given to others when the server cleans up.
    """

    def __init__(self, url: URL, *, busy_seconds: float) -> None:
        if not url.database:
            raise UnusableDatabaseError("database_without_name")
        if find_spec(DRIVER) is None:
            raise UnusableDatabaseError("no_driver", command=INSTALL_DRIVER)
        self.url = url.set(drivername=f"postgresql+{DRIVER}")
        shown = url.set(drivername="postgresql").difference_update_query(SECRETS)
        self.place = shown.render_as_string(hide_password=True)
        self.engine_options = _engine_options(url, busy_seconds)

    def copy_id(self, engine: Engine) -> str:
        """A digest of what tells the database from any other, and from itself brought back."""
        first, *others = map(text, IDENTITY)
        with engine.connect() as connection:
            told = [connection.execute(first).scalar_one()]
        for each in others:
            with suppress(DBAPIError), engine.connect() as connection:
                told.append(connection.execute(each).scalar_one())
        return blake2s(repr(told).encode(), digest_size=6).hexdigest()

    def begin_writing(self, connection: Connection) -> RootTransaction:
        """Begin one that sees whatever others have committed by each of its statements."""
        return connection.execution_options(isolation_level="READ COMMITTED").begin()

    def notify(self, connection: Connection, changes: Sequence[Change]) -> None:
        """Notify every process at the commit, and none where there is none."""
        if changes:
            payload = json.dumps([_as_list(change) for change in changes], separators=(",", ":"))
            said = payload if len(payload) <= BYTES_AT_MOST else EVERYTHING
            connection.execute(NOTIFY, {"channel": CHANGES, "payload": said})

    def send_message(self, engine: Engine, message: str) -> None:
        """Notify every process, this one too; one that is too long is heard by nobody."""
        if len(message.encode()) > BYTES_AT_MOST:
            return
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(NOTIFY, {"channel": MESSAGES, "payload": message})

    def feed(self, engine: Engine) -> "Notifications":
        """The notifications of all processes, on a connection of its own."""
        return Notifications(engine)

    def lock_migrations(self, connection: Connection) -> None:
        """Wait for any other process that brings the database up to date, however long it takes.

        Raises StoreUnavailableError where the database could not hold every name.
        """
        encoding = connection.execute(text("SHOW server_encoding")).scalar_one()
        if encoding != ENCODING:
            raise StoreUnavailableError(code="encoding", found=encoding, expected=ENCODING)
        connection.execute(text("SET LOCAL lock_timeout = 0"))
        connection.execute(text("SET LOCAL statement_timeout = 0"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": MIGRATING})

    def try_lock(self, connection: Connection, number: int) -> bool:
        """Whether the lock is free in this database, whose locks are none of any other one."""
        return bool(connection.scalar(select(func.pg_try_advisory_xact_lock(number))))

    def reset_sequences(self, connection: Connection, tables: Sequence[Table]) -> None:
        """Set the sequence of every table to its largest id."""
        for table in tables:
            (column,) = table.primary_key
            sequence = func.pg_get_serial_sequence(table.name, column.name)
            largest = select(func.max(column)).scalar_subquery()
            first = func.coalesce(largest, 1)
            connection.execute(select(func.setval(sequence, first, largest.is_not(None))))


def _engine_options(url: URL, busy_seconds: float) -> Mapping[str, Any]:
    """A bounded pool; nothing is waited for without an end."""
    limits = {
        "lock_timeout": busy_seconds,
        "statement_timeout": SECONDS_FOR_STATEMENT,
        "idle_in_transaction_session_timeout": SECONDS_FOR_IDLE_TRANSACTION,
    }
    set_up = [f"-c {name}={int(1000 * seconds)}" for name, seconds in limits.items()]
    said = url.query  # by whoever runs the server, and goes before what we would say
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
        "pool_size": CONNECTIONS,
        "max_overflow": 0,
        "pool_timeout": busy_seconds,
        "connect_args": {
            **{name: value for name, value in ours.items() if name not in said},
            "options": " ".join(("-c timezone=UTC", *set_up)),
        },
    }


class Notifications(ChangeFeed):
    """A connection that listens; the first thing it says is to look at everything."""

    def __init__(self, engine: Engine) -> None:
        pooled = engine.raw_connection()
        self._connection: Any = pooled.driver_connection
        pooled.detach()  # from now on it is none of the pool's
        self._is_behind = True

    def wait(self, seconds: float) -> Sequence[Change | str] | None:
        """What was committed or said, as soon as it is; None: look at everything."""
        if self._is_behind:  # at first, and behind what could not be read; LISTEN may be repeated
            self._connection.autocommit = True
            self._connection.execute(f"LISTEN {CHANGES}; LISTEN {MESSAGES}")
            self._is_behind = False
            return None
        told = list(self._connection.notifies(timeout=seconds, stop_after=1))
        messages = [notice.payload for notice in told if notice.channel == MESSAGES]
        try:
            lists = [json.loads(notice.payload) for notice in told if notice.channel == CHANGES]
            return [*starmap(_change, chain.from_iterable(lists)), *messages]
        except (ValueError, TypeError):  # everything, or what another version says
            self._is_behind = True
            return messages


def _as_list(change: Change) -> list[str | int | None]:
    if isinstance(change, LinksEnded):
        return [LINKS, change.group_id]
    return [MOVED, change.group_id, change.revision, change.sheet_id]


def _change(kind: str, group_id: int, revision: int = 0, sheet_id: int | None = None) -> Change:
    if kind == LINKS:
        return LinksEnded(group_id, frozenset())
    return Moved(group_id, revision, sheet_id)
