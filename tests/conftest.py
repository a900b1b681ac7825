"""A real application on a real database file, fresh for every test."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.app import create_app
from scorekeeper.press import Press
from scorekeeper.store.db import db
from scorekeeper.store.migrate import bring_up_to_date


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database that every migration has been applied to, to be copied."""
    path = tmp_path_factory.mktemp("database") / "empty.sqlite"
    app = create_app({"DATABASE": f"sqlite:///{path}"})
    with app.app_context():
        bring_up_to_date(db.engine)
        db.session.connection().exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        db.session.remove()
        db.engine.dispose()
    return path


@pytest.fixture
def database(empty_database: Path, tmp_path: Path) -> Path:
    """A database of one's own."""
    return Path(shutil.copy(empty_database, tmp_path / "scorekeeper.sqlite"))


@pytest.fixture
def app(database: Path, press: Press) -> Iterator[Flask]:
    """The application as it is served, but quick to give up on a locked database."""
    app = create_app({"DATABASE": f"sqlite:///{database}", "BUSY_SECONDS": 0.1})
    app.extensions["press"] = press
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.fixture(scope="session")
def press() -> Iterator[Press]:
    """One press for all tests that print, with time enough on a busy machine."""
    press = Press(seconds=120)
    yield press
    press.close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A phone that speaks English."""
    client = app.test_client()
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client
