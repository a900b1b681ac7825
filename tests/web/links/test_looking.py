"""A phone whose link only looks sees everything, no form, and writes nothing, whatever it sends."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from scorekeeper.services.links.writing import links_known
from scorekeeper.store import group_queries, sheet_queries
from scorekeeper.store.db import release_connection
from scripts.samples import open_samples
from tests.web.counting import queries
from tests.web.element import page_of
from tests.web.shown_forms import Pairs, ShownPage
from tests.web.table import PLAIN, entry_form, open_sheet, play
from tests.web.visitor import MONEY, PRINTED

METHODS = ("GET", "HEAD", "POST", "DELETE")
NOT_READ = {
    *PRINTED,
    "printing.blank",
    "events.of_sheet",
    "events.of_group",
}  # a second, ten minutes
PAGES_OF_A_SORT = 2  # beside those that are asked for
ARGUMENTS: dict[str, Any] = {
    "number": 1,
    "part": "curve",
    "round_id": 1,
    "person": 1,
    "cost": 1,
    "payment": 1,
    "settlement": 1,
    "season": 1,
    "item": 1,
    "subject": 1,
    "slug": "klaverjassen",
    "word": "deal",
    "kind": "look",
    "key": "k" * 16,
    "day": "2026-11-20",
    "size": "a4",
    "language": "en",
}
ONLY_LOOKS = "This link is for viewing only."


@dataclass(frozen=True)
class Group:
    """A group with a sheet of every game and an account: its links, and that of its first sheet."""

    write: str
    look: str
    sheet: str
    sheets: int


@pytest.fixture
def group(app: Flask, client: FlaskClient) -> Group:
    write = open_samples(app)
    brought = client.post(f"/g/{write}/import", data={"text": json.dumps(MONEY), "key": "m" * 16})
    assert brought.status_code == 303
    return links_of(app, write)


@pytest.fixture
def links(app: Flask, client: FlaskClient) -> Group:
    """The links of a sheet with nothing on it, and of its group."""
    return links_of(app, open_sheet(client).split("/")[2])


def links_of(app: Flask, write: str) -> Group:
    with app.app_context():
        row = group_queries.group_by_link(write)
        assert row is not None
        rows = sheet_queries.sheets_of(row)
        known = links_known(row, rows[-1])
        release_connection()
    assert known.look is not None
    assert known.sheet is not None
    return Group(write, known.look, known.sheet, len(rows))


def content(database: Path) -> dict[str, list[Any]]:
    """Every row of every table."""
    with closing(sqlite3.connect(database)) as connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        tables = [name for (name,) in names.fetchall()]
        return {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in tables}


def endpoint_at(app: Flask, address: str, method: str = "GET") -> str | None:
    try:
        return str(app.url_map.bind("localhost").match(urlsplit(address).path, method)[0])
    except (HTTPException, RequestRedirect):
        return None


def pages(app: Flask, client: FlaskClient, *starts: str) -> Iterator[tuple[str, str]]:
    """The pages of groups and sheets that links lead to, by their addresses; some of each sort."""
    left, seen, sorts = list(starts), set[str](), Counter[str | None]()
    while left:
        address = left.pop()
        endpoint = endpoint_at(app, address)
        if address in seen or endpoint in NOT_READ or "language=" in address:
            continue
        seen.add(address)
        sorts[endpoint] += address not in starts
        if sorts[endpoint] > PAGES_OF_A_SORT:
            continue
        answer = client.get(address)
        assert answer.status_code == 200, address
        yield address, answer.text
        if answer.mimetype == "text/html":
            links = ShownPage(answer.text, address).links
            left += (link for link in links if link.startswith(("/g/", "/s/")))


def test_no_page_shows_a_form_or_leads_where_the_link_may_not_go(
    app: Flask, client: FlaskClient, group: Group
) -> None:
    sheets = [f"/g/{group.look}/{number}/" for number in range(1, group.sheets + 1)]
    check_pages(app, dict(pages(app, client, f"/g/{group.look}/", *sheets)), group, alone=False)
    sheet = f"/s/{group.sheet}/"
    check_pages(app, dict(pages(app, client, sheet, f"{sheet}table")), group, alone=True)


def check_pages(app: Flask, found: dict[str, str], group: Group, *, alone: bool) -> None:
    endpoints = {endpoint_at(app, address) for address in found}
    assert {"sheets.show", "sheets.show_history", "keep.show", "links.of_sheet"} <= endpoints
    assert ("account.show" in endpoints) is not alone
    for address, html in found.items():
        assert 'method="post"' not in html, address
        assert "<button form=" not in html, address
        assert 'form="typed"' not in html, address
        assert group.write not in html, address
        assert not (alone and group.look in html), address
        assert address.split("/")[2] == (group.sheet if alone else group.look)


def test_a_page_that_was_opened_by_hand_says_why_it_is_closed_and_leads_back(
    client: FlaskClient, group: Group
) -> None:
    for address, back in (("1/house", "1/"), ("new/tapp", ""), ("name", ""), ("1/seats", "1/")):
        answer = client.get(f"/g/{group.look}/{address}")
        assert answer.status_code == 403
        assert ONLY_LOOKS in answer.text
        (leads,) = page_of(answer.text).select("main a.button")
        assert leads["href"] == f"/g/{group.look}/{back}"
        assert client.get(leads["href"]).status_code == 200
    german = client.get(f"/g/{group.look}/1/house", headers={"Accept-Language": "de"})
    assert "nur zum Zuschauen" in german.text


def forms_of_writers(app: Flask, client: FlaskClient, group: Group) -> dict[str, Pairs]:
    """What every form sends that a phone with the writing link is shown, by its address."""
    starts = [f"/g/{group.write}/", *(f"/g/{group.write}/{n}/" for n in range(1, group.sheets + 1))]
    forms = dict[str, Pairs]()
    for address, html in pages(app, client, *starts):
        for form in ShownPage(html, address).forms:
            if form.method == "post":
                forms[form.action] = [*form.untouched(), *form.buttons[:1]]
    return forms


def test_no_form_of_another_phone_writes_by_a_looking_link(
    app: Flask, client: FlaskClient, group: Group, database: Path
) -> None:
    forms = forms_of_writers(app, client, group)
    sent = {endpoint_at(app, address, "POST") for address in forms}
    assert {"rounds.append", "sheets.stop", "costs.new", "links.replace_of_sheet"} <= sent
    before = content(database)
    for address, pairs in forms.items():
        by_look = address.replace(group.write, group.look)
        data: dict[str, Any] = {name: value for name, value in pairs if name}
        answer = client.post(by_look, data=data)
        assert answer.status_code == 403, by_look
        assert ONLY_LOOKS in answer.text
        assert "Set-Cookie" not in answer.headers
        below = urlsplit(address).path.removeprefix(f"/g/{group.write}/1/")
        if below != urlsplit(address).path:
            assert client.post(f"/s/{group.sheet}/{below}", data=data).status_code in (
                403,
                404,
                405,
            )
    assert content(database) == before


def test_a_script_is_refused_like_anybody(
    client: FlaskClient, links: Group, database: Path
) -> None:
    tap = entry_form(client, f"/g/{links.write}/1/") | PLAIN
    before = content(database)
    for name in ("rounds/new/deal", "stop", "holder", "away", "rounds/batch"):
        for headers in ({}, {"X-Fragment": "1"}, {"Accept": "application/json"}):
            for link, status in ((f"/g/{links.look}/1/", 403), (f"/s/{links.sheet}/", 404)):
                answer = client.post(link + name, data=tap, headers=headers)
                assert answer.status_code == status, (link, name, headers)
    assert content(database) == before
    assert client.post(f"/g/{links.write}/1/rounds/new/deal", data=tap).status_code == 303


def test_nothing_is_written_by_a_looking_link_at_any_address_in_any_way(
    app: Flask, client: FlaskClient, group: Group, database: Path
) -> None:
    before = content(database)
    sent = {"key": "w" * 16, "based_on": "1", "do": "save", "closed": "1", "name": "Zoe"}
    router, tried = app.url_map.bind("localhost"), 0
    for rule in app.url_map.iter_rules():
        if not {"link", "sheet_link"} & rule.arguments or rule.endpoint in NOT_READ:
            continue
        values = ARGUMENTS | {"link": group.look, "sheet_link": group.sheet}
        address = router.build(rule.endpoint, {name: values[name] for name in rule.arguments})
        for method in METHODS:
            answer = client.open(address, method=method, data=sent)
            allowed = (200, 303, 404, 405) if method in ("GET", "HEAD") else (405,)
            assert answer.status_code in (*allowed, 403), (method, rule)
            assert 'method="post"' not in answer.text, rule
        tried += 1
    assert tried > 70
    assert content(database) == before


def test_what_is_written_reaches_who_looks_under_another_tag(
    client: FlaskClient, links: Group
) -> None:
    boards = [f"/g/{links.look}/1/board", f"/s/{links.sheet}/board"]
    tags = [client.get(board).headers["ETag"] for board in boards]
    unchanged = [
        client.get(board, headers={"If-None-Match": tag}).status_code
        for board, tag in zip(boards, tags, strict=True)
    ]
    assert unchanged == [304, 304]
    assert client.get(f"/g/{links.write}/1/board").headers["ETag"] not in tags
    play(client, f"/g/{links.write}/1/")
    for board, tag in zip(boards, tags, strict=True):
        assert client.get(board, headers={"If-None-Match": tag}).status_code == 200


def test_any_link_is_looked_up_in_one_query(app: Flask, client: FlaskClient, links: Group) -> None:
    counts = {}
    for address in (f"/g/{links.write}/1/", f"/g/{links.look}/1/", f"/s/{links.sheet}/"):
        tag = client.get(f"{address}board").headers["ETag"]
        with queries(app) as asked:
            client.get(f"{address}board", headers={"If-None-Match": tag})
        counts[address] = len(asked)
    assert set(counts.values()) == {1}


def test_a_hidden_group_is_nowhere(
    app: Flask, client: FlaskClient, links: Group, database: Path
) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE groups SET hidden = 1")
    for address in (
        f"/g/{links.write}/",
        f"/g/{links.look}/",
        f"/g/{links.write}/1/",
        f"/g/{links.look}/1/",
        f"/s/{links.sheet}/",
    ):
        assert client.get(address).status_code == 404
        assert client.post(f"{address}history").status_code in (404, 405)
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE groups SET hidden = 0")
    assert client.get(f"/s/{links.sheet}/").status_code == 200
