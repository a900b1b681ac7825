"""The server as people start it, with clients around it that mean harm or walked out of range."""

import http.client
import os
import re
import resource
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.cli.server_process import LOADED, SECONDS_TO_STOP, Server, environment, server
from tests.loaded_program import LoadedProgram
from tests.server.listening import eventually

SECONDS_AT_WORST = 10
SECONDS_OF_WORK_TO_STOP = 0.4
WITHOUT_KEYS = "/rules/klaverjassen"  # a page that is the same for everybody
TOGETHER = pytest.mark.xdist_group("server_for_anybody")  # starting it is long enough once
HEAD = b"POST /new/tapp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n"


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Server]:
    with server(LOADED, tmp_path, settings_in(tmp_path)) as started:
        yield started


@pytest.fixture(scope="module")
def kept_running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests that neither stop it nor read what it says at its end."""
    folder = tmp_path_factory.mktemp("house")
    with server(LOADED, folder, settings_in(folder)) as started:
        yield started


def settings_in(folder: Path, **more: str) -> dict[str, str]:
    return environment(SCOREKEEPER_DATABASE=f"sqlite:///{folder / 'evening.sqlite'}", **more)


def address(running: Server) -> tuple[str, int]:
    parts = urlsplit(running.url)
    assert parts.hostname
    assert parts.port
    return parts.hostname, parts.port


def answered(running: Server, headers: dict[str, str] | None = None) -> http.client.HTTPResponse:
    return asked(running, headers)[0]


def asked(
    running: Server, headers: dict[str, str] | None = None, path: str = "/"
) -> tuple[http.client.HTTPResponse, str]:
    """The answer, and its text."""
    phone = http.client.HTTPConnection(*address(running), timeout=SECONDS_AT_WORST)
    phone.request("GET", path, headers=headers or {})
    answer = phone.getresponse()
    text = answer.read().decode()
    phone.close()
    return answer, text


def stopped(running: Server) -> str:
    """What the terminal shows from the start to a graceful end."""
    running.process.terminate()
    running.process.wait(SECONDS_TO_STOP)
    assert running.process.stdout
    return running.process.stdout.read().strip()


UNFINISHED = {
    "nothing": b"",
    "request line": b"GET / HT",
    "head": HEAD,
    "body": HEAD + b"\r\nname_",
    "expectation": b"POST / HTTP/1.1\r\nExpect: 100-continue\r\n",
}


def test_five_hundred_unfinished_requests_keep_nobody_out(running: Server) -> None:
    surround(running, [*UNFINISHED.values()] * 100)


@pytest.mark.soak(short="test_five_hundred_unfinished_requests_keep_nobody_out")
@pytest.mark.parametrize("sent", UNFINISHED.values(), ids=UNFINISHED)
def test_five_hundred_alike_keep_nobody_out(running: Server, sent: bytes) -> None:
    surround(running, [sent] * 500)


def surround(running: Server, clients_send: Sequence[bytes]) -> None:
    """Have as many clients that stop in the middle, and ask for a page beside and after them."""
    with ExitStack() as clients:
        for sent in clients_send:
            client = clients.enter_context(socket.create_connection(address(running)))
            client.sendall(sent)
        for _ in range(3):
            assert answered(running).status == 200
    assert answered(running).status == 200
    assert stopped(running) == ""


def test_clients_that_leave_at_any_moment_leave_no_trace_in_the_log(running: Server) -> None:
    page = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
    for sent in (b"", page[:9], HEAD, HEAD + b"\r\nname", page, page * 40):
        for at_once in (True, False):
            client = socket.create_connection(address(running))
            if at_once:  # reset, as by a system that went down
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            client.sendall(sent)
            client.close()
    assert answered(running).status == 200
    assert stopped(running) == ""


@TOGETHER
def test_headers_of_a_proxy_are_not_believed_where_none_is(kept_running: Server) -> None:
    told = {
        "X-Forwarded-Proto": "https",
        "X-Forwarded-Host": "elsewhere.example",
        "X-Forwarded-For": "192.0.2.7",
        "X-Forwarded-Prefix": "/elsewhere",
        "SCRIPT_NAME": "/elsewhere",
        "Script-Name": "/elsewhere",
        "Forwarded": "proto=https;host=elsewhere.example",
    }
    answer = answered(kept_running, told)
    assert answer.status == 200
    assert "Strict-Transport-Security" not in answer.headers
    assert asked(kept_running, told, WITHOUT_KEYS)[1] == asked(kept_running, path=WITHOUT_KEYS)[1]


def test_a_configured_proxy_is_believed(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, SCOREKEEPER_PROXIES="1")
    with server(LOADED, tmp_path, settings) as running:
        answer = answered(running, {"X-Forwarded-Proto": "https"})
        assert answer.headers["Strict-Transport-Security"].startswith("max-age=")


def workers(process: subprocess.Popen[str] | LoadedProgram) -> list[int]:
    """The processes that answer, children of the one that was started."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return [int(child) for child in children]


def test_a_worker_that_dies_is_started_again(running: Server) -> None:
    assert answered(running).status == 200
    (worker,) = workers(running.process)
    os.kill(worker, signal.SIGKILL)
    assert eventually(lambda: workers(running.process) not in ([], [worker]))
    assert answered(running).status == 200


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_to_all_its_processes_ends_them_quietly(
    running: Server, tmp_path: Path, how: signal.Signals
) -> None:
    """As Ctrl+C in a terminal, and whoever stops a service; the first process passes it on too."""
    assert answered(running).status == 200
    for each in [*workers(running.process), running.process.pid]:
        os.kill(each, how)
    assert stopped(running) == ""
    assert running.process.returncode == 0
    assert [each.name for each in tmp_path.iterdir()] == ["evening.sqlite"]


def test_it_stops_soon_beside_requests_that_never_end(tmp_path: Path) -> None:
    python = (sys.executable, "-m", "scorekeeper")  # a child of ours, so that its work is counted
    with server(python, tmp_path, settings_in(tmp_path)) as running:
        with ExitStack() as clients:
            for sent in (b"", HEAD, HEAD + b"\r\nname_"):
                clients.enter_context(socket.create_connection(address(running))).sendall(sent)
            assert answered(running).status == 200
            spent = sum(map(work_of, (running.process.pid, *workers(running.process))))
            ended, began = work_of_ended(), time.monotonic()
            assert stopped(running) == ""
            assert time.monotonic() - began < SECONDS_TO_STOP
        assert work_of_ended() - ended - spent < SECONDS_OF_WORK_TO_STOP
        assert running.process.returncode == 0


def work_of(process: int) -> float:
    """The seconds that a process has kept a processor busy."""
    times = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    return sum(map(int, times)) / os.sysconf("SC_CLK_TCK")


def work_of_ended() -> float:
    """The same of all that have ended of those that we have started."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


@TOGETHER
@pytest.mark.parametrize("coding", ["Content-Length: 50000000", "Transfer-Encoding: chunked"])
def test_an_upload_beyond_all_is_refused_in_the_words_of_its_sender(
    kept_running: Server, coding: str
) -> None:
    head = f"POST /import HTTP/1.1\r\nHost: localhost\r\nAccept-Language: de\r\n{coding}\r\n"
    form = "Content-Type: application/x-www-form-urlencoded\r\n\r\ntext="
    with socket.create_connection(address(kept_running), SECONDS_AT_WORST) as client:
        client.sendall((head + form.replace("text=", "")).encode())
        chunk = b"%x\r\n%b\r\n" % (100_000, b"x" * 100_000)
        for _ in range(500):
            client.sendall(chunk if "chunked" in coding else chunk[7:-2])
        answer = b"".join(iter(lambda: client.recv(65_536), b""))
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert re.search(r"<html lang=.de.", answer.decode())
