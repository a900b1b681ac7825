"""The server as people start it, in a process of its own."""

import http.client
import io
import ipaddress
import json
import logging
import os
import re
import signal
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from http import HTTPStatus
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import urlopen

import pytest
import segno
from flask import Flask

from scorekeeper.addresses.redaction import Redaction
from scorekeeper.addresses.urls import is_loopback, lan_address, machine_url, phones_url
from scorekeeper.cli.main import main
from scorekeeper.cli.sentences import sentence
from scorekeeper.cli.serve import phones_address, print_addresses, why_unreachable
from scorekeeper.cli.startup import create_ready_app
from scorekeeper.files.sheet import FORMAT
from scorekeeper.settings import (
    Settings,
    UnusableSettingError,
    limits_in,
    metrics_address,
    settings,
)
from scorekeeper.store.db import close
from tests.cli.server_process import LOADED, SECONDS_TO_STOP, Server, environment, server

SCOREKEEPER = (sys.executable, "-m", "scorekeeper")
HALF_BLOCK = "▄"  # of a QR code
TOGETHER = pytest.mark.xdist_group("one_server")  # starting it is long enough once


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Server]:
    database = f"sqlite:///{tmp_path / 'evening.sqlite'}"
    with server(SCOREKEEPER, tmp_path, environment(SCOREKEEPER_DATABASE=database)) as started:
        yield started


@pytest.fixture
def loaded(tmp_path: Path) -> Iterator[Server]:
    database = f"sqlite:///{tmp_path / 'evening.sqlite'}"
    with server(LOADED, tmp_path, environment(SCOREKEEPER_DATABASE=database)) as started:
        yield started


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("house")


@pytest.fixture(scope="module")
def kept_running(folder: Path) -> Iterator[Server]:
    """One for all tests that stop nothing."""
    database = f"sqlite:///{folder / 'evening.sqlite'}"
    with server(SCOREKEEPER, folder, environment(SCOREKEEPER_DATABASE=database)) as started:
        yield started


@TOGETHER
def test_a_phone_gets_the_start_page(kept_running: Server) -> None:
    status, page = kept_running.page()
    assert status == 200
    assert "<!doctype html>" in page


@TOGETHER
def test_the_terminal_shows_where_the_phones_find_us(kept_running: Server, folder: Path) -> None:
    terminal, port = kept_running.terminal, urlsplit(kept_running.url).port
    phones = f"http://{lan_address()}:{port}/"
    assert re.search(rf"For the phones in this house: +{re.escape(phones)}\n", terminal)
    code = io.StringIO()
    segno.make(phones, micro=False).terminal(code, compact=True)
    assert code.getvalue() in terminal
    assert HALF_BLOCK in terminal
    assert str(folder / "evening.sqlite") in terminal


def new_sheet(running: Server) -> str:
    """The path of a new sheet."""
    sheet_file = {"format": FORMAT, "game": "tapp", "players": ["A", "B", "C"], "rounds": []}
    data = urlencode({"text": json.dumps(sheet_file)}).encode()
    with urlopen(f"{running.url}import", data, timeout=10) as sheet:
        return str(sheet.url.removeprefix(running.url))


def shared_by(running: Server) -> str:
    """The share page of a new sheet, opened on the server's own screen."""
    return running.page(f"{new_sheet(running)}share")[1]


@TOGETHER
def test_the_share_page_on_its_own_screen_leads_phones_to_the_same_address(
    kept_running: Server,
) -> None:
    port = urlsplit(kept_running.url).port
    assert kept_running.url == f"http://127.0.0.1:{port}/"
    assert f'value="http://{lan_address()}:{port}/g/' in shared_by(kept_running)


def test_a_server_for_this_machine_alone_says_so_on_the_share_page(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'evening.sqlite'}"
    env = environment(SCOREKEEPER_DATABASE=database, SCOREKEEPER_HOST="127.0.0.1")
    with server(LOADED, tmp_path, env) as alone:
        shown = shared_by(alone)
    assert "This machine alone reaches it." in alone.terminal
    assert "--proxies 1" in alone.terminal
    assert "For the phones" not in alone.terminal
    assert HALF_BLOCK not in alone.terminal
    assert "No other phone can open this link yet" in shown
    assert 'class="qr"' not in shown


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_soon_though_a_phone_is_still_connected_and_has_told_no_link(
    loaded: Server, how: signal.Signals
) -> None:
    phone = http.client.HTTPConnection(urlsplit(loaded.url).netloc, timeout=10)
    phone.request("GET", "/g/a-secret-link/")
    answer = phone.getresponse()
    assert answer.status == 404
    answer.read()
    loaded.process.send_signal(how)
    began = time.monotonic()
    assert loaded.process.wait(SECONDS_TO_STOP) == 0
    assert time.monotonic() - began < SECONDS_TO_STOP
    phone.close()
    assert loaded.process.stdout
    assert loaded.process.stdout.read().strip() == ""


@pytest.fixture
def _in_a_terminal() -> Iterator[None]:
    """What is begun now ends with its terminal, whatever runs these tests."""
    usual = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, usual)


@pytest.mark.usefixtures("_in_a_terminal")
def test_a_closed_terminal_ends_it_and_interrupts_nobody(running: Server) -> None:
    phone = http.client.HTTPConnection(urlsplit(running.url).netloc, timeout=10)
    phone.request("GET", "/")
    phone.getresponse().read()
    begun = running.process.pid
    for child in Path(f"/proc/{begun}/task/{begun}/children").read_text().split():
        os.kill(int(child), signal.SIGHUP)
    phone.request("GET", "/")  # by the same connection
    assert phone.getresponse().read()
    running.process.send_signal(signal.SIGHUP)
    assert running.process.wait(SECONDS_TO_STOP) == 0
    phone.close()


def test_when_it_stops_its_streams_come_to_their_end(tmp_path: Path) -> None:
    env = environment(SCOREKEEPER_DATABASE=f"sqlite:///{tmp_path / 'evening.sqlite'}")
    with server(LOADED, tmp_path, env) as running:
        with urlopen(f"{running.url}{new_sheet(running)}events", timeout=10) as stream:
            assert stream.readline() == b"retry: 2000\n"
            running.process.terminate()
            assert stream.read() == b"data: 1\n\n"  # not cut off: that would raise IncompleteRead
        assert running.process.wait(SECONDS_TO_STOP) == 0


def test_phones_that_listen_leave_connections_for_pages(tmp_path: Path) -> None:
    env = environment(SCOREKEEPER_DATABASE=f"sqlite:///{tmp_path / 'evening.sqlite'}")
    files, connections, kept = 400, 72, 64
    command = ("sh", "-c", f'ulimit -n {files}; exec "$0" "$@"', *SCOREKEEPER)
    with server(command, tmp_path, env) as running, ExitStack() as listening:
        sheet = new_sheet(running)
        events = f"{running.url}{sheet}events"
        for _ in range(connections - kept):
            stream = listening.enter_context(urlopen(events, timeout=10))
            assert stream.readline() == b"retry: 2000\n"
        for _ in range(3):
            with urlopen(events, timeout=10) as refused:
                assert refused.status == HTTPStatus.NO_CONTENT
        assert running.page(sheet)[0] == HTTPStatus.OK


def test_a_link_is_taken_out_of_what_is_logged() -> None:
    args = ("/g/a-secret-link/3/",)
    record = logging.LogRecord("x", logging.ERROR, "", 0, "Error handling %s", args, None)
    assert Redaction().filter(record)
    assert record.getMessage() == "Error handling /g/…/3/"


def test_a_port_in_use_is_said_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = f"sqlite:///{tmp_path / 'x.sqlite'}"
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        at = ("--host", "127.0.0.1", "--port", port)
        assert main(["serve", "--database", database, *at]) == 1
    refused = capsys.readouterr().err
    assert refused.startswith(f"scorekeeper: port {port} is in use")
    assert "--port" in refused
    assert "Traceback" not in refused


def test_the_address_of_this_machine_is_one_that_can_be_typed() -> None:
    assert ipaddress.IPv4Address(lan_address()) != ipaddress.IPv4Address("0.0.0.0")


def test_a_named_host_is_the_address_for_everybody() -> None:
    for_phones = phones_url(Settings(host="192.168.1.7", port=80))
    assert for_phones == machine_url("192.168.1.7", 80) == "http://192.168.1.7:80/"
    assert phones_url(Settings(host="fd00::7")) == "http://[fd00::7]:8000/"
    assert machine_url("0.0.0.0", 8000) == "http://127.0.0.1:8000/"


def test_an_address_for_this_machine_alone_is_known_as_such() -> None:
    for host in ("127.0.0.1", "localhost", "::1"):
        assert is_loopback(phones_url(Settings(host=host)))
    assert not is_loopback(phones_url(Settings(host="192.168.1.7")))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "eight"),
        ("PORT", "65536"),
        ("PORT", "9" * 5000),
        ("PORT", "-1"),
        ("THREADS", "0"),
        ("WORKERS", "1.5"),
        ("PROXIES", "two"),
        ("SYNCHRONOUS", "SOMETIMES"),
        ("METRICS", "localhost"),
        ("METRICS", "127.0.0.1:65536"),
        ("LOG", "text"),
        ("HOSTS", "https://cards.example"),
        ("HOSTS", "cards.example:443"),
        ("LIMITS", "address=fast"),
        ("LIMITS", "sheets=1"),
        ("LIMITS", "speed=1/second"),
        ("LIMITS", "link=0/day"),
    ],
)
def test_an_environment_that_makes_no_sense_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, value: str
) -> None:
    monkeypatch.setenv(f"SCOREKEEPER_{name}", value)
    with pytest.raises(UnusableSettingError, match=f"SCOREKEEPER_{name}, .*{value}"):
        settings({})
    assert main(["serve"]) == 2
    assert re.search(f"SCOREKEEPER_{name} must be .*{value}", capsys.readouterr().err)


def test_what_is_typed_is_not_looked_for_in_an_environment_that_makes_no_sense(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    database = f"sqlite:///{tmp_path / 'evening.sqlite'}"
    for name in ("THREADS", "PORT", "METRICS"):
        monkeypatch.setenv(f"SCOREKEEPER_{name}", "abc")
    app = create_ready_app(database, {"threads": 20, "port": 8080, "metrics": ("", 9000)})
    assert app.config["STREAMS_AT_MOST"] == 4
    close(app)


def test_the_command_line_goes_before_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_PORT", "9000")
    monkeypatch.setenv("SCOREKEEPER_HOST", "127.0.0.1")
    assert settings({}).port == 9000
    assert settings({"port": 9001}).port == 9001
    assert settings({"host": "127.0.0.2"}).host == "127.0.0.2"
    monkeypatch.setenv("SCOREKEEPER_PROXIES", "2")
    assert settings({}).proxies == 2
    assert settings({"proxies": 0}).proxies == 0
    monkeypatch.setenv("SCOREKEEPER_WORKERS", "2")
    monkeypatch.setenv("SCOREKEEPER_METRICS", "9100")
    monkeypatch.setenv("SCOREKEEPER_LOG", "JSON")
    found = settings({})
    assert (found.workers, found.metrics, found.log) == (2, ("127.0.0.1", 9100), "json")
    found = settings({"workers": 3, "metrics": ("::1", 0), "log": "json,addresses"})
    assert (found.workers, found.metrics, found.log) == (3, ("::1", 0), "json,addresses")


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("9100", ("127.0.0.1", 9100)),
        ("0.0.0.0:9100", ("0.0.0.0", 9100)),
        ("metrics.home.arpa:80", ("metrics.home.arpa", 80)),
        ("[fd00::7]:9100", ("fd00::7", 9100)),
    ],
)
def test_metrics_are_told_to_this_machine_unless_a_host_is_named(
    text: str, address: tuple[str, int]
) -> None:
    assert metrics_address(text) == address


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("--workers=0", "--workers: at least one process has to answer"),
        ("--workers=65", "--workers: how many processes there are is a number up to 64"),
        ("--metrics=here", "--metrics: metrics need a port, or a host and a port"),
        ("--metrics=:9100", "--metrics: metrics need a port, or a host and a port"),
        ("--log=text", "--log: 'text' is none of"),
    ],
)
def test_an_impossible_option_is_refused_in_words(
    capsys: pytest.CaptureFixture[str], option: str, words: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["serve", option])
    assert ended.value.code == 2
    assert words in capsys.readouterr().err


def test_a_port_of_the_metrics_in_use_is_said_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert main(["serve", "--port", "0", "--metrics", str(port)]) == 1
    words = f"scorekeeper: port {port} is in use by another program; choose another one with"
    assert capsys.readouterr().err == f"{words} --metrics\n"


def test_limits_are_off_unless_they_are_chosen_and_one_word_chooses_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert settings({}).limits == {}
    monkeypatch.setenv("SCOREKEEPER_LIMITS", "public, groups=7/hour")
    chosen = settings({}).limits
    assert chosen.keys() == {"address", "link", "groups", "sheets"}
    assert chosen["groups"] == "7/hour"
    assert settings({"limits": limits_in("")}).limits == {}
    assert limits_in("sheets=500 address=9/second") == {"sheets": "500", "address": "9/second"}


def test_impossible_limits_on_the_command_line_are_refused_in_words(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--limits", "public address=5/week"])
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert "--limits: must be public, or a list" in said
    assert "not 'address=5/week'" in said


@TOGETHER
def test_the_limits_of_the_command_line_hold(tmp_path: Path) -> None:
    env = environment(SCOREKEEPER_DATABASE=f"sqlite:///{tmp_path / 'evening.sqlite'}")
    with server(LOADED, tmp_path, env, ("--limits", "address=2/hour")) as started:
        assert [started.page()[0] for _ in range(2)] == [200, 200]
        with pytest.raises(HTTPError, match="429") as refused:
            started.page()
    with refused.value as answer:
        assert int(answer.headers["Retry-After"]) > 3000


@pytest.mark.parametrize("value", ["two", "-1", "10", "1.5", ""])
def test_an_impossible_number_of_proxies_is_refused_in_words(
    capsys: pytest.CaptureFixture[str], value: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["serve", f"--proxies={value}"])
    assert ended.value.code == 2
    words = f"--proxies: how many proxies there are is a number up to 9, not {value!r}"
    assert words in capsys.readouterr().err


def test_a_command_that_serves_nothing_refuses_such_an_environment_in_words_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SCOREKEEPER_PROXIES", "two")
    database = f"sqlite:///{tmp_path / 'evening.sqlite'}"
    assert main(["export", "/g/link/1/", "--database", database]) == 2
    words = "SCOREKEEPER_PROXIES must be a whole number from 0 to 9, not 'two'"
    assert capsys.readouterr().err == f"scorekeeper: {words}\n"


@pytest.mark.parametrize("prefix", ["/cards", "/g", "/cards/s", "/s/g"])
def test_no_link_is_in_the_log_whatever_lies_in_front_of_it(prefix: str) -> None:
    record = logging.makeLogRecord({"msg": f"failed: {prefix}/g/secret/3/"})
    assert Redaction().filter(record)
    assert "secret" not in record.getMessage()
    assert record.getMessage().endswith("/…/3/")


def test_behind_a_proxy_of_unknown_name_no_address_is_shown_for_the_phones(tmp_path: Path) -> None:
    env = environment(SCOREKEEPER_DATABASE=f"sqlite:///{tmp_path / 'evening.sqlite'}")
    options = ("--host", "127.0.0.1", "--proxies", "1")
    with server(LOADED, tmp_path, env, options) as hidden:
        assert "For the phones in this house:  the address of the proxy" in hidden.terminal
        assert HALF_BLOCK not in hidden.terminal


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "localhost", "::1", "0:0:0:0:0:0:0:1"])
def test_no_phone_is_told_an_address_that_only_this_machine_reaches(host: str) -> None:
    here = Settings(host=host)
    for names in ((), ("cards.home.arpa",)):
        told = why_unreachable(phones_address(replace(here, hosts=names)), here)
        assert told == sentence("cli.serve.alone", host=host)
    proxied = replace(here, proxies=1, hosts=("cards.home.arpa",))
    assert why_unreachable(phones_address(proxied), proxied) is None
    assert phones_address(replace(proxied, hosts=("localhost",))) is None  # but that of the proxy


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "0::0", "192.168.0.7", "fd00::7"])
def test_phones_are_told_where_a_server_for_the_house_is(host: str) -> None:
    here = Settings(host=host, hosts=("cards.home.arpa",))
    assert why_unreachable(phones_address(here), here) is None
    everywhere = replace(here, host="::")
    for names in (("localhost",), ("127.0.0.1",)):
        told = phones_address(replace(everywhere, hosts=names))
        reason = why_unreachable(told, everywhere)
        assert reason == sentence("cli.serve.no_network")


@pytest.mark.parametrize(
    ("limits", "proxies", "is_said"),
    [
        ("public", 0, True),
        ("address=9/day", 0, True),
        ("groups=9/day", 0, True),
        ("link=9/day sheets=9", 0, False),
        ("", 0, False),
        ("public", 1, False),
    ],
)
def test_limits_without_a_proxy_say_that_its_guests_would_count_as_one(
    app: Flask, capsys: pytest.CaptureFixture[str], limits: str, proxies: int, is_said: bool
) -> None:
    here = Settings(host="127.0.0.1", proxies=proxies, limits=limits_in(limits))
    with app.app_context():
        print_addresses(here)
    assert ("share one allowance" in capsys.readouterr().out) == is_said


def test_behind_a_proxy_the_address_for_everybody_is_its_first_name_with_https() -> None:
    here = Settings(host="127.0.0.1", proxies=1, hosts=("cards.home.arpa", "192.168.0.7"))
    assert phones_url(here) == "https://cards.home.arpa/"
    assert phones_url(replace(here, hosts=("fd00::7",))) == "https://[fd00::7]/"


def test_below_a_path_of_a_host_the_terminal_shows_it(tmp_path: Path) -> None:
    env = environment(
        SCOREKEEPER_DATABASE=f"sqlite:///{tmp_path / 'evening.sqlite'}",
        SCOREKEEPER_HOSTS="cards.home.arpa",
        SCOREKEEPER_PREFIX_PATH="/elsewhere",
    )
    options = ("--host", "127.0.0.1", "--proxies", "1", "--prefix", "/cards/")
    with server(LOADED, tmp_path, env, options) as running:
        assert "For the phones in this house:  https://cards.home.arpa/cards/\n" in running.terminal
        assert urlsplit(running.url).path == "/cards/"
        assert running.page("new/tapp")[0] == 200


@pytest.mark.parametrize("elsewhere", ["", "cards"])
def test_a_prefix_that_begins_as_pages_do_is_refused_in_words(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    elsewhere: str,
) -> None:
    """Whatever the environment says, which does not count then."""
    monkeypatch.setenv("SCOREKEEPER_PREFIX_PATH", elsewhere)
    database = f"sqlite:///{tmp_path / 'evening.sqlite'}"
    assert main(["serve", "--port", "0", "--database", database, "--prefix", "/g"]) == 2
    assert capsys.readouterr().err == "scorekeeper: pages of Scorekeeper itself begin with /g\n"
    assert not [*tmp_path.iterdir()]  # it is refused before a database is made
