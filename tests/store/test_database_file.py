"""Nothing is acknowledged that nobody will find again: the files of a connection are its own."""

import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.store import group_queries
from scorekeeper.store.db import close, current_connection, release_connection, transaction
from scorekeeper.store.errors import LostDatabaseError, StoreUnavailableError
from scorekeeper.store.sqlite.opened_database import OpenedDatabase


def add_group() -> str:
    with transaction():
        return group_queries.add_group().link


def groups_in(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT count(*) FROM groups").fetchone()[0])


def refused_reads(link: str) -> None:
    release_connection()
    with pytest.raises(LostDatabaseError):
        group_queries.group_by_link(link)


def test_a_file_that_is_gone_is_neither_written_nor_read_nor_made_anew(
    app: Flask, database: Path
) -> None:
    with app.app_context():
        link = add_group()
        assert group_queries.group_by_link(link) is not None  # on the connection that would write
        away = database.rename(database.with_name("away.sqlite"))
        for _ in range(3):
            with pytest.raises(LostDatabaseError, match="is gone"):
                add_group()
            refused_reads(link)
        assert not database.exists()
        assert groups_in(away) == 1  # the log was written back into it
        away.rename(database)
        assert add_group() != link
        assert group_queries.group_by_link(link) is not None
    assert groups_in(database) == 2


def test_what_is_written_while_the_file_goes_is_not_acknowledged(
    app: Flask, database: Path
) -> None:
    away = database.with_name("away.sqlite")

    def add_while_it_goes() -> None:
        with transaction():
            group_queries.add_group()
            database.rename(away)

    with app.app_context():
        add_group()
        with pytest.raises(LostDatabaseError, match="moved or replaced"):
            add_while_it_goes()


@pytest.mark.parametrize("how", ["deleted", "written over"])
def test_another_file_in_its_place_is_refused_however_alike(
    app: Flask, database: Path, empty_database: Path, how: str
) -> None:
    with app.app_context():
        link = add_group()
        if how == "deleted":  # the system gives the number of the file to the next one, if it may
            database.unlink()
            with pytest.raises(LostDatabaseError):
                add_group()
            shutil.copy(empty_database, database)
        else:
            Path(shutil.copy(empty_database, database.with_name("new.sqlite"))).replace(database)
        before = database.read_bytes()
        for _ in range(3):
            with pytest.raises(LostDatabaseError, match="another file has taken the place"):
                add_group()
            refused_reads(link)
    close(app)
    assert database.read_bytes() == before
    assert groups_in(database) == 0


def test_it_is_logged_once_and_once_more_when_it_is_over(
    app: Flask, database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with app.app_context():
        add_group()
        away = database.rename(database.with_name("away.sqlite"))
        for _ in range(5):
            with pytest.raises(LostDatabaseError):
                add_group()
        away.rename(database)
        add_group()
        add_group()
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == 2
    assert "is gone" in said[0]
    assert "is back" in said[1]


@pytest.mark.parametrize("how", ["removed", "replaced"])
@pytest.mark.parametrize("companion", ["-wal", "-shm"])
def test_without_its_log_or_index_nothing_is_saved_until_all_was_started_again(
    app: Flask, database: Path, caplog: pytest.LogCaptureFixture, companion: str, how: str
) -> None:
    beside = database.with_name(database.name + companion)
    with app.app_context():
        links = [add_group() for _ in range(3)]
        copied = Path(shutil.copy(beside, database.with_name("copied")))
        beside.unlink()
        if how == "replaced":
            copied.rename(beside)
        for _ in range(3):
            with pytest.raises(LostDatabaseError, match="until whatever has it open was stopped"):
                add_group()
            refused_reads(links[0])
        if how == "removed":
            killed = database.with_name("killed.sqlite")  # what a power cut would leave
            shutil.copy(database, killed)
            if companion == "-shm":
                shutil.copy(f"{database}-wal", f"{killed}-wal")
            assert groups_in(killed) == 3
    (said,) = [record.getMessage() for record in caplog.records]
    assert f"{database}-wal or -shm was removed or replaced" in said
    close(app)
    again = create_app({"DATABASE": f"sqlite:///{database}"})
    with again.app_context():
        assert all(group_queries.group_by_link(link) for link in links)
        add_group()
    close(again)
    assert groups_in(database) == 4


def test_what_is_written_while_the_log_goes_is_not_acknowledged(app: Flask, database: Path) -> None:
    def add_while_it_goes() -> None:
        with transaction():
            group_queries.add_group()
            database.with_name(f"{database.name}-wal").unlink()

    with app.app_context():
        add_group()
        with pytest.raises(LostDatabaseError, match="moved or replaced"):
            add_while_it_goes()


def test_a_closed_application_leaves_one_file_and_opens_it_no_more(
    app: Flask, database: Path
) -> None:
    with app.app_context():
        add_group()
    close(app)
    assert [each.name for each in database.parent.iterdir()] == [database.name]
    with app.app_context(), pytest.raises(StoreUnavailableError, match="stopping"):
        add_group()


def test_a_log_that_somebody_still_reads_is_written_back_as_far_as_it_goes(
    app: Flask, database: Path
) -> None:
    with app.app_context():
        add_group()
        with closing(sqlite3.connect(database, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM groups").fetchone()
            close(app)
            copied = Path(shutil.copy(database, database.with_name("copied.sqlite")))
    assert groups_in(copied) == 1


def test_what_was_under_way_when_the_file_went_is_written_into_it_too(
    app: Flask, database: Path
) -> None:
    """Another request has noticed it before, and has had the log written back until then."""
    away = database.with_name("away.sqlite")

    def refused() -> None:
        with app.app_context(), pytest.raises(LostDatabaseError, match="is gone"):
            add_group()

    def add_while_it_goes() -> None:
        with transaction():
            group_queries.add_group()
            database.rename(away)
            with ThreadPoolExecutor(1) as another:
                another.submit(refused).result()

    with app.app_context():
        add_group()
        with pytest.raises(LostDatabaseError):
            add_while_it_goes()
    assert groups_in(away) == 2


def test_who_reads_from_a_file_that_is_gone_makes_nobody_wait(
    app: Flask, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database has all of the log then: it is only not emptied."""
    attempts, write_back = [], OpenedDatabase.write_back

    def attempt(opened: OpenedDatabase, how: str) -> bool:
        attempts.append((how, write_back(opened, how)))
        return attempts[-1][1]

    monkeypatch.setattr(OpenedDatabase, "write_back", attempt)
    with app.app_context():
        link = add_group()
        with closing(sqlite3.connect(database, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM groups").fetchone()
            away = database.rename(database.with_name("away.sqlite"))
            for _ in range(3):
                refused_reads(link)
            copied = Path(shutil.copy(away, database.with_name("copied.sqlite")))
    assert set(attempts) == {("PASSIVE", True)}
    assert groups_in(copied) == 1


def test_saves_are_synchronous_unless_the_host_wants_them_faster(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for said, means in ((None, 2), ("NORMAL", 1), ("FULL", 2)):
        if said is not None:
            monkeypatch.setenv("SCOREKEEPER_SYNCHRONOUS", said)
        app = create_app({"DATABASE": f"sqlite:///{database}"})
        with app.app_context():
            pragma = current_connection().exec_driver_sql("PRAGMA synchronous")
            assert pragma.scalar_one() == means
        close(app)
