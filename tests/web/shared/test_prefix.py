"""The program below a path of its host: everything works there, and nothing leads out of it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urljoin

import pytest
import segno
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.app import create_app
from scorekeeper.games.plugin import GamePlugin
from scorekeeper.games.registry import PLUGINS
from scorekeeper.settings import UnusableSettingError
from scorekeeper.store.db import close
from tests.web.element import page_of
from tests.web.prefixed import PREFIX, PrefixedClient, prefixed
from tests.web.shared.test_odd_requests import addresses
from tests.web.shown_forms import ShownPage
from tests.web.table import PLAIN, entry_form, fields_of, form_at, open_sheet, play, stop, totals
from tests.web.visitor import Visitor

HEADER = {"X-Forwarded-Prefix": PREFIX}
STEPS = 500


@pytest.fixture
def client(app: Flask) -> PrefixedClient:
    """A phone at the application below the prefix."""
    return prefixed(app)


@pytest.fixture
def sheet(client: PrefixedClient) -> str:
    """The address of a sheet with a deal."""
    sheet = open_sheet(client)
    play(client, sheet)
    return sheet


# --- the whole program ---


def test_no_page_leads_out_of_the_prefix(app: Flask, client: PrefixedClient, sheet: str) -> None:
    assert sheet.startswith(f"{PREFIX}/g/")
    for each in addresses(app, sheet.removeprefix(PREFIX)):
        for method in ("GET", "POST"):
            client.open(each, method=method).close()
    stop(client, sheet)
    for page in ("", "share", "table", "board"):
        client.get(f"{sheet}{page}")
    assert client.astray == []
    assert client.looked_at > 1000


@pytest.mark.soak(short="test_no_page_leads_out_of_the_prefix")
@pytest.mark.parametrize("plugin", PLUGINS.values(), ids=lambda plugin: plugin.game.slug)
def test_whoever_follows_links_and_sends_forms_stays_below_the_prefix(
    app: Flask, client: PrefixedClient, plugin: GamePlugin
) -> None:
    visitor = Visitor(app, client, plugin, seed=1, prefix=PREFIX)
    visitor.go(STEPS)
    assert client.astray == []
    assert {"rounds.append", "sheets.show", "account.show", "repairs.save"} <= visitor.reached
    assert {200, 303, 409, 422} <= visitor.statuses.keys()
    assert visitor.lost_share < 0.1


def test_files_of_pages_and_of_the_home_screen_are_found(client: PrefixedClient) -> None:
    shown = page_of(client.get("/").text)
    for each in shown.select("link[href], script[src]"):
        address = str(each.get("href") or each["src"])
        with client.get(address) as answer:
            assert (address, answer.status_code) == (address, 200)
    manifest = str(shown.select("link[rel=manifest]")[0]["href"])
    with client.get(manifest) as answer:
        told = answer.get_json(force=True)
    assert {urljoin(manifest, told[name]) for name in ("start_url", "scope")} == {f"{PREFIX}/"}
    with client.get("/service-worker.js") as answer:
        assert answer.status_code == 200


def test_what_is_shared_leads_there(client: PrefixedClient, sheet: str) -> None:
    page = page_of(client.get(f"{sheet}share", base_url="http://cards.example").text)
    links = [str(each["value"]) for each in page.select("input[readonly]")]
    assert links[0] == f"http://cards.example{sheet}"
    assert all(link.startswith(f"http://cards.example{PREFIX}/") for link in links)
    codes = [
        segno.make(link, error="m").svg_data_uri(border=2, dark="#000", light="#fff")
        for link in links
    ]
    assert [str(each["src"]) for each in page.select(".qr img")] == codes


def test_another_language_is_chosen_on_the_same_page(client: PrefixedClient, sheet: str) -> None:
    chosen = client.get(f"{sheet}history?from=1&language=de")
    assert chosen.location == f"{sheet}history?from=1"
    assert f"Path={PREFIX}/;" in chosen.headers["Set-Cookie"]
    assert 'lang="de"' in client.get(str(chosen.location)).text


def test_a_form_that_cannot_be_saved_now_is_sent_again(
    client: PrefixedClient, sheet: str, database: Path
) -> None:
    deal = entry_form(client, sheet) | PLAIN
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        busy = client.post(f"{sheet}rounds/new/deal", data=deal)
        assert busy.status_code == 503
        connection.execute("ROLLBACK")
    (form,) = ShownPage(busy.text, sheet).forms
    assert client.post(form.action, data=dict(form.untouched())).location.startswith(sheet)
    assert totals(client, sheet) == [204, 120]


def test_a_form_that_came_too_late_can_be_sent_all_the_same(
    client: PrefixedClient, sheet: str
) -> None:
    late = form_at(client, f"{sheet}keep") | {"title": "Friday", "based_on": "1"}
    asked = client.post(f"{sheet}keep", data=late)
    assert asked.status_code == 409
    anyway = page_of(asked.text).select("main form")[0]
    saved = client.post(str(anyway["action"]), data=fields_of(anyway))
    assert saved.status_code == 303
    assert client.astray == []


# --- who says where it lies ---


@pytest.fixture
def plain(app: Flask) -> FlaskClient:
    """A phone at the application itself."""
    return app.test_client()


def test_a_proxy_that_is_none_is_not_believed(plain: FlaskClient) -> None:
    page = "/rules/klaverjassen"
    assert plain.get(page, headers=HEADER).text == plain.get(page).text


@pytest.fixture
def behind_proxy(database: Path) -> Iterator[FlaskClient]:
    """A phone at an application that has a proxy in front, which takes the prefix off."""
    app = create_app({"DATABASE": f"sqlite:///{database}", "PROXIES": 1})
    yield app.test_client()
    close(app)


@pytest.mark.parametrize("said", ["/cards", "/cards/"])
def test_the_proxy_says_where_it_lies(behind_proxy: FlaskClient, said: str) -> None:
    page = behind_proxy.get("/", headers={"X-Forwarded-Prefix": said}).text
    assert 'href="/cards/new/tapp"' in page
    assert 'href="/new/tapp"' in behind_proxy.get("/").text


@pytest.mark.parametrize(
    "said", ["//elsewhere.example", "cards", "/a/../b", "/a;b", "/a b", "/\xe4"]
)
def test_a_prefix_that_is_no_path_is_refused(behind_proxy: FlaskClient, said: str) -> None:
    answer = behind_proxy.get("/", headers={"X-Forwarded-Prefix": said})
    assert answer.status_code == 400


def test_a_page_kept_under_other_addresses_is_out_of_date(behind_proxy: FlaskClient) -> None:
    sheet = open_sheet(behind_proxy)
    for page in (sheet, f"{sheet}keep", sheet.removesuffix("1/")):
        tag = behind_proxy.get(page).headers["ETag"]
        asked = {"If-None-Match": tag}
        assert behind_proxy.get(page, headers=asked).status_code == 304
        assert behind_proxy.get(page, headers=asked | HEADER).status_code == 200


@pytest.fixture
def configured(database: Path) -> Iterator[FlaskClient]:
    """A phone at an application that is told where it lies, by nobody but whoever runs it."""
    app = create_app({"DATABASE": f"sqlite:///{database}", "PREFIX_PATH": f"{PREFIX}/"})
    yield app.test_client()
    close(app)


@pytest.mark.parametrize("asked", ["/", f"{PREFIX}/"])
def test_a_proxy_that_says_nothing_may_take_the_prefix_off_or_not(
    configured: FlaskClient, asked: str
) -> None:
    answer = configured.get(f"{asked}new/tapp")
    assert answer.status_code == 200
    assert f'action="{PREFIX}/new/tapp"' in answer.text
    assert configured.get(f"{asked}cardsharp").status_code == 404


def test_without_its_last_slash_it_leads_to_the_start_page(configured: FlaskClient) -> None:
    answer = configured.get(PREFIX)
    assert (answer.status_code, answer.location) == (308, f"{PREFIX}/")
    answer = configured.get(f"{PREFIX}?language=de")
    assert answer.location == f"{PREFIX}/?language=de"


@pytest.mark.parametrize(
    "prefix", ["cards", "/g", "/new/cards", "https://host/cards", "/a//b", "/."]
)
def test_a_prefix_that_cannot_be_is_refused_at_the_start(
    monkeypatch: pytest.MonkeyPatch, prefix: str
) -> None:
    monkeypatch.setenv("SCOREKEEPER_PREFIX_PATH", prefix)
    with pytest.raises(UnusableSettingError, match="SCOREKEEPER_PREFIX_PATH"):
        create_app()
