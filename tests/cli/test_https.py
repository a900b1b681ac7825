"""The server behind the proxy that hosts are advised to put in front, as they start both."""

import http.client
import json
import re
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest
import segno

from scorekeeper.files import archive
from scorekeeper.files.sheet import FORMAT
from scorekeeper.settings import PORT
from tests.cli.caddy import CADDYFILE, NAME, SECONDS, Caddy, caddy, caddy_path
from tests.cli.server_process import LOADED, Server, environment, server
from tests.server.listening import eventually
from tests.web.element import Element, page_of
from tests.web.table import NAMES, PLAIN, fields_of

pytestmark = pytest.mark.xdist_group("https")

OPTIONS = ("--host", "127.0.0.1", "--proxies", "1")
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
SHEET = {"format": FORMAT, "game": "klaverjassen", "players": NAMES, "rounds": []}
FORGED = {
    "X-Forwarded-For": "192.0.2.7",
    "X-Forwarded-Host": "elsewhere.example",
    "X-Forwarded-Proto": "http",
    "X-Forwarded-Port": "81",
    "X-Forwarded-Prefix": "/elsewhere",
    "Forwarded": "for=192.0.2.7;proto=http;host=elsewhere.example",
}


@dataclass(frozen=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def page(self) -> Element:
        return page_of(self.body.decode())


@dataclass(frozen=True)
class House:
    """The server, the proxy in front of it, and an open sheet."""

    server: Server
    proxy: Caddy
    sheet: str

    def get(self, path: str, **headers: str) -> Answer:
        return asked(self.proxy.phone(), "GET", path, None, headers)

    def post(self, path: str, data: dict[str, str], **headers: str) -> Answer:
        return posted(self.proxy, path, data, headers)


def asked(
    client: http.client.HTTPConnection,
    method: str,
    path: str,
    body: bytes | None,
    headers: dict[str, str],
) -> Answer:
    with closing(client):
        client.request(method, path, body, headers)
        answer = client.getresponse()
        return Answer(answer.status, answer.headers, answer.read())


def posted(proxy: Caddy, path: str, data: dict[str, str], headers: dict[str, str]) -> Answer:
    body = urlencode(data).encode()
    return asked(proxy.phone(), "POST", path, body, FORM | headers)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("house")
    env = environment(
        SCOREKEEPER_DATABASE=f"sqlite:///{folder / 'evening.sqlite'}", SCOREKEEPER_HOSTS=NAME
    )
    with server(LOADED, folder, env, OPTIONS) as started:
        port = urlsplit(started.url).port
        assert port
        with caddy(folder, port) as proxy:
            opened = posted(proxy, "/import", {"text": json.dumps(SHEET)}, {"Origin": proxy.origin})
            assert opened.status == 303
            yield House(started, proxy, opened.headers["Location"].removeprefix(proxy.origin))


def save_round(house: House) -> Answer:
    """Fill in the form that the sheet shows, and send it as a phone does."""
    form = house.get(house.sheet).page.select_one("form[data-entry]")
    assert form
    deal = fields_of(form) | PLAIN
    saved = house.post(f"{house.sheet}rounds/new/deal", deal, Origin=house.proxy.origin)
    assert saved.status == 303
    return saved


def test_the_terminal_shows_the_name_with_https(house: House) -> None:
    assert f"For the phones in this house:  https://{NAME}/\n" in house.server.terminal


def test_a_page_comes_over_https_and_stays_there(house: House) -> None:
    start = house.get("/")
    assert start.status == 200
    assert start.headers["Strict-Transport-Security"].startswith("max-age=")
    assert start.headers["Referrer-Policy"] == "same-origin"
    plain = asked(house.proxy.plain(), "GET", f"{house.sheet}?all=1", None, {"Host": NAME})
    assert plain.status == 308
    assert plain.headers["Location"] == f"https://{NAME}{house.sheet}?all=1"


def test_what_is_shared_has_the_name_and_https(house: House) -> None:
    page = house.get(f"{house.sheet}share").page
    links = [str(each["value"]) for each in page.select("input[readonly]")]
    assert f"{house.proxy.origin}{house.sheet}" in links
    assert all(link.startswith(f"{house.proxy.origin}/") for link in links)
    codes = [
        segno.make(link, error="m").svg_data_uri(border=2, dark="#000", light="#fff")
        for link in links
    ]
    assert [str(each["src"]) for each in page.select(".qr img")] == codes


def test_a_cookie_never_leaves_without_https(house: House) -> None:
    cookies = save_round(house).headers.get_all("Set-Cookie") or []
    assert cookies
    assert all("; Secure" in each for each in cookies), cookies


def test_only_pages_of_its_own_may_send_a_form(house: House) -> None:
    port = house.proxy.https_port
    foreign = (
        "https://elsewhere.example", f"http://{NAME}:{port}", f"https://{NAME}", "null",
    )  # fmt: skip
    for origin in foreign:
        refused = house.post("/import", {"text": json.dumps(SHEET)}, Origin=origin)
        assert refused.status == 403, origin
    own = house.post("/import", {"text": json.dumps(SHEET)}, Origin=house.proxy.origin)
    assert own.status == 303


def test_what_a_client_says_of_proxies_is_not_believed(house: House) -> None:
    path = f"{house.sheet}share"
    honest, forged = house.get(path), house.get(path, **FORGED)
    assert forged.status == 200
    assert forged.body == honest.body
    assert "Strict-Transport-Security" in forged.headers
    opened = house.post("/import", {"text": json.dumps(SHEET)}, Origin=house.proxy.origin, **FORGED)
    assert opened.status == 303
    assert urlsplit(opened.headers["Location"]).hostname in {None, NAME}


def test_another_name_is_not_answered(house: House) -> None:
    answer = house.get("/", Host="elsewhere.example")
    assert b"<html" not in answer.body


def test_what_is_saved_is_on_the_stream_at_once(house: House) -> None:
    with closing(house.proxy.phone()) as phone:
        phone.request("GET", f"{house.sheet}events", headers={"Accept-Encoding": "gzip, br"})
        stream = phone.getresponse()
        assert stream.status == 200
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        assert stream.headers["Content-Encoding"] is None
        before = revision_told(stream)
        save_round(house)
        assert revision_told(stream) > before


def revision_told(stream: http.client.HTTPResponse) -> int:
    """What the next message says; waits for it, but not for as long as a heartbeat takes."""
    for line in stream:
        if line.startswith(b"data: "):
            return int(line.removeprefix(b"data: "))
    pytest.fail("The stream has ended.")


def test_the_server_hears_at_once_that_a_phone_has_left_its_stream(tmp_path: Path) -> None:
    """And not only when it has something to say next: streams that nobody hears take up room."""
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
    with (
        socket.create_server(("127.0.0.1", 0)) as silent,
        caddy(tmp_path, silent.getsockname()[1]) as proxy,
        closing(proxy.phone()) as phone,
    ):
        phone.request("GET", "/g/link/1/events")
        connection, _ = silent.accept()
        with connection:
            connection.settimeout(SECONDS)
            connection.recv(65_536)
            connection.sendall(head + b"data: 1\n\n")
            assert phone.getresponse().readline() == b"data: 1\n"
            phone.close()
            assert connection.recv(1) == b""


def test_a_large_file_passes(house: House) -> None:
    group = house.get(house.sheet.removesuffix("1/") + "group.json").body
    elsewhere = json.dumps(json.loads(group) | {"id": "e" * 24}).encode()  # as another server's
    large = elsewhere.ljust(archive.SIZE_AT_MOST)
    field = b'Content-Disposition: form-data; name="file"; filename="group.json"'
    body = b"--end\r\n%b\r\n\r\n%b\r\n--end--\r\n" % (field, large)
    kind = {"Content-Type": "multipart/form-data; boundary=end"}
    assert asked(house.proxy.phone(), "POST", "/import", body, kind).status == 303


def test_phones_get_the_certificate_and_nobody_its_key(house: House) -> None:
    given = asked(house.proxy.plain(), "GET", "/root.crt", None, {})
    assert given.status == 200
    assert given.headers["Content-Type"] == "application/x-x509-ca-cert"
    assert given.body == (house.proxy.authority / "root.crt").read_bytes()
    assert (house.proxy.authority / "root.key").exists()
    for path in ("/root.key", "/root.crt/../root.key", "/root.crt/%2e%2e/root.key", "/root.crt/"):
        assert asked(house.proxy.plain(), "GET", path, None, {}).status == 308
        assert house.get(path).status == 404


def test_no_link_is_in_the_log_of_the_proxy(tmp_path: Path) -> None:
    """Not even while the server is away, which is the only time when requests are in it."""
    with socket.socket() as away:
        away.bind(("127.0.0.1", 0))
        with caddy(tmp_path, away.getsockname()[1]) as proxy:
            told = {"Referer": f"{proxy.origin}/g/secret-link/", "Cookie": "saved=secret-link"}
            for path in ("/g/secret-link/1/", "/s/secret-link/?all=secret-link"):
                assert asked(proxy.phone(), "GET", path, None, told).status == 502
                assert asked(proxy.plain(), "GET", path, None, told).status == 308
            assert eventually(lambda: proxy.log.count("connection refused") == 2)
            assert "secret" not in proxy.log


def test_a_public_name_is_certified_by_a_public_authority() -> None:
    assert issuers("me@example.org", "cards.example.org") == {"acme", "zerossl"}
    assert issuers("internal", NAME) == {"internal"}


def issuers(certificate: str, name: str) -> set[str]:
    """Who certifies the name, as Caddy understands the configuration."""
    told = environment(CADDY_CERTIFICATE=certificate, CADDY_NAME=name)
    command = [caddy_path(), "adapt", "--config", str(CADDYFILE), "--adapter", "caddyfile"]
    said = subprocess.run(command, env=told, capture_output=True, text=True, check=True)
    policies = json.loads(said.stdout)["apps"]["tls"]["automation"]["policies"]
    return {
        issuer["module"]
        for policy in policies
        if policy["subjects"] == [name]
        for issuer in policy["issuers"]
    }


def test_the_page_for_hosts_names_what_stands_in_the_configuration() -> None:
    page = CADDYFILE.parents[1].joinpath("https.md").read_text(encoding="utf-8")
    offered = dict(re.findall(r"{\$(CADDY_\w+):(.*?)}", CADDYFILE.read_text(encoding="utf-8")))
    assert f"SCOREKEEPER_HOSTS={offered['CADDY_NAME']} scorekeeper serve" in page
    assert f"-in {offered['CADDY_DATA']}/pki/authorities/local/root.crt" in page
    assert offered["CADDY_CERTIFICATE"] == "internal"
    assert offered["CADDY_SERVER"] == f"127.0.0.1:{PORT}"
    assert f"--host 127.0.0.1 {' '.join(OPTIONS[2:])}\n" in page
