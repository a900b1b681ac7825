"""What watches over the server asks two questions, and learns nothing else."""

import re
import sqlite3
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper import paths
from scorekeeper.app import create_app
from scorekeeper.store.db import db
from tests.conftest import migrate
from tests.postgresql.cluster import Cluster
from tests.web.counting import queries

PROBES = ("/healthz", "/readyz")


def set_revision(database: Path, revision: str) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", [revision])
    connection.close()


def is_told(answer: TestResponse, status: int, words: str) -> bool:
    return (answer.status_code, answer.mimetype, answer.text) == (
        status,
        "text/plain",
        words + "\n",
    )


def test_a_living_process_says_so_without_its_database(app: Flask, client: FlaskClient) -> None:
    with queries(app) as asked:
        assert is_told(client.get("/healthz"), 200, "alive")
    assert asked == []


@pytest.mark.both_databases
def test_it_is_ready_where_the_database_is_up_to_date(app: Flask, client: FlaskClient) -> None:
    client.get("/readyz")
    with queries(app) as asked:
        assert is_told(client.get("/readyz"), 200, "ready")
    assert len(asked) == 1


def test_it_is_not_ready_before_the_database_is_migrated(
    client: FlaskClient, database: Path
) -> None:
    set_revision(database, "0001")
    assert is_told(client.get("/readyz"), 503, "the database is not up to date")
    assert client.get("/healthz").status_code == 200


def test_it_is_not_ready_with_an_empty_database(tmp_path: Path) -> None:
    (tmp_path / "empty.sqlite").touch()
    app = create_app({"DATABASE": f"sqlite:///{tmp_path / 'empty.sqlite'}"})
    assert is_told(app.test_client().get("/readyz"), 503, "the database is not up to date")
    with app.app_context():
        db.engine.dispose()


def test_it_stays_ready_where_a_newer_version_has_migrated_further(
    client: FlaskClient, database: Path
) -> None:
    set_revision(database, "9999")
    assert is_told(client.get("/readyz"), 200, "ready")


def test_without_its_database_it_is_not_ready_and_does_not_say_where_that_was(
    client: FlaskClient, database: Path
) -> None:
    assert client.get("/readyz").status_code == 200
    database.unlink()
    assert is_told(client.get("/readyz"), 503, "the database cannot be reached")
    assert client.get("/healthz").status_code == 200


def test_without_the_log_of_its_database_it_says_what_to_do(
    client: FlaskClient, database: Path
) -> None:
    assert client.get("/readyz").status_code == 200
    database.with_name(f"{database.name}-shm").unlink()
    words = "the database has lost its log: stop the server and start it again"
    assert is_told(client.get("/readyz"), 503, words)
    assert client.get("/healthz").status_code == 200


@pytest.mark.soak(short="test_without_its_database_it_is_not_ready_and_does_not_say_where_that_was")
def test_it_is_ready_again_as_soon_as_the_database_is(own_cluster: Cluster) -> None:
    url = own_cluster.create("probed")
    migrate(url)
    app = create_app({"DATABASE": url})
    client = app.test_client()
    assert is_told(client.get("/readyz"), 200, "ready")
    own_cluster.restart()  # and the connections that are kept are dead
    assert is_told(client.get("/readyz"), 200, "ready")
    own_cluster.stop()
    assert is_told(client.get("/readyz"), 503, "the database cannot be reached")
    own_cluster.start()
    assert is_told(client.get("/readyz"), 200, "ready")
    with app.app_context():
        db.engine.dispose()


@pytest.mark.parametrize("probe", PROBES)
def test_it_may_be_asked_by_any_address_and_nobody_keeps_the_answer(
    database: Path, probe: str
) -> None:
    app = create_app({"DATABASE": f"sqlite:///{database}", "HOSTS": ("cards.example",)})
    client = app.test_client()
    answer = client.get(probe, headers={"Host": "10.1.2.3:8000"})
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in answer.headers
    assert client.get("/", headers={"Host": "10.1.2.3:8000"}).status_code == 400
    assert client.get(probe, headers={"Host": "a b"}).status_code == 400
    with app.app_context():
        db.engine.dispose()


@pytest.mark.parametrize("probe", PROBES)
def test_no_phone_keeps_it_for_the_time_without_a_network(probe: str) -> None:
    script = (paths.folder("static") / "js" / "kept_pages.js").read_text(encoding="utf-8")
    found = re.search(r"^const KEPT_ADDRESS = /(.+)/;$", script, re.MULTILINE)
    assert found
    assert re.fullmatch(found[1], "/offline")
    assert not re.search(found[1], probe)
