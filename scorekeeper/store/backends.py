"""Which databases there are, by their addresses."""

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from scorekeeper.store.backend import Backend
from scorekeeper.store.errors import UnusableDatabaseError
from scorekeeper.store.postgresql.backend import PostgresqlBackend
from scorekeeper.store.sqlite.backend import SqliteBackend

SYNCHRONOUS = "FULL"  # what was acknowledged survives a power cut
BUSY_SECONDS = 5


def backend_at(
    url: str, *, synchronous: str = SYNCHRONOUS, busy_seconds: float = BUSY_SECONDS
) -> Backend:
    """The backend of a database by its address; raises UnusableDatabaseError."""
    try:
        address = make_url(url)
        name = address.get_backend_name()
    except (ArgumentError, ValueError):  # it may hold a password: it is not repeated
        raise UnusableDatabaseError("no_database_address") from None
    match name:
        case "sqlite":
            return SqliteBackend(address, synchronous=synchronous, busy_seconds=busy_seconds)
        case "postgresql" | "postgres":
            return PostgresqlBackend(address, busy_seconds=busy_seconds)
    raise UnusableDatabaseError("unsupported_database", name=name)
