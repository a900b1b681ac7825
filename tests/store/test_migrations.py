"""Databases are brought up to date, and none is lost on the way."""

import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, create_engine, event, inspect

from scorekeeper.paths import MIGRATIONS
from scorekeeper.services.hosting.readiness import known_to_this_version
from scorekeeper.store.backend import SupportedVersions
from scorekeeper.store.errors import (
    DamagedDatabaseError,
    ForeignDatabaseError,
    NewerDatabaseError,
)
from scorekeeper.store.migrate import apply, revisions, upgrade
from scorekeeper.store.secret_links import LENGTH
from scorekeeper.store.sqlite.backend import SqliteBackend
from scorekeeper.store.sqlite.verification import verified_content
from scorekeeper.store.tables import Model

NEXT = '''"""A column more."""

import sqlalchemy as sa
from alembic import op

revision = "next"
down_revision = "{before}"


def upgrade() -> None:
    {act}
'''
ADD = 'op.add_column("groups", sa.Column("colour", sa.String(10)))'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "evening.sqlite"


@pytest.fixture
def engine(file: Path) -> Iterator[Engine]:
    made = create_engine(f"sqlite:///{file}")

    # As the program opens it: without this, a broken migration would leave half of itself.
    @event.listens_for(made, "connect")
    def say_begin_ourselves(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None

    @event.listens_for(made, "begin")
    def begin(connection: object) -> None:
        connection.exec_driver_sql("BEGIN")  # type: ignore[attr-defined]

    yield made
    made.dispose()


def migrations_with_one_more(folder: Path, act: str) -> Path:
    copied = folder / "migrations"
    shutil.copytree(MIGRATIONS, copied, ignore=shutil.ignore_patterns("__pycache__"))
    before = sorted(path.name[:4] for path in (copied / "versions").glob("*.py"))[-1]
    (copied / "versions" / "next.py").write_text(NEXT.format(before=before, act=act))
    return copied


def upgrade_to(engine: Engine, revision: str) -> None:
    with engine.connect() as connection, connection.begin():
        apply(connection, target=revision)


def groups_in(file: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("SELECT * FROM groups").fetchall()


def add_group(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(
            "INSERT INTO groups (id, link, revision, created_at)"
            " VALUES (1, 'link', 0, '2026-11-20 20:00:00')"
        )


def copies(file: Path) -> list[Path]:
    return sorted(file.parent.glob("evening.before-*"))


def test_a_fresh_database_gets_every_table_and_no_copy(engine: Engine, file: Path) -> None:
    assert upgrade(engine) is None
    assert set(Model.metadata.tables) <= set(inspect(engine).get_table_names())
    assert copies(file) == []


def test_the_migrations_make_what_the_models_say(engine: Engine) -> None:
    upgrade(engine)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Model.metadata) == []


def test_a_database_that_is_up_to_date_is_left_alone(engine: Engine, file: Path) -> None:
    upgrade(engine)
    assert upgrade(engine) is None
    assert copies(file) == []


def test_a_copy_is_kept_before_an_older_database_changes(
    engine: Engine, file: Path, tmp_path: Path
) -> None:
    upgrade(engine)
    add_group(file)
    kept = upgrade(engine, migrations_with_one_more(tmp_path, ADD))
    assert kept is not None
    assert copies(file) == [kept]
    (as_it_was,) = groups_in(kept)
    assert groups_in(file) == [(*as_it_was, None)]


def test_of_two_that_begin_together_one_keeps_a_copy(
    engine: Engine, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    upgrade(engine)
    add_group(file)
    migrations = migrations_with_one_more(tmp_path, ADD)
    kept = list[Path | None]()
    copied = SqliteBackend.copy_before_migration

    def slower(self: SqliteBackend, present: str, known: SupportedVersions) -> Path:
        monkeypatch.setattr(SqliteBackend, "copy_before_migration", copied)
        copy = copied(self, present, known)
        kept.append(upgrade(engine, migrations))
        return copy

    monkeypatch.setattr(SqliteBackend, "copy_before_migration", slower)
    assert upgrade(engine, migrations) is None
    assert copies(file) == kept


@pytest.mark.parametrize("before", ["0001", "0002", "0003", "0004", "0005"])
def test_a_database_of_every_older_version_is_copied_and_brought_up_to_date(
    engine: Engine, file: Path, before: str
) -> None:
    upgrade_to(engine, before)
    add_group(file)
    kept = upgrade(engine)
    assert kept is not None
    (as_it_was,), (now,) = groups_in(kept), groups_in(file)
    assert now[: len(as_it_was)] == as_it_was
    assert set(Model.metadata.tables) <= set(inspect(engine).get_table_names())
    for path in (kept, file):
        known = SupportedVersions(frozenset(revisions()), group_types=frozenset())
        content = verified_content(path, known)
        assert content is not None
        assert content.groups == 1


def test_digests_of_what_sheets_say_are_worked_out_anew_and_those_of_files_stay(
    engine: Engine, file: Path
) -> None:
    upgrade_to(engine, "0007")
    add_group(file)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(
            "INSERT INTO sheets (group_id, number, game, revision, key, put_away, created_at,"
            " digest, imported) VALUES (1, 1, 'tapp', 1, 'key', 0, '2026-11-20 20:00:00', 'a', 'b')"
        )
    upgrade(engine)
    with closing(sqlite3.connect(file)) as connection:
        found = connection.execute("SELECT digest, imported FROM sheets").fetchall()
    assert found == [(None, "b")]


def test_old_groups_and_sheets_get_links_that_look_each_its_own(engine: Engine, file: Path) -> None:
    upgrade_to(engine, "0004")
    with closing(sqlite3.connect(file)) as connection, connection:
        for group in (1, 2):
            connection.execute(
                "INSERT INTO groups (id, link, revision, created_at)"
                " VALUES (?, ?, 0, '2026-11-20 20:00:00')",
                (group, f"link{group}"),
            )
            connection.execute(
                "INSERT INTO sheets (group_id, number, game, revision, key, put_away, created_at)"
                " VALUES (?, 1, 'tapp', 1, ?, 0, '2026-11-20 20:00:00')",
                (group, f"key{group}"),
            )
    upgrade(engine)
    with closing(sqlite3.connect(file)) as connection:
        query = "SELECT look_link FROM groups UNION ALL SELECT look_link FROM sheets"
        links: list[str] = [link for (link,) in connection.execute(query)]
        assert connection.execute("SELECT link, hidden FROM groups").fetchall() == [
            ("link1", 0),
            ("link2", 0),
        ]
    assert len(set(links)) == 4
    assert all(len(link) == LENGTH and link.isalnum() for link in links)


def test_the_digest_of_a_sheet_with_a_substitute_is_worked_out_anew(
    engine: Engine, file: Path
) -> None:
    upgrade_to(engine, "0007")
    add_group(file)
    with closing(sqlite3.connect(file)) as connection, connection:
        for sheet, kind in ((1, "round"), (2, "substitute")):
            connection.execute(
                "INSERT INTO sheets"
                " (id, group_id, number, key, look_link, digest, game, revision, put_away,"
                " created_at)"
                " VALUES (?, 1, ?, ?, ?, 'known', 'tapp', 1, 0, '2026-11-20 20:00:00')",
                (sheet, sheet, f"key{sheet}", f"look{sheet}"),
            )
            connection.execute(
                "INSERT INTO entries (sheet_id, revision, type, subject, edition, written_at)"
                " VALUES (?, 1, ?, 1, 1, '2026-11-20 20:00:00')",
                (sheet, kind),
            )
    upgrade_to(engine, "0008")
    with closing(sqlite3.connect(file)) as connection:
        digests = connection.execute("SELECT digest FROM sheets ORDER BY id").fetchall()
    assert digests == [("known",), (None,)]


def test_a_table_that_is_missing_is_noticed(engine: Engine, file: Path) -> None:
    upgrade(engine)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("DROP TABLE group_entries")
    with pytest.raises(DamagedDatabaseError, match="no_table: group_entries"):
        verified_content(file, SupportedVersions(frozenset(revisions())))


def test_an_entry_of_a_group_that_this_version_does_not_know_is_noticed(
    engine: Engine, file: Path
) -> None:
    upgrade(engine)
    add_group(file)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(
            "INSERT INTO group_entries "
            "VALUES (1, 1, 1, 'seating', 0, 1, 'true', NULL, NULL, '2026-11-20 20:00:00')"
        )
    with pytest.raises(DamagedDatabaseError, match="unknown_group_entry: 'seating'"):
        verified_content(file, known_to_this_version())


def test_the_copy_is_whole_in_one_file_and_for_its_owner_alone(
    engine: Engine, file: Path, tmp_path: Path
) -> None:
    upgrade(engine)
    file.chmod(0o644)
    with closing(sqlite3.connect(file)) as server:  # it holds a log, as a server does
        server.execute("PRAGMA journal_mode=WAL").fetchone()
        server.execute("SELECT count(*) FROM groups").fetchone()  # from now on it holds it
        add_group(file)
        assert Path(f"{file}-wal").stat().st_size
        kept = upgrade(engine, migrations_with_one_more(tmp_path, ADD))
        assert kept is not None
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
        assert len(groups_in(kept)) == 1
    assert copies(file) == [kept]


def test_without_a_whole_copy_nothing_is_changed(
    engine: Engine, file: Path, tmp_path: Path
) -> None:
    upgrade(engine)
    add_group(file)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE groups SET created_at = 'yesterday'")
    before = file.read_bytes()
    with pytest.raises(DamagedDatabaseError, match="unreadable_row: 1, groups"):
        upgrade(engine, migrations_with_one_more(tmp_path, ADD))
    assert file.read_bytes() == before
    assert copies(file) == []


def test_a_database_of_somebody_else_gets_none_of_our_tables(engine: Engine, file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE recipes (name)")
    before = file.read_bytes()
    with pytest.raises(ForeignDatabaseError):
        upgrade(engine)
    assert file.read_bytes() == before


def test_a_migration_that_breaks_changes_nothing(
    engine: Engine, file: Path, tmp_path: Path
) -> None:
    upgrade(engine)
    add_group(file)
    before = groups_in(file)
    broken = migrations_with_one_more(tmp_path, ADD + "; raise RuntimeError('broken')")
    with pytest.raises(RuntimeError, match="broken"):
        upgrade(engine, broken)
    assert groups_in(file) == before
    assert copies(file) == []
    assert upgrade(engine) is None


def test_a_newer_database_is_refused_in_words_and_left_as_it_is(
    engine: Engine, file: Path, tmp_path: Path
) -> None:
    upgrade(engine, migrations_with_one_more(tmp_path, ADD))
    before = file.read_bytes()
    with pytest.raises(NewerDatabaseError, match="newer version of Scorekeeper"):
        upgrade(engine)
    assert file.read_bytes() == before
    assert copies(file) == []
