"""The address of a sheet or a group for other phones: never one of this machine alone."""

from threading import Thread
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
import segno
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.addresses.urls import for_phones, is_loopback, lan_address
from scorekeeper.app import create_app
from scorekeeper.services.files import archives
from scorekeeper.services.links.writing import Links, links_known
from scorekeeper.services.sheet import opening
from scorekeeper.services.sheet.prepared_sheet import PreparedSheet, prepare_sheet
from scorekeeper.store.db import db
from scorekeeper.store.rows import GroupRow, SheetRow
from scorekeeper.web.links import routes as link_routes
from tests.printing.printed import Printed
from tests.web.element import Element, page_of
from tests.web.links.test_links import links_of, replace
from tests.web.table import form_at, open_sheet

HOUSE = "192.168.7.5"
OWN_SCREEN = ("127.0.0.1:8000", "localhost:8000", "[::1]:8000")
UNREACHABLE = "No other phone can open this link yet"


@pytest.fixture
def in_house(app: Flask) -> None:
    """The server listens at the address that the phones know."""
    app.config["HOST"] = HOUSE


def share_page(client: FlaskClient, sheet: str, host: str) -> Element:
    answer = client.get(f"{sheet}share", headers={"Host": host})
    assert answer.status_code == 200
    return page_of(answer.text)


def link_on(page: Element) -> str:
    field = page.select_one("input[readonly]")
    assert field is not None
    return str(field["value"])


def code_for(link: str) -> str:
    return segno.make(link, error="m").svg_data_uri(border=2, dark="#000", light="#fff")


@pytest.mark.parametrize("host", OWN_SCREEN)
@pytest.mark.usefixtures("in_house")
def test_the_hosts_own_screen_shows_the_address_of_the_house(
    client: FlaskClient, host: str
) -> None:
    sheet = open_sheet(client)
    page = share_page(client, sheet, host)
    assert link_on(page) == f"http://{HOUSE}:8000{sheet}"
    picture = page.select_one(".qr img")
    assert picture is not None
    assert picture["src"] == code_for(f"http://{HOUSE}:8000{sheet}")


def test_a_server_for_everybody_shows_the_address_of_this_machine(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    page = share_page(client, sheet, "127.0.0.1:8000")
    assert link_on(page) == f"http://{lan_address()}:8000{sheet}"
    assert bool(page.select(".qr")) == (not is_loopback(link_on(page)))


@pytest.mark.usefixtures("in_house")
def test_who_came_by_another_address_shares_that_one(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    for host in ("cards.example.org", "192.168.1.20:8000", "[fd00::7]:8000"):
        assert link_on(share_page(client, sheet, host)) == f"http://{host}{sheet}"


@pytest.mark.usefixtures("in_house")
def test_a_group_shares_the_link_of_all_its_sheets_under_its_name(client: FlaskClient) -> None:
    group = open_sheet(client).removesuffix("1/")
    assert share_page(client, group, "localhost:8000").select("header p") == []
    client.post(f"{group}name", data=form_at(client, f"{group}name") | {"name": "Freitagsrunde"})
    leads = page_of(client.get(group).text).select_one(".menu a[href$='/share']")
    assert leads is not None
    assert leads["href"] == f"{group}share"
    page = share_page(client, group, "localhost:8000")
    link = f"http://{HOUSE}:8000{group}"
    assert link_on(page) == link
    assert page.select(".qr img")[0]["src"] == code_for(link)
    assert [each.text for each in page.select("header p")] == ["Freitagsrunde"]
    assert "all sheets of the group" in page.text


def kinds_on(page: Element) -> list[str]:
    """Which links the page shows, in their order."""
    return [str(field["id"]).removeprefix("link-") for field in page.select("input[readonly]")]


@pytest.mark.usefixtures("in_house")
def test_every_phone_is_shown_the_links_it_may_know_and_each_answers_by_itself(
    client: FlaskClient,
) -> None:
    sheet = open_sheet(client)
    group = sheet.removesuffix("1/")
    shown = share_page(client, sheet, "localhost:8000")
    assert kinds_on(shown) == ["write", "look", "sheet"]
    addresses = [str(field["value"]) for field in shown.select("input[readonly]")]
    told = {each.text for each in shown.select(".shared p[id^=about]")}
    assert len(told) == len(addresses) == 3
    codes = [picture["src"] for picture in shown.select(".qr img")]
    assert codes == [code_for(address) for address in addresses]
    assert len(shown.select("details.shared:not([open])")) == 2
    for address in addresses:
        assert client.get(address).status_code == 200
    paths = [urlsplit(address).path for address in addresses]
    _, look, alone = paths
    assert paths[0] == sheet
    kinds = {
        group: ["write", "look"],
        look: ["look"],
        f"{look}1/": ["look", "sheet"],
        alone: ["sheet"],
    }
    for address, expected in kinds.items():
        page = share_page(client, address, "localhost:8000")
        assert kinds_on(page) == expected
        assert bool(page.select("a[href*='/links/']")) == ("write" in expected)
        named = {str(field["value"]) for field in page.select("input[readonly]")}
        assert named <= {*addresses, f"http://{HOUSE}:8000{group}"}


@pytest.mark.usefixtures("in_house")
def test_behind_a_proxy_the_address_stays_as_it_was_asked_for(
    app: Flask, client: FlaskClient
) -> None:
    app.config["PROXIES"] = 1
    sheet = open_sheet(client)
    page = share_page(client, sheet, "localhost:8443")
    assert link_on(page) == f"http://localhost:8443{sheet}"


@pytest.mark.parametrize("listens_at", ["127.0.0.1", "localhost", "::1"])
def test_where_no_phone_can_come_this_is_said_in_words(
    app: Flask, client: FlaskClient, listens_at: str
) -> None:
    app.config["HOST"] = listens_at
    sheet = open_sheet(client)
    page = share_page(client, sheet, "localhost:8000")
    assert UNREACHABLE in page.text
    assert page.select(".qr") == []
    assert link_on(page) == f"http://localhost:8000{sheet}"
    answer = client.get(f"{sheet}share", headers={"Accept-Language": "de"})
    assert "Noch kann kein anderes Handy" in answer.text
    group = share_page(client, sheet.removesuffix("1/"), "localhost:8000")
    assert UNREACHABLE in group.text
    assert group.select(".qr") == []


@pytest.mark.xdist_group("printing")
@pytest.mark.usefixtures("in_house")
def test_the_code_on_an_empty_sheet_leads_phones_to_the_house(client: FlaskClient) -> None:
    printed = Printed(
        client.get("/blank/tapp/3/a5/en.pdf", headers={"Host": "localhost:8000"}).data
    )
    (told,) = printed.pictures
    assert f"http://{HOUSE}:8000/new/tapp" in told
    assert "QR code" in client.get("/blank/tapp", headers={"Host": "localhost:8000"}).text


@pytest.mark.xdist_group("printing")
def test_an_empty_sheet_has_no_code_that_no_phone_can_open(app: Flask, client: FlaskClient) -> None:
    app.config["HOST"] = "127.0.0.1"
    printed = Printed(
        client.get("/blank/tapp/3/a5/en.pdf", headers={"Host": "localhost:8000"}).data
    )
    assert printed.pictures == []
    assert "QR code" not in client.get("/blank/tapp", headers={"Host": "localhost:8000"}).text


def test_scheme_port_and_path_stay() -> None:
    assert for_phones("https://localhost/g/x/1/?all=1", HOUSE) == f"https://{HOUSE}/g/x/1/?all=1"
    assert for_phones("http://[::1]:81/", "fd00::7") == "http://[fd00::7]:81/"


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.8.8.8", "localhost", "localhost.", "a.localhost", "[::1]", "0.0.0.0"]
)
def test_an_address_of_this_machine_alone_is_known(host: str) -> None:
    assert is_loopback(f"http://{host}:8000/")
    assert is_loopback(f"http://{host}/")


@pytest.mark.parametrize(
    "host", ["127.example.org", "localhost.example.org", "10.0.0.1", "[fd00::1]"]
)
def test_a_real_host_is_none_of_them(host: str) -> None:
    assert not is_loopback(f"http://{host}:8000/")


def test_a_program_for_one_phone_has_no_links_for_others(database_url: str) -> None:
    app = create_app({"DATABASE": database_url, "SERVES_PHONES": False})
    client = app.test_client()
    sheet = open_sheet(client)
    assert client.get(sheet).status_code == 200
    for path in (f"{sheet}share", f"{sheet}links/write", f"{sheet}../share", "/known-groups/"):
        assert client.get(urljoin(sheet, path)).status_code == 404
    with app.app_context():
        db.engine.dispose()


@pytest.mark.both_databases
@pytest.mark.parametrize("kind", ["write", "look"])
def test_whoever_asks_while_a_link_is_replaced_is_not_shown_the_new_one(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """What a request reads after its link is of the moment in which that was read."""
    sheet = open_sheet(client)
    before = links_of(app, sheet)
    others = [Thread(target=lambda: replaced.append(replace(app.test_client(), sheet, kind)))]
    replaced = list[TestResponse]()

    def known_afterwards(group: GroupRow, row: SheetRow | None = None) -> Links:
        while others:
            other = others.pop()
            other.start()
            other.join()
        return links_known(group, row)

    monkeypatch.setattr(link_routes, "links_known", known_afterwards)
    shown = client.get(f"/g/{getattr(before, kind)}/1/share", base_url="http://cards.example")
    assert replaced[0].status_code == 303
    new = str(getattr(links_of(app, str(replaced[0].location)), kind))
    assert shown.status_code == 200
    assert new not in shown.text


@pytest.mark.both_databases
@pytest.mark.parametrize("what", ["sheet", "file"])
def test_nothing_is_written_by_a_link_that_is_replaced_meanwhile(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    sheet = open_sheet(client)
    group, before = sheet.removesuffix("1/"), links_of(app, sheet).write
    located = list[str]()
    at = f"{group}new/klaverjassen" if what == "sheet" else f"{group}import"
    form = form_at(client, at)
    if what == "file":
        form |= {"text": client.get(f"{group}group.json").text.replace("Anna", "Zoe")}

    def replacing() -> None:
        located.append(str(replace(app.test_client(), sheet, "write").location))

    def replaced_first(*told: Any, **how: Any) -> PreparedSheet:
        if not located:
            other = Thread(target=replacing)
            other.start()
            other.join()
        return prepare_sheet(*told, **how)

    monkeypatch.setattr(opening if what == "sheet" else archives, "prepare_sheet", replaced_first)
    answer = client.post(at, data=form)
    new = located[0].split("/")[2]
    assert new != before
    assert answer.status_code == 503
    assert str(new) not in answer.text + str(answer.headers)
    assert client.post(at, data=form).status_code == 404
    assert client.get(f"/g/{new}/2/").status_code == 404
