"""The PostgreSQL server that the tests run beside."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from tests.postgresql import programs
from tests.postgresql.cluster import Cluster, shared

CHECKOUT = Path(__file__).resolve().parents[2]
SECONDS = 60  # on a busy machine
KILLED = """
import os, signal, sys
from pathlib import Path
from tests.postgresql.cluster import shared

with shared(Path(sys.argv[1])) as cluster:
    print(cluster.folder, cluster.port)
    sys.stdout.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def rows(url: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url) as connection:
        return connection.execute("SELECT * FROM cards").fetchall()


def test_databases_are_copies_of_one_that_is_filled_once(cluster: Cluster) -> None:
    filled = []

    def fill(url: str) -> None:
        filled.append(url)
        with psycopg.connect(url) as connection:
            connection.execute("CREATE TABLE cards AS SELECT 7 AS trumps")

    template = cluster.template("filled_with_cards", fill)
    assert cluster.template("filled_with_cards", fill) == template
    assert filled == [cluster.url(template)]
    first, second = (cluster.create(name, template) for name in ("first_copy", "second_copy"))
    with psycopg.connect(first) as connection:
        connection.execute("DELETE FROM cards")
    assert (rows(first), rows(second)) == ([], [(7,)])
    with psycopg.connect(second):
        cluster.drop("second_copy")
    cluster.drop("first_copy")
    with pytest.raises(psycopg.OperationalError, match="does not exist"):
        rows(second)


def test_the_owner_of_a_database_administers_nothing(cluster: Cluster) -> None:
    with psycopg.connect(cluster.create("of_an_owner")) as connection:
        asked = "SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = user"
        assert connection.execute(asked).fetchone() == (False, False, False)
        assert connection.execute("SELECT lower('Ä'), 'Z' < 'a'").fetchone() == ("ä", True)
    cluster.drop("of_an_owner")


def test_a_server_is_shared_and_gone_after_its_last_process_was_killed(tmp_path: Path) -> None:
    with shared(tmp_path) as cluster:
        killed = subprocess.run(
            [sys.executable, "-c", KILLED, tmp_path],
            cwd=CHECKOUT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert killed.returncode == -signal.SIGKILL, killed.stderr
        assert killed.stdout.split() == [str(cluster.folder), str(cluster.port)]
        cluster.restart("immediate")
        with psycopg.connect(cluster.url("postgres")) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
        server = int((cluster.folder / "data" / "postmaster.pid").read_text().split()[0])
    is_gone(server, cluster.folder)


def is_gone(server: int, folder: Path) -> None:
    until = time.monotonic() + SECONDS
    while folder.exists() and time.monotonic() < until:
        time.sleep(0.02)
    assert not folder.exists()
    with suppress(ProcessLookupError):
        os.kill(server, 0)
        status = Path(f"/proc/{server}/stat").read_text()
        assert status.rpartition(")")[2].split()[0] == "Z"  # over, but nobody has asked how


def test_the_newest_server_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for version in ("9.6", "15", "17"):
        (tmp_path / version / "bin").mkdir(parents=True)
        for name in programs.NEEDED:
            (tmp_path / version / "bin" / name).touch()
    (tmp_path / "17" / "bin" / "initdb").unlink()  # only its clients are installed
    monkeypatch.setattr(programs, "FOLDERS", ((tmp_path, "*/bin"),))
    programs.find.cache_clear()
    try:
        assert programs.find().folder == tmp_path / "15" / "bin"
    finally:
        programs.find.cache_clear()
