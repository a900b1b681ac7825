"""`backup` and `restore`: whole copies, verified, and never over anything."""

import errno
import json
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select

from scorekeeper.cli.databases import copy_errors
from scorekeeper.cli.main import main
from scorekeeper.cli.sentences import CommandError
from scorekeeper.cli.startup import create_ready_app
from scorekeeper.files.sheet import FORMAT
from scorekeeper.store.db import close, execute, release_connection
from scorekeeper.store.sqlite import backup
from scorekeeper.store.tables import GroupRecord
from tests.cli.server_process import environment
from tests.full_disk import files_at_most

PLAYED = {"kind": "played", "maker": 0, "trump": "hearts", "points": [102, 60]}
SHEET = {
    "format": FORMAT,
    "game": "klaverjassen",
    "players": ["Anna", "Bert", "Clara", "Dirk"],
    "rounds": [PLAYED, PLAYED],
}
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> Path:
    """A database with one sheet, in a folder to work in."""
    path = tmp_path / "evening.sqlite"
    for name in os.environ:
        if name.startswith("SCOREKEEPER_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("SCOREKEEPER_DATABASE", f"sqlite:///{path}")
    monkeypatch.chdir(tmp_path)
    Path("sheet.json").write_text(json.dumps(SHEET))
    assert main(["import", "sheet.json"]) == 0
    capsys.readouterr()
    return path


def refusal(capsys: Captured, *arguments: str) -> str:
    """What is said on the way out, with nothing left behind."""
    before = sorted(Path().iterdir())
    assert main(arguments) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "Traceback" not in said.err
    assert sorted(Path().iterdir()) == before
    return said.err


def change(path: str | Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA ignore_check_constraints=ON")
        for statement in statements:
            connection.execute(statement)


def names_in(path: str | Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [row[0] for row in connection.execute("SELECT name FROM players ORDER BY id")]


# backup


def test_a_backup_says_what_is_in_it(capsys: Captured, file: Path) -> None:
    assert main(["backup", "kept.sqlite"]) == 0
    assert capsys.readouterr().out == "kept.sqlite: 1 group, 1 sheet, 2 rounds\n"
    assert names_in("kept.sqlite") == ["Anna", "Bert", "Clara", "Dirk"]
    assert not list(Path().glob("*.sqlite-*"))
    assert not list(Path().glob(".*"))


def test_a_backup_is_a_single_file_though_the_database_has_a_log(file: Path) -> None:
    with closing(sqlite3.connect(file)) as writing:  # holds the log, as a server does
        writing.execute("UPDATE players SET name = 'Alma' WHERE name = 'Anna'")
        writing.commit()
        assert Path(f"{file}-wal").stat().st_size
        assert main(["backup", "kept.sqlite"]) == 0
    with closing(sqlite3.connect("kept.sqlite")) as copy:
        assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert copy.execute("SELECT name FROM players").fetchone() == ("Alma",)


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644])
def test_a_backup_and_what_is_restored_are_for_their_owner_alone(file: Path, mode: int) -> None:
    file.chmod(mode)
    assert main(["backup", "kept.sqlite"]) == 0
    assert stat.S_IMODE(Path("kept.sqlite").stat().st_mode) == 0o600
    Path("kept.sqlite").chmod(mode)
    file.unlink()
    assert main(["restore", "kept.sqlite"]) == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_database_that_others_could_read_is_mended_with_its_copies(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    kept = Path(shutil.copy(file, "evening.before-0001.20261120-183000.sqlite"))
    for each in (file, kept):
        each.chmod(0o664)
    assert main(["groups"]) == 0
    assert [stat.S_IMODE(each.stat().st_mode) for each in (file, kept)] == [0o600, 0o600]
    said = [record.getMessage() for record in caplog.records]
    changed = "others on this machine could read {}; from now on only its owner"
    assert said == [changed.format(each) for each in (file, kept.absolute())]
    assert main(["groups"]) == 0
    assert len(caplog.records) == len(said) == 2


def test_a_backup_is_written_over_nothing(capsys: Captured, file: Path) -> None:
    Path("folder").mkdir()
    Path("nowhere").symlink_to("not-there")
    Path("left-wal").touch()
    for there in ("sheet.json", "folder", "nowhere", "left", str(file), f"{file}-journal"):
        assert "is there already" in refusal(capsys, "backup", there)
    assert json.loads(Path("sheet.json").read_text()) == SHEET


def test_a_name_that_is_taken_meanwhile_is_left_where_a_disk_knows_no_links(
    capsys: Captured, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def taken(_: Path, target: Path) -> None:
        target.write_text("somebody's")
        raise PermissionError

    monkeypatch.setattr(os, "link", taken)
    assert main(["backup", "kept.sqlite"]) == 1
    assert "is there already" in capsys.readouterr().err
    assert Path("kept.sqlite").read_text() == "somebody's"


def test_a_database_that_is_not_there_is_not_made(capsys: Captured, file: Path) -> None:
    url = f"sqlite:///{file.with_name('other.sqlite')}"
    assert "there is no database" in refusal(capsys, "backup", "kept.sqlite", "--database", url)


def test_a_place_that_cannot_be_written_is_said(capsys: Captured, file: Path) -> None:
    said = refusal(capsys, "backup", "nowhere/kept.sqlite")
    assert "nowhere/kept.sqlite cannot be written: No such file or directory" in said


def test_a_backup_that_cannot_be_read_is_what_is_said(file: Path) -> None:
    """Rights hinder no administrator, who may be the one to run this."""
    refused = PermissionError(errno.EACCES, os.strerror(errno.EACCES), "kept.sqlite")
    with pytest.raises(CommandError) as said, copy_errors(Path("kept.sqlite"), file):
        raise refused
    assert str(said.value) == "kept.sqlite: Permission denied"
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "kept.sqlite", None, str(file))
    with pytest.raises(CommandError) as said, copy_errors(Path("kept.sqlite"), file):
        raise full
    assert f"{file} cannot be written" in str(said.value)


def test_half_a_copy_is_taken_away_where_files_have_no_links(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a browser, where each file takes one of a few places and the last room."""
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def half(_: Path, target: Path) -> None:
        target.write_bytes(b"SQLite")
        raise full

    monkeypatch.delattr(os, "link")
    monkeypatch.setattr(shutil, "copyfile", half)
    assert main(["backup", "kept.sqlite"]) == 1
    assert not Path("kept.sqlite").exists()


def test_a_command_that_is_asked_to_end_clears_up(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, usual = sorted(Path().iterdir()), signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(backup, "verified", lambda *_: signal.raise_signal(signal.SIGTERM))
    try:
        with pytest.raises(SystemExit, match="143"):
            main(["backup", "kept.sqlite"])
    finally:
        signal.signal(signal.SIGTERM, usual)
    assert sorted(Path().iterdir()) == before


def test_a_command_without_any_output_does_its_work(file: Path) -> None:
    closed = f'"{sys.executable}" -m scorekeeper backup kept.sqlite >&- 2>&-'
    assert (
        subprocess.run(
            ["sh", "-c", closed],
            env=environment(SCOREKEEPER_DATABASE=os.environ["SCOREKEEPER_DATABASE"]),
            check=False,
        ).returncode
        == 0
    )
    assert names_in("kept.sqlite") == names_in(file)


def test_a_full_disk_leaves_no_half_backup(capsys: Captured, file: Path) -> None:
    with files_at_most(4096):
        said = refusal(capsys, "backup", "kept.sqlite")
    assert said.splitlines()[-1] == "scorekeeper: nothing was written"
    assert sorted(path.name for path in Path().iterdir()) == ["evening.sqlite", "sheet.json"]


def test_a_disk_without_room_for_an_index_is_said_to_be_full(capsys: Captured, file: Path) -> None:
    with files_at_most(4096):
        assert main(["groups"]) == 1
    assert f"{file} cannot be used: database or disk is full" in capsys.readouterr().err
    assert main(["backup", "kept.sqlite"]) == 0


def damaged(path: Path) -> Iterator[str]:
    """Damage a database in one way after the other, each time from the same beginning."""
    whole = path.read_bytes()
    yield from (_written(path, whole[:-4096]), _written(path, whole[:5000]))
    yield _written(path, whole[:4096] + os.urandom(len(whole) - 4096))
    yield _written(path, bytes(4096) + whole[4096:])
    for statement in (
        "UPDATE entries SET data = '{' WHERE type = 'seating'",
        "UPDATE entries SET data = CAST(x'22ff22' AS TEXT) WHERE type = 'seating'",
        "UPDATE entries SET written_at = 'yesterday'",
        "UPDATE entries SET type = 'rouund' WHERE type = 'round'",
        "UPDATE sheets SET game = 'skat'",
        "UPDATE sheets SET revision = x'00'",
        "UPDATE entries SET sheet_id = 77",
    ):
        _written(path, whole)
        change(path, statement)
        yield statement
    _written(path, whole)


def _written(path: Path, content: bytes) -> str:
    path.write_bytes(content)
    return f"{len(content)} bytes"


def test_a_damaged_database_is_refused_by_every_command_and_left_as_it_is(
    capsys: Captured, file: Path
) -> None:
    for what in damaged(file):
        before = file.read_bytes()
        for command in (
            ["backup", "kept.sqlite"],
            ["export", "/g/x/1/"],
            ["import", "sheet.json"],
            ["serve", "--port", "0"],
        ):
            said = refusal(capsys, *command)
            assert "damaged" in said, (what, command)
            assert ("scorekeeper restore FILE" in said) == (command[0] != "backup")
            assert len(said.splitlines()) == 2, said
        assert file.read_bytes() == before, what
    assert main(["backup", "kept.sqlite"]) == 0


def test_what_is_no_database_of_ours_is_refused(capsys: Captured, file: Path) -> None:
    change("foreign.sqlite", "CREATE TABLE recipes (name)")
    before = Path("foreign.sqlite").read_bytes()
    url = f"sqlite:///{Path('foreign.sqlite').absolute()}"
    for command in (["backup", "kept.sqlite"], ["import", "sheet.json"], ["serve", "--port", "0"]):
        said = refusal(capsys, *command, "--database", url)
        assert "this is no database of Scorekeeper" in said
    assert Path("foreign.sqlite").read_bytes() == before
    Path("empty.sqlite").touch()
    file.unlink()
    for other in ("foreign.sqlite", "empty.sqlite", "sheet.json"):
        assert other in refusal(capsys, "restore", other)
    assert not file.exists()


def test_a_newer_database_is_neither_copied_nor_restored(capsys: Captured, file: Path) -> None:
    change(file, "UPDATE alembic_version SET version_num = '9999'")
    assert "newer version of Scorekeeper (9999)" in refusal(capsys, "backup", "kept.sqlite")
    file.rename("newer.sqlite")
    assert "newer version of Scorekeeper (9999)" in refusal(capsys, "restore", "newer.sqlite")


# restore


def test_a_backup_comes_back_and_can_be_written_on(capsys: Captured, file: Path) -> None:
    assert main(["backup", "kept.sqlite"]) == 0
    file.unlink()
    capsys.readouterr()
    assert main(["restore", "kept.sqlite"]) == 0
    assert capsys.readouterr().out == f"{file}: 1 group, 1 sheet, 2 rounds\n"
    assert names_in("kept.sqlite") == names_in(file)
    assert main(["import", "--again", "sheet.json"]) == 0
    assert main(["backup", "more.sqlite"]) == 0
    assert capsys.readouterr().out.endswith("2 groups, 2 sheets, 4 rounds\n")


def test_a_phone_from_before_is_told_that_a_backup_was_put_in_place(
    capsys: Captured, file: Path
) -> None:
    """At the same revision, the same deal may be another one."""
    tags = []
    assert main(["backup", "kept.sqlite"]) == 0
    for _ in range(2):
        app = create_ready_app(None)
        with app.app_context():
            (link,) = [row[0] for row in execute(select(GroupRecord.link))]
            release_connection()
        tags.append(app.test_client().get(f"/g/{link}/1/").headers["ETag"])
        close(app)
        file.unlink()
        assert main(["restore", "kept.sqlite"]) == 0
    assert tags[0] != tags[1]


@pytest.mark.parametrize("left", ["", "-wal", "-shm", "-journal"])
def test_nothing_is_restored_over_a_database_or_what_is_left_of_one(
    capsys: Captured, file: Path, left: str
) -> None:
    assert main(["backup", "kept.sqlite"]) == 0
    capsys.readouterr()
    file.rename(f"{file}{left}")
    before = Path(f"{file}{left}").read_bytes()
    said = refusal(capsys, "restore", "kept.sqlite")
    assert f"{file}{left} is there already" in said
    assert "stop the server and move away" in said
    assert Path(f"{file}{left}").read_bytes() == before


def test_a_copied_database_comes_back_with_the_log_beside_it(file: Path) -> None:
    with closing(sqlite3.connect(file)) as writing:
        writing.execute("UPDATE players SET name = 'Alma' WHERE name = 'Anna'")
        writing.commit()
        for left in ("", "-wal"):
            shutil.copy(f"{file}{left}", f"copied.sqlite{left}")
    assert names_in_alone("copied.sqlite") == "Anna"
    file.unlink()
    before = [Path(name).read_bytes() for name in ("copied.sqlite", "copied.sqlite-wal")]
    assert main(["restore", "copied.sqlite"]) == 0
    assert names_in(file)[0] == "Alma"
    assert [Path(name).read_bytes() for name in ("copied.sqlite", "copied.sqlite-wal")] == before
    assert not Path("copied.sqlite-shm").exists()


def names_in_alone(path: str) -> str:
    """The first name in the file without its log."""
    uri = f"file:{path}?immutable=1"
    with closing(sqlite3.connect(uri, uri=True)) as connection:
        return str(connection.execute("SELECT name FROM players ORDER BY id").fetchone()[0])


def test_a_backup_that_may_only_be_read_comes_back_to_be_written_on(file: Path) -> None:
    assert main(["backup", "kept.sqlite"]) == 0
    Path("archive").mkdir()
    Path("kept.sqlite").rename("archive/kept.sqlite").chmod(0o400)
    Path("archive").chmod(0o500)
    file.unlink()
    try:
        assert main(["restore", "archive/kept.sqlite"]) == 0
    finally:
        Path("archive").chmod(0o700)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert main(["import", "--again", "sheet.json"]) == 0


def test_a_damaged_backup_is_not_restored(capsys: Captured, file: Path) -> None:
    file.rename("kept.sqlite")
    for what in damaged(Path("kept.sqlite")):
        said = refusal(capsys, "restore", "kept.sqlite")
        assert "damaged" in said, what
        assert "nothing was written" in said
    assert "there is no such file" in refusal(capsys, "restore", "nothing.sqlite")
