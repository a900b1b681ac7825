"""A server's database is brought up to date in one transaction, by one process at a time."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, create_engine, inspect, text

from scorekeeper.app import create_app
from scorekeeper.paths import MIGRATIONS
from scorekeeper.store.db import backend_at, db
from scorekeeper.store.errors import (
    ForeignDatabaseError,
    NewerDatabaseError,
    StoreUnavailableError,
)
from scorekeeper.store.migrate import apply, revisions, upgrade
from scorekeeper.store.tables import Model
from tests.postgresql.cluster import ADMINISTRATOR, OWNER, Cluster
from tests.store.test_migrations import ADD, migrations_with_one_more
from tests.web.table import open_sheet, play, totals

HOSTS = 4
FOLDER = Path(__file__).resolve().parents[2]
MIGRATE = """
import sys
from pathlib import Path
from sqlalchemy import create_engine
from alembic import command
from scorekeeper.store.migrate import upgrade

sys.stdout.write("ready\\n")
sys.stdout.flush()
sys.stdin.readline()
upgrade(create_engine(sys.argv[1]), Path(sys.argv[2]))
"""
GROUP = "INSERT INTO groups (link, revision, created_at) VALUES ('link', 0, now())"
SHEET = """
INSERT INTO sheets (group_id, number, game, revision, key, put_away, created_at)
SELECT id, 1, 'tapp', 1, 'key', FALSE, now() FROM groups
"""


@pytest.fixture
def engine(empty_postgresql: str) -> Iterator[Engine]:
    made = create_engine(empty_postgresql)
    yield made
    made.dispose()


def content(engine: Engine) -> dict[str, list[tuple[object, ...]]]:
    """Everything in a database, its structure too."""
    with engine.connect() as connection:
        columns = connection.execute(
            text(
                "SELECT table_name, column_name, data_type FROM information_schema.columns "
                "WHERE table_schema = 'public' ORDER BY 1, 2"
            )
        ).all()
        indexes = connection.execute(
            text("SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1")
        ).all()
        rows = {
            table: connection.execute(text(f'SELECT * FROM "{table}" ORDER BY 1')).all()
            for table in inspect(connection).get_table_names()
        }
    found = {"columns": columns, "indexes": indexes, **rows}
    return {name: [tuple(row) for row in each] for name, each in found.items()}


def run(engine: Engine, *statements: str) -> None:
    with engine.begin() as connection:
        for each in statements:
            connection.execute(text(each))


def test_the_migrations_make_what_the_models_say(engine: Engine) -> None:
    assert upgrade(engine) is None
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Model.metadata) == []
        assert context.get_current_revision() == revisions()[-1]


def test_a_database_of_every_older_version_is_brought_up_to_date(engine: Engine) -> None:
    older = revisions()[:-1]
    assert older
    for before in older:
        with engine.begin() as connection:
            connection.execute(text("DROP SCHEMA public CASCADE"))
            connection.execute(text("CREATE SCHEMA public"))
            apply(connection, target=before)
        run(engine, GROUP, SHEET)
        assert upgrade(engine) is None
        found = content(engine)
        ((group, link, *_),) = found["groups"]
        assert (link, found["sheets"][0][1]) == ("link", group), before
        assert set(Model.metadata.tables) <= set(found), before


def test_a_migration_that_breaks_leaves_nothing(engine: Engine, tmp_path: Path) -> None:
    upgrade(engine)
    run(engine, GROUP)
    before = content(engine)
    broken = migrations_with_one_more(tmp_path, ADD + "; raise RuntimeError('broken')")
    with pytest.raises(RuntimeError, match="broken"):
        upgrade(engine, broken)
    assert content(engine) == before


def a_newer_one(engine: Engine, folder: Path) -> None:
    upgrade(engine, migrations_with_one_more(folder, ADD))


def one_of_somebody_else(engine: Engine, _: Path) -> None:
    run(engine, "CREATE TABLE recipes AS SELECT 7 AS eggs")


@pytest.mark.parametrize(
    ("make", "error"),
    [(a_newer_one, NewerDatabaseError), (one_of_somebody_else, ForeignDatabaseError)],
)
def test_a_database_that_is_not_ours_is_refused_and_left_as_it_is(
    engine: Engine,
    tmp_path: Path,
    make: Callable[[Engine, Path], None],
    error: type[Exception],
) -> None:
    make(engine, tmp_path)
    before = content(engine)
    with pytest.raises(error):
        upgrade(engine)
    assert content(engine) == before


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
def test_a_database_that_cannot_hold_every_name_is_refused(
    cluster: Cluster, engine: Engine, encoding: str
) -> None:
    how = ("-h", str(cluster.folder), "-p", str(cluster.port), "-U", ADMINISTRATOR)
    name = f"{engine.url.database}_latin"
    how_made = f"TEMPLATE template0 ENCODING {encoding} LOCALE 'C'"
    create = f"CREATE DATABASE {name} OWNER {OWNER} {how_made}"
    cluster.run("psql", *how, "-c", create)
    backend = backend_at(cluster.url(name))
    latin = create_engine(backend.url, **backend.engine_options)
    with pytest.raises(StoreUnavailableError, match=encoding):
        upgrade(latin)
    assert inspect(latin).get_table_names() == []
    latin.dispose()
    cluster.drop(name)


def start_together(url: str, folders: list[Path]) -> list[str]:
    """What processes say that bring the same database up to date at the same moment."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", MIGRATE, url, folder],
            cwd=FOLDER,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for folder in folders
    ]
    for each in processes:
        assert each.stdout is not None
        assert each.stdout.readline() == "ready\n"
    for each in processes:  # all of them stand at the same line
        assert each.stdin is not None
        each.stdin.write("go\n")
        each.stdin.flush()
    return [each.communicate(timeout=60)[1] for each in processes]


def test_hosts_that_start_together_migrate_once(engine: Engine, empty_postgresql: str) -> None:
    assert start_together(empty_postgresql, [MIGRATIONS] * 2) == ["", ""]
    assert content(engine)["alembic_version"] == [(revisions()[-1],)]


@pytest.mark.soak(short="test_hosts_that_start_together_migrate_once")
def test_hosts_that_start_together_migrate_once_however_often(
    cluster: Cluster, tmp_path: Path
) -> None:
    newer = migrations_with_one_more(tmp_path, ADD)
    for attempt in range(8):
        url = cluster.create(f"together_{attempt}")
        engine = create_engine(url)
        assert start_together(url, [MIGRATIONS] * HOSTS) == [""] * HOSTS
        said = start_together(url, [MIGRATIONS, newer] * 2)
        assert all(not words or "newer version of Scorekeeper" in words for words in said)
        assert content(engine)["alembic_version"] == [("next",)]
        engine.dispose()
        cluster.drop(f"together_{attempt}")


def test_this_version_writes_beside_a_newer_one(
    engine: Engine, empty_postgresql: str, tmp_path: Path
) -> None:
    upgrade(engine)
    app = create_app({"DATABASE": empty_postgresql})
    client = app.test_client()
    sheet = open_sheet(client)
    play(client, sheet)
    upgrade(engine, migrations_with_one_more(tmp_path, ADD))
    shutil.rmtree(tmp_path / "migrations")
    play(client, sheet)
    assert totals(client, sheet) == [204, 120]
    other = open_sheet(client)
    play(client, other)
    assert totals(client, other) == [102, 60]
    with app.app_context():
        db.engine.dispose()
