"""Caddy with the configuration that hosts are given, at free ports of this machine alone."""

import http.client
import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.server.listening import eventually

ROOT = Path(__file__).resolve().parents[2]
CADDYFILE = ROOT / "docs" / "https" / "Caddyfile"
ABOUT_HTTPS = ROOT / "docs" / "https.md"
REVERSE_PROXY = re.compile(r"^\treverse_proxy .*?^\t}\n", re.M | re.S)
BELOW_A_PATH = re.compile(r"^```\n(\tredir .*?^\t}\n)```$", re.M | re.S)
UNPACKED = ROOT / ".venv" / "tools" / "usr" / "bin" / "caddy"  # by scripts/setup
NAME = "cards.home.arpa"
OPTIONS = "admin off\ndefault_bind 127.0.0.1\nhttp_port {}\nhttps_port {}"
BALANCING = """
{{
    admin off
    auto_https off
    grace_period 1s
}}
http://:{} {{
    bind 127.0.0.1
    reverse_proxy {} {{
        lb_policy round_robin
        transport http {{
            compression off
            keepalive 30s
        }}
    }}
}}
"""
SECONDS = 10


class Phone(http.client.HTTPSConnection):
    """A client whose router knows the name; it trusts the certificate that it has been given."""

    def __init__(self, port: int, root: Path) -> None:
        self._trust = ssl.create_default_context(cafile=root)
        super().__init__(NAME, port, timeout=SECONDS, context=self._trust)

    def connect(self) -> None:
        """Connect to this machine, and ask for the name there."""
        plain = socket.create_connection(("127.0.0.1", self.port), SECONDS)
        self.sock = self._trust.wrap_socket(plain, server_hostname=self.host)


@dataclass(frozen=True)
class Caddy:
    folder: Path
    http_port: int
    https_port: int

    @property
    def origin(self) -> str:
        """What begins every address of a page behind it."""
        return f"https://{NAME}:{self.https_port}"

    @property
    def authority(self) -> Path:
        """The folder of the authority that it has made for itself, with its secret key."""
        return self.folder / "pki" / "authorities" / "local"

    @property
    def log(self) -> str:
        """All that it has said."""
        return (self.folder / "log").read_text(encoding="utf-8")

    def phone(self) -> Phone:
        return Phone(self.https_port, self.authority / "root.crt")

    def plain(self) -> http.client.HTTPConnection:
        """A client without https, that knows the address of this machine only."""
        return http.client.HTTPConnection("127.0.0.1", self.http_port, timeout=SECONDS)

    def answers(self) -> bool:
        """Whether it has its certificate, and takes connections."""
        try:
            phone = self.phone()
            phone.connect()
        except OSError:
            return False
        phone.close()
        return True


def caddy_path() -> str:
    """Where Caddy is; fails where it was not set up."""
    found = str(UNPACKED) if UNPACKED.exists() else shutil.which("caddy")
    assert found, "Caddy is missing: scripts/setup test brings it"
    return found


def caddyfile_below_a_path(folder: Path) -> Path:
    """The configuration as it is to be changed for a part of a host, in this folder."""
    (lines,) = BELOW_A_PATH.findall(ABOUT_HTTPS.read_text(encoding="utf-8"))
    changed, places = REVERSE_PROXY.subn(lambda _: lines, CADDYFILE.read_text(encoding="utf-8"))
    assert places == 1
    path = folder / "Caddyfile"
    path.write_text(changed, encoding="utf-8")
    return path


@contextmanager
def caddy(folder: Path, server_port: int, config: Path = CADDYFILE) -> Iterator[Caddy]:
    """Caddy in front of the server at this port of this machine, until the end of the block."""
    running = Caddy(folder, *free_ports(2))
    told = {
        "HOME": str(folder),
        "PATH": os.environ["PATH"],
        "CADDY_DATA": str(folder),
        "CADDY_NAME": NAME,
        "CADDY_SERVER": f"127.0.0.1:{server_port}",
        "CADDY_OPTIONS": OPTIONS.format(running.http_port, running.https_port),
    }
    command = [caddy_path(), "run", "--config", str(config), "--adapter", "caddyfile"]
    with (
        (folder / "log").open("wb") as log,
        subprocess.Popen(command, cwd=folder, env=told, stdout=log, stderr=log) as process,
    ):
        try:
            assert eventually(running.answers), running.log
            yield running
        finally:
            process.terminate()
            process.wait(SECONDS)


@contextmanager
def balancing(folder: Path, server_ports: Sequence[int]) -> Iterator[int]:
    """Caddy, without https, in front of several servers of this machine; its port."""
    (port,) = free_ports(1)
    servers = " ".join(f"127.0.0.1:{each}" for each in server_ports)
    file = folder / "Caddyfile"
    file.write_text(BALANCING.format(port, servers), encoding="utf-8")
    command = [caddy_path(), "run", "--config", str(file), "--adapter", "caddyfile"]
    told = {"HOME": str(folder), "PATH": os.environ["PATH"]}
    with (
        (folder / "log").open("wb") as log,
        subprocess.Popen(command, cwd=folder, env=told, stdout=log, stderr=log) as process,
    ):
        try:
            assert eventually(lambda: _takes_connections(port)), (folder / "log").read_text()
            yield port
        finally:
            process.terminate()
            process.wait(SECONDS)


def _takes_connections(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), SECONDS).close()
    except OSError:
        return False
    return True


def free_ports(count: int) -> list[int]:
    """Ports of this machine that nobody listens at."""
    held = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [int(each.getsockname()[1]) for each in held]
    for each in held:
        each.close()
    return ports
