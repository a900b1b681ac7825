"""The files of the database of a running server: copied, moved away, put back, damaged."""

import json
import os
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import urlopen

import pytest
from sqlalchemy import select

from scorekeeper.cli.startup import create_ready_app
from scorekeeper.files.sheet import FORMAT
from scorekeeper.services.journal.form_token import new_key
from scorekeeper.services.sheet import lookup
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.store.db import close, execute
from scorekeeper.store.tables import GroupRecord
from tests.cli.server_process import LOADED, SECONDS_TO_STOP, Server, environment, server
from tests.loaded_program import ran
from tests.server.listening import eventually
from tests.web.element import page_of

SHEET = {
    "format": FORMAT,
    "game": "klaverjassen",
    "players": ["Anna", "Bert", "Clara", "Dirk"],
    "house": {"deals": "open"},
    "rounds": [],
}
PLAYED = {"kind": "played", "maker": 0, "trump": "hearts", "points": [102, 60]}
DEAL = {"maker": "0", "trump": "hearts", "points_0": "102", "do": "save"}


@contextmanager
def house(folder: Path, **env: str) -> Iterator[Server]:
    """A server whose database is evening.sqlite in the folder."""
    told = environment(SCOREKEEPER_DATABASE=f"sqlite:///{folder / 'evening.sqlite'}", **env)
    with server(LOADED, folder, told) as started:
        yield started


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Server]:
    with house(tmp_path) as started:
        yield started


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "evening.sqlite"


def opened(at: Server) -> str:
    """The path of a new sheet."""
    data = urlencode({"text": json.dumps(SHEET)}).encode()
    with urlopen(f"{at.url}import", data, timeout=10) as sheet:
        return str(sheet.url).removeprefix(at.url)


def form_of(at: Server, sheet: str) -> dict[str, str]:
    fields = page_of(at.page(sheet)[1]).select("form[data-entry] input[type=hidden]")
    return {str(each["name"]): str(each["value"]) for each in fields}


def save(at: Server, sheet: str, revision: int, key: str | None = None) -> tuple[int, str]:
    """Save a round for the sheet at a revision; the status and page that come back."""
    form = {"key": key or new_key(), "based_on": str(revision), **DEAL}
    try:
        with urlopen(f"{at.url}{sheet}rounds/new/deal", urlencode(form).encode(), 20) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as refused:
        return refused.code, refused.read().decode()


def saved(at: Server, rounds: int) -> str:
    """A sheet with so many rounds, each of them acknowledged."""
    sheet = opened(at)
    for revision in range(1, rounds + 1):
        assert save(at, sheet, revision)[0] == 200
    return sheet


def rounds_in(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(
            connection.execute("SELECT count(*) FROM entries WHERE type = 'round'").fetchone()[0]
        )


def stopped(at: Server) -> str:
    """Stop the server and return what it said since it was ready."""
    at.process.terminate()
    said = at.process.stdout.read() if at.process.stdout else ""
    at.process.wait(SECONDS_TO_STOP)
    return said.strip()


def processes(at: Server) -> list[int]:
    pid = at.process.pid
    return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]


def killed(at: Server) -> None:
    """End all of its processes at once, as a power cut would."""
    for each in processes(at):
        os.kill(each, signal.SIGKILL)
    at.process.wait()


def scorekeeper(folder: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    database = f"sqlite:///{folder / 'evening.sqlite'}"
    return ran(arguments, folder, environment(SCOREKEEPER_DATABASE=database))


# one file


def test_after_a_stop_the_database_is_whole_in_its_one_file(
    running: Server, file: Path, tmp_path: Path
) -> None:
    saved(running, 5)
    assert stopped(running) == ""
    copied = Path(shutil.copy(file, tmp_path / "copied.sqlite"))
    assert rounds_in(copied) == 5
    assert not list(tmp_path.glob("evening.sqlite-*"))


@pytest.mark.soak(short="test_after_a_stop_the_database_is_whole_in_its_one_file")
def test_so_it_is_with_several_processes_and_a_phone_that_sends_slowly(
    tmp_path: Path, file: Path
) -> None:
    with house(tmp_path, SCOREKEEPER_WORKERS="3") as started:
        saved(started, 20)
        address = urlsplit(started.url)
        with socket.create_connection((address.hostname, address.port)) as slow:
            slow.sendall(b"POST /import HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\ntext=")
            stopped(started)
    copied = Path(shutil.copy(file, tmp_path / "copied.sqlite"))
    assert rounds_in(copied) == 20


def test_an_import_leaves_one_file(tmp_path: Path, file: Path) -> None:
    (tmp_path / "sheet.json").write_text(json.dumps(SHEET))
    assert scorekeeper(tmp_path, "import", "sheet.json").returncode == 0
    assert not list(tmp_path.glob("evening.sqlite-*"))


def test_after_a_kill_a_backup_has_everything_and_touches_nothing(
    running: Server, file: Path, tmp_path: Path
) -> None:
    """Also where a full disk takes no index."""
    saved(running, 5)
    killed(running)
    kept = (file, Path(f"{file}-wal"))
    before = [each.read_bytes() for each in kept]
    assert rounds_in(Path(shutil.copy(file, tmp_path / "copied.sqlite"))) < 5
    assert scorekeeper(tmp_path, "backup", "kept.sqlite").returncode == 0
    assert rounds_in(tmp_path / "kept.sqlite") == 5
    index = Path(f"{file}-shm")
    index.unlink()
    index.symlink_to("nowhere")  # which SQLite does not follow
    assert scorekeeper(tmp_path, "groups").returncode == 1
    assert scorekeeper(tmp_path, "backup", "again.sqlite").returncode == 0
    assert rounds_in(tmp_path / "again.sqlite") == 5
    assert [each.read_bytes() for each in kept] == before


@pytest.mark.parametrize("many", [2, pytest.param(10, marks=pytest.mark.soak)])
def test_a_backup_made_while_phones_save_is_of_one_moment(
    running: Server, tmp_path: Path, many: int
) -> None:
    sheets = [opened(running) for _ in range(many)]
    over, acknowledged = threading.Event(), list[str]()

    def phone(sheet: str) -> None:
        revision = 1
        while not over.is_set():
            assert save(running, sheet, revision)[0] == 200
            revision += 1
            acknowledged.append(sheet)

    def backup(file: str) -> int:
        before = len(acknowledged)
        assert eventually(lambda: len(acknowledged) > before)
        return scorekeeper(tmp_path, "backup", file).returncode

    with ThreadPoolExecutor(many) as phones:
        saving = [phones.submit(phone, sheet) for sheet in sheets]
        statuses = [backup(f"{number}.sqlite") for number in range(2)]
        over.set()
        for each in saving:
            each.result()
    assert statuses == [0, 0]
    counted = [rounds_in(tmp_path / f"{number}.sqlite") for number in range(2)]
    assert 0 < counted[0] < counted[1]
    stopped(running)
    assert_is_beginning_of(tmp_path / "1.sqlite", tmp_path / "evening.sqlite")


def assert_is_beginning_of(copy: Path, whole: Path) -> None:
    """Every sheet of the copy has the first rounds of the same sheet, scored the same."""
    now, then = ledgers(whole), ledgers(copy)
    assert list(then) == list(now)
    for link, rounds in then.items():
        assert rounds == now[link][: len(rounds)]


def ledgers(path: Path) -> dict[str, list[Any]]:
    """All rounds of all sheets with their scores, by link."""
    app = create_ready_app(f"sqlite:///{path}")
    with app.app_context():
        links = execute(select(GroupRecord.link).order_by(GroupRecord.id)).scalars()
        rows = [lookup.sheet_by_link(link, 1) for link in links.all()]
        found = {row.link: list(load(row).ledger.rounds) for row in rows if row}
    close(app)
    return found


# moved, removed, replaced


def test_nothing_is_saved_into_a_file_that_is_gone_and_it_goes_on_when_it_is_back(
    running: Server, file: Path, tmp_path: Path
) -> None:
    sheet, away = saved(running, 3), tmp_path / "away.sqlite"
    file.rename(away)
    key = new_key()
    for _ in range(3):
        status, page = save(running, sheet, 4, key)
        assert status == 503
        assert key in page  # it can be sent again
    assert status_of(running, sheet) == 503
    assert not file.exists()
    assert rounds_in(Path(shutil.copy(away, tmp_path / "copied.sqlite"))) == 3  # by itself
    away.rename(file)
    assert save(running, sheet, 4, key)[0] == 200
    said = stopped(running).splitlines()
    assert [line for line in said if "is gone" in line] == said[:1]
    assert [line for line in said if "is back" in line] == said[1:]
    assert rounds_in(file) == 4


def test_nothing_is_saved_into_another_file_in_its_place(
    running: Server, file: Path, tmp_path: Path
) -> None:
    sheet = saved(running, 3)
    assert scorekeeper(tmp_path, "backup", "kept.sqlite").returncode == 0
    kept = (tmp_path / "kept.sqlite").read_bytes()
    file.unlink()
    (tmp_path / "kept.sqlite").rename(file)
    for _ in range(3):
        assert save(running, sheet, 4)[0] == 503
        assert status_of(running, sheet) == 503
    said = stopped(running).splitlines()
    assert len(said) == 1
    assert "another file has taken the place" in said[0]
    assert file.read_bytes() == kept
    with house(tmp_path) as again:
        assert save(again, sheet, 4)[0] == 200


def test_a_folder_that_was_renamed_is_noticed_in_every_process(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    with house(here, SCOREKEEPER_WORKERS="2") as started:
        sheet = saved(started, 2)
        here.rename(there)
        assert {save(started, sheet, 3)[0] for _ in range(8)} == {503}
        there.rename(here)
        assert save(started, sheet, 3)[0] == 200
        said = stopped(started).splitlines()
    assert 1 <= len([line for line in said if "is gone" in line]) <= 2
    assert rounds_in(here / "evening.sqlite") == 3


@pytest.mark.parametrize(
    ("workers", "removed"),
    [
        ("2", ("-wal", "-shm")),
        pytest.param("1", ("-shm",), marks=pytest.mark.soak),
        pytest.param("3", ("-wal",), marks=pytest.mark.soak),
    ],
)
def test_without_its_log_nothing_is_saved_until_the_server_was_started_again(
    tmp_path: Path, file: Path, workers: str, removed: Sequence[str]
) -> None:
    (tmp_path / "sheet.json").write_text(json.dumps(SHEET | {"rounds": [PLAYED]}))
    with house(tmp_path, SCOREKEEPER_WORKERS=workers) as started:
        sheet = saved(started, 3)
        for each in removed:
            Path(f"{file}{each}").unlink()
        for command in (("import", "sheet.json"), ("backup", "kept.sqlite")):
            ended = scorekeeper(tmp_path, *command)
            assert ended.returncode == 1
            assert "-wal or -shm was removed or replaced while" in ended.stdout
        key = new_key()
        for _ in range(2 * int(workers)):
            status, page = save(started, sheet, 4, key)
            assert status == 503
            assert key in page  # it can be sent again
            assert status_of(started, sheet) == 503
            assert status_of(started, "readyz") == 503
        (said,) = stopped(started).splitlines()
    assert "-wal or -shm was removed or replaced while" in said
    assert rounds_in(file) == 3
    with house(tmp_path, SCOREKEEPER_WORKERS=workers) as again:
        assert status_of(again, "readyz") == 200
        assert save(again, sheet, 4, key)[0] == 200
    assert rounds_in(file) == 4


def test_a_link_to_the_database_is_followed(tmp_path: Path) -> None:
    there = tmp_path / "disk" / "cards.sqlite"
    there.parent.mkdir()
    there.touch()
    (tmp_path / "evening.sqlite").symlink_to(there)
    with house(tmp_path) as started:
        sheet = saved(started, 2)
        there.rename(tmp_path / "disk" / "away.sqlite")
        assert save(started, sheet, 3)[0] == 503
        (tmp_path / "disk" / "away.sqlite").rename(there)
        assert save(started, sheet, 3)[0] == 200
        stopped(started)
    assert rounds_in(there) == 3
    assert [each.name for each in there.parent.iterdir()] == ["cards.sqlite"]


# full, damaged


def test_a_full_disk_keeps_every_form_and_what_was_acknowledged(tmp_path: Path, file: Path) -> None:
    with house(tmp_path) as started:
        for each in processes(started):
            resource.prlimit(each, resource.RLIMIT_FSIZE, (200_000, 200_000))
        sheet, acknowledged = opened(started), 0
        for _ in range(100):
            key = new_key()
            status, page = save(started, sheet, acknowledged + 1, key)
            if status != 200:
                break
            acknowledged += 1
        assert status == 503
        assert key in page
        assert started.page(sheet)[0] == 200
        said = stopped(started)
    assert acknowledged > 5
    assert "Traceback" not in said
    assert scorekeeper(tmp_path, "backup", "kept.sqlite").returncode == 0
    assert rounds_in(tmp_path / "kept.sqlite") == acknowledged


def test_damage_under_a_running_server_is_said_and_keeps_the_form(
    running: Server, file: Path
) -> None:
    sheet = saved(running, 5)
    with closing(sqlite3.connect(file)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with file.open("r+b") as content:  # as a bad disk does: the same file, other bytes
        content.seek(100)
        content.write(os.urandom(file.stat().st_size - 100))
    key = new_key()
    status, page = save(running, sheet, 6, key)
    assert status == 503
    assert key in page
    assert {status_of(running, f"{sheet}{page}") for page in ("", "history", "share")} == {503}
    said = stopped(running)
    assert "damaged" in said
    assert "Traceback" not in said
    with pytest.raises(AssertionError, match="scorekeeper restore FILE"), house(file.parent) as no:
        assert no.url


def status_of(at: Server, path: str) -> int:
    try:
        return at.page(path)[0]
    except HTTPError as refused:
        return refused.code
