"""The server as people start it, in a process of its own."""

import http.client
import io
import ipaddress
import json
import logging
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode, urlsplit
from urllib.request import urlopen

import pytest
import segno

from scorekeeper.cli.main import main
from scorekeeper.files.sheet import FORMAT
from scorekeeper.settings import UnusableSettingError, settings
from scorekeeper.web.request.addresses import is_loopback, lan_address, machine_url, phones_url
from scorekeeper.web.request.guard import Redaction
from tests.cli.server_process import SECONDS_TO_STOP, Server, environment, server

SCOREKEEPER = (sys.executable, "-m", "scorekeeper")


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Server]:
    database = f"sqlite:///{tmp_path / 'evening.sqlite'}"
    with server(SCOREKEEPER, tmp_path, environment(SCOREKEEPER_DATABASE=database)) as started:
        yield started


def test_a_phone_gets_the_start_page(running: Server) -> None:
    status, page = running.page()
    assert status == 200
    assert "<!doctype html>" in page


def test_the_terminal_shows_where_the_phones_find_us(running: Server, tmp_path: Path) -> None:
    port = urlsplit(running.url).port
    phones = f"http://{lan_address()}:{port}/"
    assert re.search(rf"For the phones in this house: +{re.escape(phones)}\n", running.terminal)
    code = io.StringIO()
    segno.make(phones, micro=False).terminal(code, compact=True)
    assert code.getvalue() in running.terminal
    assert str(tmp_path / "evening.sqlite") in running.terminal


def shared_by(running: Server) -> str:
    """The share page of a new sheet, opened on the server's own screen."""
    sheet_file = {"format": FORMAT, "game": "tapp", "players": ["A", "B", "C"], "rounds": []}
    data = urlencode({"text": json.dumps(sheet_file)}).encode()
    with urlopen(f"{running.url}import", data, timeout=10) as sheet:
        return running.page(f"{sheet.url.removeprefix(running.url)}share")[1]


def test_the_share_page_on_its_own_screen_leads_phones_to_the_same_address(
    running: Server,
) -> None:
    port = urlsplit(running.url).port
    assert running.url == f"http://127.0.0.1:{port}/"
    assert f'value="http://{lan_address()}:{port}/g/' in shared_by(running)


def test_a_server_for_this_machine_alone_says_so_on_the_share_page(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'evening.sqlite'}"
    env = environment(SCOREKEEPER_DATABASE=database, SCOREKEEPER_HOST="127.0.0.1")
    with server(SCOREKEEPER, tmp_path, env) as alone:
        shown = shared_by(alone)
    assert "No other phone can open this link yet" in shown
    assert 'class="qr"' not in shown


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_soon_though_a_phone_is_still_connected(
    running: Server, how: signal.Signals
) -> None:
    phone = http.client.HTTPConnection(urlsplit(running.url).netloc, timeout=10)
    phone.request("GET", "/")
    phone.getresponse().read()
    running.process.send_signal(how)
    began = time.monotonic()
    assert running.process.wait(SECONDS_TO_STOP) == 0
    assert time.monotonic() - began < SECONDS_TO_STOP
    phone.close()


def test_the_terminal_stays_quiet_and_keeps_the_links_secret(running: Server) -> None:
    phone = http.client.HTTPConnection(urlsplit(running.url).netloc, timeout=10)
    phone.request("GET", "/g/a-secret-link/")
    assert phone.getresponse().status == 404
    phone.close()
    running.process.terminate()
    assert running.process.stdout
    assert running.process.stdout.read().strip() == ""


def test_a_link_is_taken_out_of_what_is_logged() -> None:
    args = ("/g/a-secret-link/3/",)
    record = logging.LogRecord("x", logging.ERROR, "", 0, "Error handling %s", args, None)
    assert Redaction().filter(record)
    assert record.getMessage() == "Error handling /g/…/3/"


def test_a_port_in_use_is_said_in_words(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        refused = subprocess.run(
            [*SCOREKEEPER, "serve", "--host", "127.0.0.1", "--port", port],
            cwd=tmp_path,
            env=environment(SCOREKEEPER_DATABASE=f"sqlite:///{tmp_path / 'x.sqlite'}"),
            capture_output=True,
            text=True,
            check=False,
        )
    assert refused.returncode == 1
    assert refused.stderr.startswith(f"scorekeeper: port {port} is in use")
    assert "--port" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_the_address_of_this_machine_is_one_that_can_be_typed() -> None:
    assert ipaddress.IPv4Address(lan_address()) != ipaddress.IPv4Address("0.0.0.0")


def test_a_named_host_is_the_address_for_everybody() -> None:
    assert (
        phones_url("192.168.1.7", 80) == machine_url("192.168.1.7", 80) == "http://192.168.1.7:80/"
    )
    assert phones_url("fd00::7", 8000) == "http://[fd00::7]:8000/"
    assert machine_url("0.0.0.0", 8000) == "http://127.0.0.1:8000/"


def test_an_address_for_this_machine_alone_is_known_as_such() -> None:
    for host in ("127.0.0.1", "localhost", "::1"):
        assert is_loopback(phones_url(host, 8000))
    assert not is_loopback(phones_url("192.168.1.7", 8000))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "eight"),
        ("PORT", "65536"),
        ("PORT", "-1"),
        ("THREADS", "0"),
        ("WORKERS", "1.5"),
        ("PROXIES", "two"),
        ("SYNCHRONOUS", "SOMETIMES"),
        ("HOSTS", "https://cards.example"),
        ("HOSTS", "cards.example:443"),
    ],
)
def test_an_environment_that_makes_no_sense_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(f"SCOREKEEPER_{name}", value)
    with pytest.raises(UnusableSettingError, match=f"SCOREKEEPER_{name} must be .*{value}"):
        settings(None, None, None)
    assert main(["serve"]) == 2


def test_the_command_line_goes_before_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_PORT", "9000")
    monkeypatch.setenv("SCOREKEEPER_HOST", "127.0.0.1")
    assert settings(None, None, None).port == 9000
    assert settings(None, 9001, None).port == 9001
    assert settings("127.0.0.2", None, None).host == "127.0.0.2"
