"""Who may come in, and what is said when something fails."""

import sqlite3
from pathlib import Path
from urllib.parse import urljoin

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.app import create_app
from scorekeeper.services.links.writing import links_known
from scorekeeper.services.sheet import lookup
from scorekeeper.store.db import db, release_connection
from scorekeeper.web.request.access import may_be_looked_at
from tests.web.element import page_of
from tests.web.table import PLAIN, entry_form, fields_of, form_at, open_sheet, totals

PAGES = (
    "", "board", "history", "rules", "share", "sheet.json", "keep", "seats", "house",
    "rounds/new/deal", "rounds/after/0/deal",
)  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_other_peoples_links_lead_nowhere(client: FlaskClient, page: str) -> None:
    sheet = open_sheet(client)
    other = open_sheet(client).removesuffix("1/")
    assert client.get(sheet + page).status_code == 200
    assert client.get(f"/g/{'x' * 24}/1/{page}").status_code == 404
    assert client.get(f"{other}2/{page}").status_code == 404
    assert client.get(f"{other}99999999999999999999/{page}").status_code == 404


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
        {"Origin": "https://localhost"},
        {"Origin": "http://localhost:81"},
        {"Origin": "http://[abc"},
        {"Origin": ""},
    ],
)
def test_a_foreign_sites_post_is_refused(client: FlaskClient, headers: dict[str, str]) -> None:
    sheet = open_sheet(client)
    tap = entry_form(client, sheet) | PLAIN
    answer = client.post(f"{sheet}rounds/new/deal", data=tap, headers=headers)
    assert answer.status_code == 403
    assert "another website" in answer.text
    assert totals(client, sheet) == [0, 0]


@pytest.mark.parametrize(
    "headers", [{}, {"Sec-Fetch-Site": "same-origin"}, {"Origin": "http://localhost"}]
)
def test_our_own_forms_are_taken(client: FlaskClient, headers: dict[str, str]) -> None:
    sheet = open_sheet(client)
    tap = entry_form(client, sheet) | PLAIN
    answer = client.post(f"{sheet}rounds/new/deal", data=tap, headers=headers)
    assert answer.status_code == 303


def test_our_own_forms_are_taken_however_the_address_is_written(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    tap = entry_form(client, sheet) | PLAIN
    said = {"Host": "[0:0:0:0:0:0:0:1]:8000", "Origin": "http://[::2]:8000"}
    assert client.post(f"{sheet}rounds/new/deal", data=tap, headers=said).status_code == 403
    said["Origin"] = "http://[::1]:8000"
    assert client.post(f"{sheet}rounds/new/deal", data=tap, headers=said).status_code == 303


def test_asking_for_the_head_of_a_page_writes_nothing(client: FlaskClient) -> None:
    group = open_sheet(client).removesuffix("1/")
    sent = form_at(client, f"{group}people") | {"name": "Zoe"}
    foreign = {"Sec-Fetch-Site": "cross-site"}
    assert client.head(f"{group}people", data=sent, headers=foreign).status_code == 200
    assert "Zoe" not in client.get(f"{group}people").text
    assert client.post(f"{group}people", data=sent).status_code == 303
    assert "Zoe" in client.get(f"{group}people").text


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_page_that_is_asked_for_shows_nothing_that_is_sent_along(
    client: FlaskClient, method: str
) -> None:
    """What it was drawn with would be kept for all phones of the sheet."""
    sheet = open_sheet(client)
    sent = {"title": "of nobody", "date": "1999-01-01"}
    assert client.open(f"{sheet}keep", method=method, data=sent).status_code == 200
    page = client.get(f"{sheet}keep").text
    assert "of nobody" not in page
    assert "1999-01-01" not in page


def test_a_locked_database_answers_503_and_keeps_the_form(
    client: FlaskClient, database: Path
) -> None:
    sheet = open_sheet(client)
    tap = entry_form(client, sheet) | PLAIN
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    answer = client.post(f"{sheet}rounds/new/deal", data=tap)
    other.execute("ROLLBACK")
    other.close()
    assert answer.status_code == 503
    assert "Retry-After" in answer.headers
    form = page_of(answer.text).select_one("form[data-entry]")
    assert form is not None
    assert fields_of(form)["points_0"] == "102"
    assert client.post(f"{sheet}rounds/new/deal", data=fields_of(form)).status_code == 303
    assert totals(client, sheet) == [102, 60]


@pytest.mark.usefixtures("database")
def test_a_full_disk_answers_503_and_keeps_the_form(app: Flask, client: FlaskClient) -> None:
    at = "/new/klaverjassen"
    names = {f"name_{seat}": "N" * 30 + str(seat) for seat in range(4)}
    with app.app_context():  # SQLite says of a file that may not grow what it says of a full disk
        connection = db.engine.raw_connection()
        connection.execute("PRAGMA max_page_count=1")
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count={pages}")
        connection.close()
        answers = [client.post(at, data=form_at(client, at) | names) for _ in range(80)]
    full = next(answer for answer in answers if answer.status_code != 303)
    assert full.status_code == 503
    form = page_of(full.text).select_one("main form")
    assert form is not None
    assert fields_of(form)["name_0"] == names["name_0"]


def test_a_database_that_is_gone_answers_503_and_its_error_names_no_link(
    client: FlaskClient, database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    sheet = open_sheet(client)
    with sqlite3.connect(database) as other:
        other.execute("ALTER TABLE entries RENAME TO elsewhere")
        other.execute("ALTER TABLE sheets RENAME TO nowhere")
    other.close()
    assert client.get(sheet).status_code == 503
    assert "not available" in caplog.text
    assert sheet.split("/")[2] not in caplog.text


@pytest.mark.parametrize("base", ["http://192.168.0.7:8000", "https://cards.example"])
def test_every_page_forbids_foreign_scripts_and_frames_and_keeps_its_link(
    app: Flask, client: FlaskClient, base: str
) -> None:
    for address in links_that_lead_to(app, open_sheet(client)):
        for below in ("", "board", "table", "share", "history", "nothing-here"):
            answer = client.get(address + below, base_url=base)
            headers = answer.headers
            assert "script-src 'self'" in headers["Content-Security-Policy"]
            assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
            assert headers["Referrer-Policy"] == "same-origin"
            assert headers["X-Robots-Tag"] == "noindex"
            assert headers["Cache-Control"] == "private, no-cache"
            title = page_of(answer.text).select_one("title")
            assert title is None or address.split("/")[2] not in title.text


def links_that_lead_to(app: Flask, sheet: str) -> list[str]:
    """The addresses of a sheet by every link that leads to it; the first is the one given."""
    with app.app_context():
        row = lookup.sheet_by_link(sheet.split("/")[2], 1)
        assert row is not None
        known = links_known(row.group, row)
        release_connection()
    return [sheet, f"/g/{known.look}/1/", f"/s/{known.sheet}/"]


def test_a_form_address_opened_by_hand_says_so(client: FlaskClient) -> None:
    answer = client.get(f"{open_sheet(client)}stop")
    assert answer.status_code == 405
    assert "belongs to a button" in answer.text


@pytest.mark.parametrize(
    ("below", "way_back"), [("rounds/new/deal?form=deal",) * 2, ("../import",) * 2, ("stop", "/")]
)
def test_what_is_too_large_is_refused_in_words_with_the_way_back(
    client: FlaskClient, below: str, way_back: str
) -> None:
    sheet = open_sheet(client)
    answer = client.post(urljoin(sheet, below), data={"text": "0" * 21_000_000})
    assert answer.status_code == 413
    assert "too large for a score sheet" in answer.text
    (link,) = page_of(answer.text).select("main a")
    assert link["href"] == urljoin(sheet, way_back)
    assert client.get(str(link["href"])).status_code == 200


def test_our_own_mistake_is_logged_without_the_link(
    app: Flask, client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> str:
        raise RuntimeError("a bug")

    for sheet in links_that_lead_to(app, open_sheet(client)):
        app.view_functions["sheets.board"] = may_be_looked_at(broken)
        answer = client.get(f"{sheet}board")
        assert answer.status_code == 500
        assert "Our mistake" in answer.text
        app.logger.warning("asked for %s", sheet)
        assert "a bug" in caplog.text
        assert f"asked for {sheet[:3]}…/" in caplog.text
        assert sheet.split("/")[2] not in caplog.text


@pytest.mark.parametrize(
    "host", ["h" * 300, "h" * 64, "a..b", "a/b", "a b", "[::1", "ä.example", "cards.example:0"]
)
def test_a_host_that_is_none_is_refused(client: FlaskClient, host: str) -> None:
    answer = client.get("/", headers={"Host": host.encode().decode("latin-1")})
    assert answer.status_code == 400


@pytest.mark.parametrize("host", ["192.168.0.7:8000", "[::1]:8000", "my-laptop.local", "localhost"])
def test_a_host_in_the_house_is_served(client: FlaskClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("cards.example.org", 200),
        ("Cards.Example.org.:8443", 200),
        ("192.168.0.7:8000", 200),
        ("[fe80::7]:8000", 200),
        ("localhost:8000", 200),
        ("[::1]", 200),
        ("elsewhere.example", 400),
        ("cards.example.org.elsewhere.example", 400),
        ("cards.example", 400),
        ("192.168.0.8", 400),
        ("[FE80:0:0:0:0:0:0:7]:8000", 200),
        ("[fe80::8]", 400),
    ],
)
def test_only_the_listed_hosts_are_answered(database: Path, host: str, status: int) -> None:
    listed = ("cards.example.org", "192.168.0.7", "FE80::0:7")
    app = create_app({"DATABASE": f"sqlite:///{database}", "HOSTS": listed})
    assert app.test_client().get("/", headers={"Host": host}).status_code == status


def test_a_scheme_that_is_none_of_ours_makes_no_links(database: Path) -> None:
    app = create_app({"DATABASE": f"sqlite:///{database}", "PROXIES": 1})
    answer = app.test_client().get("/", headers={"X-Forwarded-Proto": "javascript"})
    assert answer.status_code == 400


def test_a_link_shared_from_the_own_screen_names_a_listed_host(database: Path) -> None:
    settings = {"DATABASE": f"sqlite:///{database}", "HOSTS": ("cards.example.org",)}
    app = create_app(settings)
    client = app.test_client()
    shared = client.get(f"{open_sheet(client)}share", base_url="http://127.0.0.1:8000")
    with app.app_context():
        db.engine.dispose()
    assert 'value="http://cards.example.org:8000/g/' in shared.text


COOKIES = ("language", "holder", "saved")


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_cookies_stay_behind_https(client: FlaskClient, scheme: str) -> None:
    base = f"{scheme}://cards.example"
    sheet = open_sheet(client)
    answers = [
        client.get("/?language=de", base_url=base),
        client.post(f"{sheet}holder", data={"holder": "Anna"}, base_url=base),
        client.post(
            f"{sheet}rounds/new/deal", data=entry_form(client, sheet) | PLAIN, base_url=base
        ),
    ]
    cookies = [answer.headers["Set-Cookie"] for answer in answers]
    assert [cookie.partition("=")[0] for cookie in cookies] == list(COOKIES)
    assert ["Secure" in cookie for cookie in cookies] == [scheme == "https"] * 3
    stays = {answer.headers.get("Strict-Transport-Security") for answer in answers}
    assert stays == ({"max-age=31536000"} if scheme == "https" else {None})


def test_an_address_with_a_line_end_is_no_way_out(client: FlaskClient) -> None:
    answer = client.get("/%0d%0aX?language=de")
    assert answer.status_code == 303
    assert answer.location == "/%0D%0AX"
