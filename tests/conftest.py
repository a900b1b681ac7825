"""A real application on a real database file, fresh for every test."""

import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.app import create_app
from scorekeeper.printing.queue import PrintQueue
from scorekeeper.store.db import db
from scorekeeper.store.migrate import upgrade

ZONES = ("UTC", "Pacific/Kiritimati", "Etc/GMT+12", "Asia/Kathmandu")


@pytest.fixture(params=ZONES)
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A host somewhere on earth."""
    with monkeypatch.context() as there:
        there.setenv("TZ", request.param)
        time.tzset()
        yield
    time.tzset()


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database that every migration has been applied to, to be copied."""
    path = tmp_path_factory.mktemp("database") / "empty.sqlite"
    app = create_app({"DATABASE": f"sqlite:///{path}"})
    with app.app_context():
        upgrade(db.engine)
        db.session.connection().exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        db.session.remove()
        db.engine.dispose()
    return path


@pytest.fixture
def database(empty_database: Path, tmp_path: Path) -> Path:
    """A database of one's own."""
    return Path(shutil.copy(empty_database, tmp_path / "scorekeeper.sqlite"))


@pytest.fixture
def app(database: Path, print_queue: PrintQueue) -> Iterator[Flask]:
    """The application as it is served, but quick to give up on a locked database."""
    app = create_app({"DATABASE": f"sqlite:///{database}", "BUSY_SECONDS": 0.1})
    app.extensions["print_queue"] = print_queue
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.fixture(scope="session")
def print_queue() -> Iterator[PrintQueue]:
    """One print_queue for all tests that print, with time enough on a busy machine."""
    print_queue = PrintQueue(seconds=120)
    yield print_queue
    print_queue.close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A phone that speaks English."""
    client = app.test_client()
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client
