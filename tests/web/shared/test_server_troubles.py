"""A database server that stops, refuses or keeps waiting: what was typed is saved once."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from uuid import uuid4

import psycopg
import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, text

from scorekeeper.app import create_app
from scorekeeper.services.live import change_watch
from scorekeeper.services.live.streams import Stream, stream_of_sheet
from scorekeeper.services.sheet.lookup import sheet_by_link
from scorekeeper.store import revisions
from scorekeeper.store.db import (
    close,
    current_connection,
    db,
    execute,
    release_connection,
    transaction,
)
from scorekeeper.store.errors import StoreInterruptedError
from scorekeeper.store.group_queries import group_by_link
from scorekeeper.store.postgresql import CONNECTIONS
from scorekeeper.store.rows import SheetRow
from tests.conftest import migrate
from tests.postgresql.cluster import ADMINISTRATOR, Cluster, shared
from tests.web.element import page_of
from tests.web.table import PLAIN, Form, entry_form, fields_of, open_sheet, play, totals

pytestmark = pytest.mark.xdist_group("server_troubles")  # one server for all of them

SECONDS = 20.0
PLAYED = [102, 60]
TERMINATE = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = %s"
LISTENING = " AND query LIKE 'LISTEN%%'"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A server that is nobody else's."""
    with shared(tmp_path_factory.mktemp("server")) as cluster:
        yield cluster


@pytest.fixture
def database_url(server: Cluster) -> Iterator[str]:
    name = f"test_{uuid4().hex}"
    yield server.create(name, server.template("migrated", migrate))
    server.drop(name)


@pytest.fixture
def database_name(database_url: str) -> str:
    return database_url.rpartition("/")[2]


def administer(server: Cluster, statement: str, *parameters: str) -> int:
    """Have the administrator do something, and say to how many rows."""
    how = {"host": str(server.folder), "port": server.port, "user": ADMINISTRATOR}
    with psycopg.connect(**how, autocommit=True) as connection:  # type: ignore[arg-type]
        return connection.execute(statement, parameters or None).rowcount


@contextmanager
def altered(server: Cluster, name: str, trouble: str, cure: str) -> Iterator[None]:
    """A database that every new connection finds altered."""
    administer(server, f'ALTER DATABASE "{name}" {trouble}')
    administer(server, TERMINATE, name)
    yield
    administer(server, f'ALTER DATABASE "{name}" {cure}')
    administer(server, TERMINATE, name)


def refused(client: FlaskClient, sheet: str, form: Form) -> Form:
    """The form that comes back with a 503, to be sent again."""
    answer = client.post(f"{sheet}rounds/new/deal", data=form | PLAIN)
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]
    kept = page_of(answer.text).select_one("main form")
    assert kept is not None
    assert str(kept["action"]).endswith(f"{sheet}rounds/new/deal")
    fields = fields_of(kept)
    assert fields.items() >= (form | PLAIN).items()
    return fields


def saved_once(client: FlaskClient, sheet: str, form: Form) -> None:
    for _ in range(2):
        assert client.post(f"{sheet}rounds/new/deal", data=form).status_code == 303
    assert totals(client, sheet) == PLAYED


def test_a_form_is_kept_while_the_server_stands_still_and_saved_once_when_it_is_back(
    client: FlaskClient, server: Cluster
) -> None:
    sheet = open_sheet(client)
    form = entry_form(client, sheet)
    server.stop()
    try:
        assert client.get(sheet).status_code == 503
        kept = refused(client, sheet, form)
    finally:
        server.start()
    saved_once(client, sheet, kept)


def test_nobody_notices_a_server_that_has_crashed_and_is_back(
    client: FlaskClient, server: Cluster
) -> None:
    sheet = open_sheet(client)
    server.restart("immediate")
    play(client, sheet)
    assert totals(client, sheet) == PLAYED


def test_a_server_that_may_only_be_read_is_read(
    client: FlaskClient, server: Cluster, database_name: str
) -> None:
    sheet = open_sheet(client)
    form = entry_form(client, sheet)
    read_only = "SET default_transaction_read_only = on"
    with altered(server, database_name, read_only, "RESET default_transaction_read_only"):
        assert totals(client, sheet) == [0, 0]
        kept = refused(client, sheet, form)
    saved_once(client, sheet, kept)


def test_a_server_with_too_many_connections_keeps_the_form(
    client: FlaskClient, server: Cluster, database_name: str
) -> None:
    sheet = open_sheet(client)
    form = entry_form(client, sheet)
    with altered(server, database_name, "CONNECTION LIMIT 0", "CONNECTION LIMIT -1"):
        assert client.get(sheet).status_code == 503
        kept = refused(client, sheet, form)
    saved_once(client, sheet, kept)


def test_so_does_a_process_whose_connections_are_all_in_use(
    app: Flask, client: FlaskClient
) -> None:
    sheet = open_sheet(client)
    form = entry_form(client, sheet)
    with app.app_context():
        engine = db.engine
    with ExitStack() as used:
        for _ in range(CONNECTIONS):
            used.enter_context(engine.connect())
        kept = refused(client, sheet, form)
    saved_once(client, sheet, kept)


def test_a_lock_is_not_waited_for_without_an_end(client: FlaskClient, database_url: str) -> None:
    sheet = open_sheet(client)
    form = entry_form(client, sheet)
    with psycopg.connect(database_url) as other:
        other.execute("SELECT 1 FROM sheets FOR UPDATE")
        assert totals(client, sheet) == [0, 0]
        kept = refused(client, sheet, form)
    saved_once(client, sheet, kept)


def test_a_transaction_that_the_server_has_ended_is_let_go_of(app: Flask) -> None:
    with app.app_context():
        is_there = select(text("1")).select_from(text("pg_stat_activity WHERE pid = :pid"))
        pid = execute(text("SELECT pg_backend_pid()")).scalar_one()
        execute(text("SET idle_in_transaction_session_timeout = 1"))  # the last word
        with db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as other:
            while other.execute(is_there, {"pid": pid}).scalar() is not None:
                pass
        with pytest.raises(StoreInterruptedError):
            group_by_link("x")
        current_connection().rollback()
        assert group_by_link("x") is None


# ---- Streams ------------------------------------------------------------------------------------


@pytest.fixture
def row(app: Flask, client: FlaskClient) -> Iterator[SheetRow]:
    link = open_sheet(client).split("/")[2]
    with app.app_context():
        found = sheet_by_link(link, 1)
        assert found is not None
        release_connection()
        yield found
        change_watch.stop(app)


def following(row: SheetRow) -> Stream:
    stream = stream_of_sheet(row, row.link)
    assert change_watch.listen(stream)
    stream.wait(2 * change_watch.SECONDS_BETWEEN_LOOKS)
    return stream


def is_told(stream: Stream, revision: int) -> bool:
    while stream.revision < revision and stream.wait(SECONDS):
        pass
    return stream.revision == revision


def move_elsewhere(url: str, row: SheetRow) -> None:
    """Write as another process does."""
    elsewhere = create_app({"DATABASE": url})
    with elsewhere.app_context(), transaction():
        revisions.advance_sheet(row.id, row.revision)
    close(elsewhere)


def test_who_listens_is_told_after_the_connection_was_lost(
    server: Cluster, row: SheetRow, database_url: str, database_name: str
) -> None:
    stream = following(row)
    assert administer(server, TERMINATE + LISTENING, database_name) == 1
    move_elsewhere(database_url, row)
    assert is_told(stream, row.revision + 1)


def test_who_listens_is_told_after_the_server_has_crashed(
    server: Cluster, row: SheetRow, database_url: str
) -> None:
    stream = following(row)
    server.restart("immediate")
    move_elsewhere(database_url, row)
    assert is_told(stream, row.revision + 1)
