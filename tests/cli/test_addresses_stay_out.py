"""What a server shows in its terminal names no client, whatever clients do and whatever fails."""

import http.client
import re
import socket
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from tests.cli.server_process import SECONDS_TO_STOP, Server, environment, server

CLIENT = "127.0.0.77"  # all of 127.0.0.0/8 is this machine, and the server's own is another one
BEHIND_PROXY = "203.0.113.7"
AGENT = "Mozilla/5.0 (Spyglass 77)"
HEADERS = {"X-Forwarded-For": BEHIND_PROXY, "X-Forwarded-Proto": "http", "User-Agent": AGENT}
PLAYERS = {f"name_{seat}": name for seat, name in enumerate(("Anna", "Bert", "Clara", "Dirk"))}
WITH_A_FAULT = (  # the program as it is, and one page more
    sys.executable,
    "-c",
    """
import sys
from scorekeeper.cli.main import main
from scorekeeper.web.start import routes
routes.bp.add_url_rule("/fault", view_func=lambda: 1 / 0)
sys.exit(main())
""",
)


def answer(
    running: Server, method: str, path: str, **more: str | bytes
) -> http.client.HTTPResponse:
    """What a client is answered that comes from CLIENT; *more* are headers, and the body."""
    parts = urlsplit(running.url)
    assert parts.hostname
    connection = http.client.HTTPConnection(
        parts.hostname, parts.port, timeout=20, source_address=(CLIENT, 0)
    )
    body = more.pop("body", None)
    headers = {name.replace("_", "-"): str(value) for name, value in more.items()}
    with closing(connection):
        connection.request(method, path, body, HEADERS | headers)
        found = connection.getresponse()
        found.read()
    return found


def send(running: Server, content: bytes) -> None:
    """Send bytes from CLIENT and leave, whatever is answered."""
    parts = urlsplit(running.url)
    assert parts.hostname
    assert parts.port
    address = parts.hostname, parts.port
    with socket.create_connection(address, timeout=20, source_address=(CLIENT, 0)) as client:
        client.sendall(content)


def opened(running: Server) -> str:
    """The address of a sheet that was opened by its form."""
    form = urlencode(PLAYERS | {"key": "k" * 32})
    saved = answer(
        running, "POST", "/new/klaverjassen", body=form,
        Content_Type="application/x-www-form-urlencoded",
    )  # fmt: skip
    assert saved.status == 303
    return str(saved.headers["Location"])


def use(running: Server) -> str:
    """Do what people do and what is refused; the address of a sheet."""
    sheet = opened(running)
    group = sheet.removesuffix("1/")
    for path in ("/", sheet, group, f"{group}everything.json", f"{sheet}sheet.json"):
        assert answer(running, "GET", path).status == 200
    refused = {
        404: answer(running, "GET", "/g/nobody/1/"),
        403: answer(running, "POST", sheet, Origin="http://elsewhere.example"),
        400: answer(running, "GET", "/", Host="no host at all"),
        405: answer(running, "DELETE", "/"),
        413: answer(running, "POST", "/import", body=b"x" * 22_000_000),
    }
    assert {status: each.status for status, each in refused.items()} == {
        status: status for status in refused
    }
    send(running, b"\xff\xfe nonsense\r\n\r\n")
    send(running, b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nx")
    send(running, f"GET {sheet}events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return sheet


def fail(running: Server, database: Path, sheet: str) -> None:
    """Run into a fault of the program, and into a database that somebody has spoilt."""
    assert answer(running, "GET", "/fault").status == 500
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("ALTER TABLE groups RENAME TO somewhere_else")
    assert answer(running, "GET", sheet).status == 503


def test_no_address_and_no_browser_of_a_client_is_logged(tmp_path: Path) -> None:
    database = tmp_path / "evening.sqlite"
    env = environment(SCOREKEEPER_DATABASE=f"sqlite:///{database}")
    options = ("--host", "127.0.0.1", "--proxies", "1")
    with server(WITH_A_FAULT, tmp_path, env, options) as running:
        sheet = use(running)
        fail(running, database, sheet)
        running.process.terminate()
        running.process.wait(SECONDS_TO_STOP)
        assert running.process.stdout
        shown = running.terminal + running.process.stdout.read()
    assert "ZeroDivisionError" in shown  # what fails is logged, so that something is searched
    assert "not available: no such table" in shown
    for never in (CLIENT, BEHIND_PROXY, "Spyglass", sheet.split("/")[2]):
        assert never not in shown
    assert not re.search(r"\d+\.\d+\.\d+\.\d+", shown.replace(running.url, ""))
