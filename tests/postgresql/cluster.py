"""A real PostgreSQL server of the tests' own, shared by the processes of one run of them."""

import fcntl
import json
import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, LiteralString

import psycopg
from psycopg import sql

from tests.postgresql import programs
from tests.postgresql.programs import CHECKOUT, UNPACKED, Programs

ADMINISTRATOR = "postgres"
OWNER = "scorekeeper"  # owns the databases, and may do nothing else
LOCALE = ("--locale=C", "--lc-ctype=UTF-8") if sys.platform == "darwin" else ("--locale=C.UTF-8",)
# What is lost in a power cut was only a test; but nothing is lost when a process is killed.
SETTINGS = """
listen_addresses = '127.0.0.1'
port = {port}
unix_socket_directories = '{folder}'
max_connections = 200
shared_buffers = 32MB
fsync = off
full_page_writes = off
autovacuum = off
jit = off
"""
ATTEMPTS = 5  # another process may take the port first


@dataclass(frozen=True)
class Cluster:
    """A running server: where it lives, and its port on this machine."""

    folder: Path
    port: int
    programs: Programs

    def url(self, database: str) -> str:
        """Where the program finds *database*, as its owner."""
        return f"postgresql://{OWNER}@127.0.0.1:{self.port}/{database}"

    def create(self, database: str, template: str = "template1") -> str:
        """Create *database* as a copy of *template*, to which nobody is connected; its URL."""
        self._administer("CREATE DATABASE {} TEMPLATE {} OWNER {} ", database, template, OWNER)
        return self.url(database)

    def drop(self, database: str) -> None:
        """Remove *database* if it is there, whoever is connected to it."""
        self._administer("DROP DATABASE IF EXISTS {} WITH (FORCE)", database)

    def template(self, name: str, fill: Callable[[str], None]) -> str:
        """The name of a database to copy: *fill* got its URL, once for all processes."""
        with locked(self.folder / f"{name}.lock"):
            done = self.folder / f"{name}.filled"
            if not done.exists():
                self.drop(name)
                fill(self.create(name))
                done.touch()
        return name

    def restart(self, mode: str = "fast") -> None:
        """Stop and start the server; the *mode* "immediate" is as if it crashed."""
        self.run("pg_ctl", *self._control, "restart", "-m", mode)

    def stop(self, mode: str = "fast") -> None:
        """Stop the server, until `start`."""
        self.run("pg_ctl", *self._control, "stop", "-m", mode)

    def start(self) -> None:
        """Start the server that stands still, and wait until it answers."""
        self.run("pg_ctl", *self._control, "start")

    def run(self, program: str, *arguments: str) -> str:
        """What one of PostgreSQL's programs says, run as the user of the server."""
        return _run(self.programs, self.folder, program, *arguments)

    @property
    def _control(self) -> tuple[str, ...]:
        return ("-w", "-s", "-D", str(self.folder / "data"), "-l", str(self.folder / "log"))

    def _administer(self, command: LiteralString, *names: str) -> None:
        with psycopg.connect(
            host=str(self.folder), port=self.port, user=ADMINISTRATOR, autocommit=True
        ) as connection:
            connection.execute(sql.SQL(command).format(*map(sql.Identifier, names)))


@contextmanager
def shared(state: Path) -> Iterator[Cluster]:
    """The one server of everybody who names the same folder *state*, up while anybody uses it."""
    address = state / "postgresql.json"
    with (state / "postgresql.users").open("w") as users:
        with locked(state / "postgresql.lock"):
            fcntl.flock(users, fcntl.LOCK_SH)
            if address.exists():
                folder, port = json.loads(address.read_text())
                cluster = Cluster(Path(folder), port, _programs(Path(folder)))
            else:
                cluster = _started(users.name, address)
                address.write_text(json.dumps([str(cluster.folder), cluster.port]))
        yield cluster


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Alone among all processes that lock *path*."""
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _started(users: str, address: Path) -> Cluster:
    """A new server in a folder of its own; somebody watches that neither outlives its users."""
    folder = Path(tempfile.mkdtemp(prefix="postgresql-"))  # short enough for the name of a socket
    if user := _user():
        os.chown(folder, user["user"], user["group"])
    found = programs.find()
    if user and found.libraries:  # perhaps below a folder that nobody else may enter
        shutil.copytree(UNPACKED, folder / "programs", symlinks=True)
    cluster = Cluster(folder, 0, _programs(folder))
    stop = (cluster.programs["pg_ctl"], "-D", str(folder / "data"), "stop", "-m", "immediate")
    watcher = [sys.executable, "-m", "tests.postgresql.watcher", str(folder), users, str(address)]
    subprocess.run(
        [*watcher, *stop],
        cwd=CHECKOUT,
        env=cluster.programs.environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    return _initialised(cluster)


def _initialised(cluster: Cluster) -> Cluster:
    data = cluster.folder / "data"
    cluster.run(
        "initdb",
        *("-D", str(data), "--username", ADMINISTRATOR, "--auth=trust", "--encoding=UTF8"),
        *(*LOCALE, "--lc-messages=C", "--no-sync"),
    )
    settings = (data / "postgresql.conf").read_text()
    for attempt in range(ATTEMPTS):
        cluster = Cluster(cluster.folder, _free_port(), cluster.programs)
        more = SETTINGS.format(port=cluster.port, folder=cluster.folder)
        (data / "postgresql.conf").write_text(settings + more)
        try:
            cluster.start()
            break
        except RuntimeError:
            if attempt == ATTEMPTS - 1:
                raise
    cluster._administer("CREATE ROLE {} LOGIN", OWNER)
    return cluster


def _programs(folder: Path) -> Programs:
    copied, found = folder / "programs", programs.find()
    if not copied.exists():
        return found
    return programs.unpacked(copied, copied / found.folder.relative_to(UNPACKED))


def _run(found: Programs, folder: Path, program: str, *arguments: str) -> str:
    ran = subprocess.run(
        [found[program], *arguments],
        cwd=folder,
        env=found.environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        **_user(),
    )
    if ran.returncode:
        log = folder / "log"
        raise RuntimeError(f"{program}: {ran.stdout}{log.read_text() if log.exists() else ''}")
    return str(ran.stdout)


def _user() -> dict[str, Any]:
    """Who runs the server, which refuses to be run by the administrator of the machine."""
    if os.geteuid() != 0:
        return {}
    names = {each.pw_name: each for each in pwd.getpwall()}
    user = names.get("postgres") or names["nobody"]
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
