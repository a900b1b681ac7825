"""Bringing the database up to date, with a copy of it kept beside it."""

from datetime import datetime
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, inspect

from scorekeeper.paths import MIGRATIONS
from scorekeeper.store.backup import OccupiedError, copy_database
from scorekeeper.store.errors import ForeignDatabaseError, NewerDatabaseError, StoreUnavailableError
from scorekeeper.store.verification import Known


def alembic_config(migrations: Path = MIGRATIONS) -> Config:
    """The settings of Alembic, with the migrations that travel with the package."""
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    return config


def create_missing(path: Path) -> None:
    """Make an empty database where there is none; raises StoreUnavailableError."""
    try:
        with path.open("xb"):
            pass
    except FileExistsError:
        pass
    except OSError as error:
        raise StoreUnavailableError(str(error.strerror)) from error


def upgrade(engine: Engine, migrations: Path = MIGRATIONS) -> Path | None:
    """Apply what is missing; returns the copy kept of a database that was there before.

    A database that is not there is made. Raises NewerDatabaseError or ForeignDatabaseError, and
    leaves such a database as it is.
    """
    path = Path(engine.url.database or "")
    create_missing(path)
    config = alembic_config(migrations)
    script = ScriptDirectory.from_config(config)
    with engine.connect() as connection:
        present = MigrationContext.configure(connection).get_current_revision()
        if present is None and inspect(connection).get_table_names():
            raise ForeignDatabaseError
    if present == script.get_current_head():
        return None
    known = revisions(script)
    if present is not None and present not in known:
        raise NewerDatabaseError(present)
    copy = _kept_copy(path, present, Known(known)) if present is not None else None
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    return copy


def revisions(script: ScriptDirectory | None = None) -> frozenset[str]:
    """All migrations that this version of the program knows."""
    script = script or ScriptDirectory.from_config(alembic_config())
    return frozenset(each.revision for each in script.walk_revisions())


def _kept_copy(path: Path, present: str, known: Known) -> Path:
    """A verified copy beside the database; raises StoreUnavailableError where none can be kept."""
    stamp = f"{datetime.now():%Y%m%d-%H%M%S}"
    copy = path.with_name(f"{path.stem}.before-{present}.{stamp}{path.suffix}")
    try:
        return copy_database(path, copy, known).path
    except (OSError, OccupiedError) as error:
        raise StoreUnavailableError(
            f"no copy of it can be kept before the update: {error}"
        ) from error
