"""`copy`: moving house from one database to another, and back."""

import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import select, text

from scorekeeper.app import create_app
from scorekeeper.cli.databases import compared
from scorekeeper.cli.main import main
from scorekeeper.cli.sentences import CommandError
from scorekeeper.services.hosting.groups import forget, set_hidden
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.sheet.lookup import group_by_link
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.store.copying import TABLES
from scorekeeper.store.db import close, db, execute
from tests.cli.server_process import environment
from tests.conftest import migrate
from tests.loaded_program import LoadedProgram
from tests.postgresql.cluster import OWNER, Cluster
from tests.server.listening import eventually
from tests.services.group_changes import add_person, hosted_group
from tests.web.counting import sheet

Captured = pytest.CaptureFixture[str]
Rows = Mapping[str, list[tuple[object, ...]]]


@contextmanager
def context_of(url: str) -> Iterator[None]:
    """The application on a database."""
    app = create_app({"DATABASE": url})
    with app.app_context():
        yield
    close(app)


def rows_of(url: str) -> Rows:
    with context_of(url):
        return {
            table.name: [tuple(row) for row in execute(select(table).order_by(*table.primary_key))]
            for table in TABLES
        }


def fill(url: str) -> None:
    """Groups with sheets, people with other names, and a history; one hidden, one forgotten."""
    with context_of(url):
        for number in range(3):
            row = open_sheet(sheet(number % 5), None)
            group = row.group
            add_person(group, "Zoë 🂡", FormToken(new_key(), 1, "Ann"))
            open_sheet(sheet(2), group_by_link(group.link))
        set_hidden(hosted_group(1), True)
        forget(hosted_group(2))


@pytest.fixture
def kept(database: Path) -> str:
    url = f"sqlite:///{database}"
    fill(url)
    return url


def test_everything_moves_to_the_other_kind_and_back_is_the_same_and_goes_on_counting(
    kept: str, empty_postgresql: str, tmp_path: Path, capsys: Captured
) -> None:
    before = rows_of(kept)
    assert sum(map(len, before.values())) > 30
    assert main(["copy", "--from", kept, "--to", empty_postgresql]) == 0
    said = capsys.readouterr().out
    assert "2 groups, 4 sheets, 6 rounds replayed in both" in said
    assert rows_of(empty_postgresql) == before
    back = f"sqlite:///{tmp_path / 'back.sqlite'}"
    assert main(["copy", "--from", empty_postgresql, "--to", back]) == 0
    assert rows_of(back) == before
    with context_of(empty_postgresql):
        opened = open_sheet(sheet(1), None)
    assert opened.id not in {row[0] for row in before["sheets"]}
    after = rows_of(empty_postgresql)
    assert all(set(before[name]) <= set(after[name]) for name in ("groups", "sheets", "players"))


def test_a_database_that_is_not_empty_is_left_as_it_is(
    kept: str, empty_postgresql: str, capsys: Captured
) -> None:
    migrate(empty_postgresql)
    with context_of(empty_postgresql):
        open_sheet(sheet(1), None)
    before = rows_of(empty_postgresql)
    assert main(["copy", "--from", kept, "--to", empty_postgresql]) == 1
    assert "is not empty" in capsys.readouterr().err
    assert rows_of(empty_postgresql) == before
    assert main(["copy", "--from", kept, "--to", kept]) == 1
    assert "cannot be copied to itself" in capsys.readouterr().err


def test_a_database_of_a_server_is_not_copied_to_itself_under_any_name(
    kept: str, empty_postgresql: str, cluster: Cluster, capsys: Captured
) -> None:
    assert main(["copy", "--from", kept, "--to", empty_postgresql]) == 0
    here, database = empty_postgresql, empty_postgresql.rpartition("/")[2]
    there = f"postgresql://{OWNER}@/{database}?host={cluster.folder}&port={cluster.port}"
    capsys.readouterr()
    for source, target in ((here, here), (here, there), (there, here)):
        assert main(["copy", "--from", source, "--to", target]) == 1
        said = capsys.readouterr()
        assert "cannot be copied to itself" in said.err
        assert not said.out
    another = cluster.create(f"{database}_another")
    assert main(["copy", "--from", there, "--to", another]) == 0
    assert rows_of(another) == rows_of(here)
    cluster.drop(f"{database}_another")


def test_a_copy_that_was_interrupted_behind_the_last_row_is_compared(
    kept: str, empty_postgresql: str, capsys: Captured
) -> None:
    for words in ("copied and counted", "were copied before, and are counted"):
        assert main(["copy", "--from", kept, "--to", empty_postgresql]) == 0
        said = capsys.readouterr().out
        assert words in said
        assert "all scores and money are the same" in said
    with context_of(empty_postgresql), db.engine.begin() as connection:
        connection.execute(text("UPDATE groups SET link = 'another' WHERE id = 3"))
    before = rows_of(empty_postgresql)
    assert main(["copy", "--from", kept, "--to", empty_postgresql]) == 1
    assert "is not empty: nothing was copied" in capsys.readouterr().err
    assert rows_of(empty_postgresql) == before


def test_there_must_be_something_to_copy(
    empty_postgresql: str, tmp_path: Path, capsys: Captured
) -> None:
    mistyped = tmp_path / "mistyped.sqlite"
    assert main(["copy", "--from", f"sqlite:///{mistyped}", "--to", empty_postgresql]) == 1
    assert f"there is no database {mistyped}" in capsys.readouterr().err
    assert not mistyped.exists()
    other = f"sqlite:///{tmp_path / 'other.sqlite'}"
    assert main(["copy", "--from", empty_postgresql, "--to", other]) == 1
    assert "there is nothing to copy" in capsys.readouterr().err


def test_a_database_by_another_name_is_still_the_same(
    kept: str, tmp_path: Path, capsys: Captured
) -> None:
    file = Path(kept.removeprefix("sqlite:///"))
    other = tmp_path / "link"
    other.symlink_to(file.parent)
    assert main(["copy", "--from", f"sqlite:///{other / file.name}", "--to", kept]) == 1
    assert "cannot be copied to itself" in capsys.readouterr().err


def test_whatever_differs_is_found(kept: str, empty_postgresql: str) -> None:
    assert main(["copy", "--from", kept, "--to", empty_postgresql]) == 0
    file = Path(kept.removeprefix("sqlite:///"))
    whole, copied = file.read_bytes(), create_app({"DATABASE": empty_postgresql})
    for change in (
        "UPDATE entries SET data = '{\"maker\": 1}' WHERE id = (SELECT max(id) FROM entries)",
        "UPDATE players SET name = 'Somebody' WHERE id = (SELECT max(id) FROM players)",
        "UPDATE groups SET link = 'another' WHERE id = 3",
        "DELETE FROM entries WHERE sheet_id = (SELECT max(id) FROM sheets)",
    ):
        other = create_app({"DATABASE": kept})
        assert compared(other, copied, "").groups == 2
        with other.app_context(), db.engine.begin() as connection:
            connection.execute(text(change))
        with pytest.raises(CommandError) as refusal:
            compared(other, copied, "do it again")
        assert str(refusal.value).startswith("group 3 is not the same in both databases\n")
        close(other)
        file.write_bytes(whole)
    close(copied)


def test_interrupted_it_has_copied_nothing_and_can_be_run_again(
    kept: str, empty_postgresql: str, tmp_path: Path
) -> None:
    migrate(empty_postgresql)
    command = ("copy", "--from", kept, "--to", empty_postgresql)
    with context_of(empty_postgresql):
        held = db.engine.connect()
        held.begin()
        held.execute(text("LOCK TABLE entries IN ACCESS EXCLUSIVE MODE"))  # it waits for the last
        with LoadedProgram(command, tmp_path, environment()) as program:
            waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
            with db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as looking:
                assert eventually(lambda: looking.execute(waiting).scalar_one() > 0)
            program.send_signal(signal.SIGKILL)
        held.rollback()
        held.close()
    assert not any(rows_of(empty_postgresql).values())
    assert main(command) == 0
    assert rows_of(empty_postgresql) == rows_of(kept)
