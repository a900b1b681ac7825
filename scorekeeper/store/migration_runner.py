"""Running migrations by Alembic."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

from scorekeeper.paths import MIGRATIONS


def alembic_config(migrations: Path = MIGRATIONS) -> Config:
    """The settings of Alembic, with the migrations that travel with the package."""
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    return config


def apply(connection: Connection, migrations: Path = MIGRATIONS, target: str = "head") -> None:
    """Apply the migrations that are missing, up to *target*, in the transaction that runs."""
    config = alembic_config(migrations)
    config.attributes["connection"] = connection
    command.upgrade(config, target)
