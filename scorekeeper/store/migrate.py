"""Bringing the database up to date, with a copy of it kept beside it."""

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine

from scorekeeper.paths import MIGRATIONS


class NewerDatabaseError(RuntimeError):
    """The database was written by a newer version of the program."""

    def __init__(self, present: str) -> None:
        super().__init__(
            f"this database was written by a newer version of Scorekeeper ({present}); "
            "nothing was changed, please use that version"
        )


def alembic_config(migrations: Path = MIGRATIONS) -> Config:
    """The settings of Alembic, with the migrations that travel with the package."""
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    return config


def upgrade(engine: Engine, migrations: Path = MIGRATIONS) -> Path | None:
    """Apply what is missing; returns the copy kept of a database that was there before.

    Raises NewerDatabaseError, and leaves such a database as it is.
    """
    config = alembic_config(migrations)
    script = ScriptDirectory.from_config(config)
    newest = script.get_current_head()
    with engine.connect() as connection:
        present = MigrationContext.configure(connection).get_current_revision()
    if present == newest:
        return None
    if present is not None and present not in {each.revision for each in script.walk_revisions()}:
        raise NewerDatabaseError(present)
    copy = _copy(engine, present) if present is not None else None
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    return copy


def _copy(engine: Engine, present: str) -> Path | None:
    """A copy of the file of an embedded database, made safely while others read it."""
    name = engine.url.database
    if not name or name == ":memory:":
        return None
    path = Path(name)
    stamp = f"{datetime.now():%Y%m%d-%H%M%S}"
    copy = path.with_name(f"{path.stem}.before-{present}.{stamp}{path.suffix}")
    try:
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
    except sqlite3.Error:
        copy.unlink(missing_ok=True)  # half a copy is worse than none
        raise
    return copy
