"""All that is stored about a group as a download: for whoever may write, and complete."""

import json
import re

import brotli  # type: ignore[import-untyped]
import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.services.files import complete_export
from scorekeeper.services.hosting.groups import set_hidden
from tests.services.group_changes import hosted_group
from tests.web.element import page_of
from tests.web.table import three_deals

NAME = r'attachment; filename="?scorekeeper-\d{4}-\d\d-\d\d-everything\.json"?'


@pytest.fixture
def group(client: FlaskClient) -> str:
    """The address of a group with a sheet of three deals."""
    return three_deals(client).removesuffix("1/")


def look_link(client: FlaskClient, group: str) -> str:
    """The address of the group by the link that only looks, as its page of links shows it."""
    shown = {str(each["href"]) for each in page_of(client.get(f"{group}share").text).select("a")}
    shown |= set(re.findall(r"/g/\w{24}/", client.get(f"{group}share").text))
    (look,) = {found[0] for each in shown if (found := re.search(r"/g/\w{24}/", each))} - {group}
    return look


def links_of(client: FlaskClient, page: str) -> set[str]:
    return {str(each["href"]) for each in page_of(client.get(page).text).select("a[href]")}


def test_it_is_one_touch_away_from_the_page_of_the_group(client: FlaskClient, group: str) -> None:
    assert f"{group}everything.json" in links_of(client, group)
    with client.get(f"{group}everything.json") as answer:
        assert answer.status_code == 200
        assert answer.mimetype == "application/json"
        assert re.fullmatch(NAME, answer.headers["Content-Disposition"])
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.content_length == len(answer.data)
        (sheet,) = json.loads(answer.data)["sheets"]
    assert [each["type"] for each in sheet["entries"]].count("round") == 3


def test_a_link_that_only_looks_does_not_get_it(client: FlaskClient, group: str) -> None:
    look = look_link(client, group)
    assert not any("everything" in each for each in links_of(client, look))
    assert client.get(f"{look}everything.json").status_code == 403
    assert client.get(f"{look}group.json").status_code == 200


def test_nobody_gets_it_of_a_hidden_group(app: Flask, client: FlaskClient, group: str) -> None:
    with app.app_context():
        set_hidden(hosted_group(1), True)
    assert client.get(f"{group}everything.json").status_code == 404


def test_a_large_one_lies_on_the_disk_meanwhile_and_arrives_whole(
    client: FlaskClient, group: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with client.get(f"{group}everything.json") as answer:
        small = answer.get_json()
    monkeypatch.setattr(complete_export, "BYTES_IN_MEMORY", 100)
    with client.get(f"{group}everything.json") as answer:
        assert answer.get_json()["sheets"] == small["sheets"]
        assert re.fullmatch(NAME, answer.headers["Content-Disposition"])
        assert answer.headers["Cache-Control"] == "no-store"
    with client.get(f"{group}everything.json", headers={"Accept-Encoding": "br"}) as answer:
        assert answer.headers["Content-Encoding"] == "br"
        assert json.loads(brotli.decompress(answer.data))["sheets"] == small["sheets"]
