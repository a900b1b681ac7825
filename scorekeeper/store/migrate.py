"""Bringing the database up to date, once, however many processes begin with it.

Alembic is loaded only where there is something to do.
"""

from contextlib import ExitStack
from functools import cache
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from scorekeeper.paths import MIGRATIONS
from scorekeeper.store.backend import SupportedVersions
from scorekeeper.store.db import backend_at
from scorekeeper.store.errors import ForeignDatabaseError, NewerDatabaseError

TABLE = "alembic_version"
PRESENT = text(f"SELECT version_num FROM {TABLE}")  # noqa: S608


@cache
def revisions(migrations: Path = MIGRATIONS) -> tuple[str, ...]:
    """All migrations that this version of the program knows, first to last.

    They are numbered: the name of each file begins with its revision.
    """
    names = sorted(path.stem for path in (migrations / "versions").glob("*.py"))
    return tuple(name.partition("_")[0] for name in names)


def present_revision(connection: Connection) -> str | None:
    """The migration that a database is at; None where it is empty.

    Raises ForeignDatabaseError where other tables than ours are in it.
    """
    tables = inspect(connection).get_table_names()
    present = connection.execute(PRESENT).scalar() if TABLE in tables else None
    if present is None and tables not in ([], [TABLE]):
        raise ForeignDatabaseError
    return present


def upgrade(engine: Engine, migrations: Path = MIGRATIONS) -> Path | None:
    """Apply what is missing; returns the copy kept of a database that was there before.

    A database that can be made is made where it is not there. Raises NewerDatabaseError or
    ForeignDatabaseError, and leaves such a database as it is.
    """
    backend = backend_at(engine.url)
    backend.create_missing()
    known = revisions(migrations)
    with engine.connect() as connection:
        present = present_revision(connection)
    if not _is_behind(present, known):
        return None
    copy = None
    if present is not None:
        copy = backend.copy_before_migration(present, SupportedVersions(frozenset(known)))
    with ExitStack() as unless_changed:
        if copy is not None:
            unless_changed.callback(copy.unlink, missing_ok=True)
        with engine.connect() as writing, backend.begin_writing(writing):
            backend.lock_migrations(writing)
            if not _is_behind(present_revision(writing), known):
                return None  # another process was faster, and has its own copy
            apply(writing, migrations)
        unless_changed.pop_all()
    return copy


def _is_behind(present: str | None, known: tuple[str, ...]) -> bool:
    """Whether migrations are missing; raises NewerDatabaseError where an unknown one is there."""
    if present is not None and present not in known:
        raise NewerDatabaseError(present)
    return present != known[-1]


def apply(connection: Connection, migrations: Path = MIGRATIONS, target: str = "head") -> None:
    """Apply the migrations that are missing, up to *target*, in the transaction that runs."""
    from alembic import command, config  # noqa: PLC0415 - loaded only where there is something to do

    settings = config.Config(attributes={"connection": connection})
    settings.set_main_option("script_location", str(migrations).replace("%", "%%"))
    command.upgrade(settings, target)
