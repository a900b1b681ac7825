"""Processes that save into one database, while what lies beside it is removed under their hands.

Run as `python -m tests.store.lost_logs DATABASE PROCESSES DELETIONS SEED`, in a process with no
other thread: it starts its processes as the server does, again and again. It fails where anything
that was acknowledged is lost, or anything is damaged, and prints what it has seen.
"""

import json
import logging
import os
import random
import shutil
import signal
import sqlite3
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from flask import Flask

from scorekeeper.services.hosting.readiness import known_to_this_version
from scorekeeper.store import group_queries
from scorekeeper.store.db import (
    attach,
    backend,
    close,
    db,
    execute,
    release_connection,
    transaction,
)
from scorekeeper.store.errors import LostDatabaseError, RaceLostError, StoreUnavailableError

THREADS = 3
SECONDS = 60  # for all to notice, on a busy machine
HOW_OFTEN_OPENED = 4  # saves for each connection, so that some are opened at every moment


def application(database: Path) -> Flask:
    app = Flask("lost_logs")
    app.config |= {"DATABASE": f"sqlite:///{database}", "SYNCHRONOUS": "OFF", "BUSY_SECONDS": 5.0}
    attach(app)
    return app


class Round:
    """The processes of one server, from its start to its stop."""

    def __init__(self, database: Path, processes: int, chance: random.Random) -> None:
        self._database, self._chance = database, chance
        self._told = database.with_name("acknowledged")
        self._noticed = database.with_name("noticed")
        for each in (self._told, self._noticed):
            each.write_bytes(b"")
        self._app = application(database)
        with self._app.app_context():
            backend().verify(known_to_this_version())
            execute(db.text("SELECT count(*) FROM groups")).scalar_one()
            release_connection()
            db.engine.dispose()
        self._processes = [self._forked(self._serve) for _ in range(processes)]
        self._others: list[int] = []

    def _forked(self, work: Callable[[], None]) -> int:
        pid = os.fork()
        if pid:
            return pid
        status = 1
        try:
            work()
            status = 0
        except BaseException as error:
            logging.getLogger("scorekeeper").exception("failed", exc_info=error)
        finally:
            os._exit(status)

    def _serve(self) -> None:
        """Save in several threads until asked to stop."""
        threading.excepthook = lambda _: os._exit(1)
        stop = threading.Event()
        asked = list[int]()  # an Event could be locked by what the signal interrupts
        signal.signal(signal.SIGTERM, lambda number, _: asked.append(number))
        threads = [threading.Thread(target=self._save, args=(stop,)) for _ in range(THREADS)]
        for each in threads:
            each.start()
        while not asked:
            time.sleep(0.005)
        stop.set()
        for each in threads:
            each.join()
        close(self._app)

    def _save(self, stop: threading.Event) -> None:
        refused = 0
        with self._app.app_context():
            while not stop.is_set():
                try:
                    self._save_once()
                except LostDatabaseError:
                    refused += 1
                    if refused == 3:
                        append(self._noticed, "noticed")
                    time.sleep(0.005)
                    continue
                except (StoreUnavailableError, RaceLostError):
                    continue
                assert refused == 0, "saved again though nobody has started it again"
                if self._chance.randrange(HOW_OFTEN_OPENED) == 0:
                    release_connection()
                    db.engine.pool.dispose()

    def _save_once(self) -> None:
        with transaction():
            link = group_queries.add_group().link
        append(self._told, link)

    def _command(self) -> None:
        """What a command does beside the server: look at everything, save once, and leave.

        What it says itself, on its own terminal, is not in the log of the server.
        """
        app = application(self._database)
        logging.disable(logging.ERROR)
        with app.app_context(), suppress(StoreUnavailableError, sqlite3.Error):
            backend().verify(known_to_this_version())
            self._save_once()
        close(app)
        logging.disable(logging.NOTSET)

    def play(self) -> set[str]:
        """Remove something at any moment, and wait until everybody has noticed."""
        until = time.monotonic() + SECONDS
        while self._told.stat().st_size < 1000:
            assert time.monotonic() < until, "nobody saves"
            time.sleep(0.001)
        time.sleep(self._chance.uniform(0, 0.03))
        if len(self._processes) > 1 and self._chance.random() < 0.3:
            self._start_one_again()
        if self._chance.random() < 0.3:
            self._others.append(self._forked(self._command))
            time.sleep(self._chance.uniform(0, 0.02))
        self._remove()
        if self._chance.random() < 0.5:
            self._others.append(self._forked(self._command))
        while len(lines(self._noticed)) < THREADS * len(self._processes):
            assert time.monotonic() < until, "not everybody has noticed"
            time.sleep(0.005)
        told = lines(self._told)
        time.sleep(0.01)
        if not self._others:
            assert lines(self._told) == told, "saved though all have noticed"
        return self._stopped()

    def _start_one_again(self) -> None:
        killed = self._processes.pop(self._chance.randrange(len(self._processes)))
        os.kill(killed, signal.SIGKILL)
        os.waitpid(killed, 0)
        self._processes.append(self._forked(self._serve))

    def _remove(self) -> None:
        chosen = self._chance.choice((("-wal",), ("-shm",), ("-wal", "-shm"), ("-shm", "-wal")))
        replaced = self._chance.random() < 0.2 and chosen == ("-shm",)
        for each in chosen:
            there = Path(f"{self._database}{each}")
            if replaced:
                copy = Path(shutil.copy(there, there.with_name("copy")))
                copy.replace(there)
            else:
                there.unlink(missing_ok=True)

    def _stopped(self) -> set[str]:
        """All links that were acknowledged."""
        for each in self._processes:
            os.kill(each, signal.SIGTERM)
        for each in (*self._processes, *self._others):
            _, status = os.waitpid(each, 0)
            assert status == 0, f"process ended with {status}"
        return set(lines(self._told))


def append(path: Path, line: str) -> None:
    file = os.open(path, os.O_WRONLY | os.O_APPEND)
    os.write(file, f"{line}\n".encode())
    os.close(file)


def lines(path: Path) -> list[str]:
    return path.read_text().splitlines()


def look(database: Path, acknowledged: set[str]) -> int:
    """How many groups there are; all of them whole, and all that were acknowledged."""
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        found = {str(link) for (link,) in connection.execute("SELECT link FROM groups")}
    lost = acknowledged - found
    assert not lost, f"{len(lost)} of {len(acknowledged)} lost"
    return len(found)


def main(database: Path, processes: int, deletions: int, seed: int) -> None:
    said = database.with_name("log")
    logging.basicConfig(filename=said, format="%(message)s", level=logging.WARNING)
    chance, seen = random.Random(seed), Counter[str]()
    acknowledged = set[str]()
    for number in range(deletions):
        acknowledged |= Round(database, processes, chance).play()
        there = look(database, acknowledged)
        told = lines(said)
        said.write_text("")
        mine = [line for line in told if "was removed or replaced while" in line]
        assert told == mine, told
        seen[f"{len(mine)} lines"] += 1
        seen["deletions"] = number + 1
    sys.stdout.write(json.dumps(seen | {"acknowledged": len(acknowledged), "there": there}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:5]))
