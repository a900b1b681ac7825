"""Pages that phones follow: each says how, and is sent again only when there is something new."""

import pytest
from flask.testing import FlaskClient

from tests.web.account.test_account import GROUP, brought, line_form, one, paid, settle, settle_form
from tests.web.element import page_of
from tests.web.table import play

OF_GROUP = ("", "account/", "account/people/1", "account/settlements/1")
FOLLOWED = (*OF_GROUP, "1/", "1/table", "1/keep")


@pytest.fixture
def group(client: FlaskClient) -> str:
    found = brought(client, GROUP)
    settle(client, found)
    return found


@pytest.mark.parametrize("path", FOLLOWED)
def test_a_page_says_where_what_moves_on_it_is_fetched(
    client: FlaskClient, group: str, path: str
) -> None:
    shown = client.get(group + path)
    body = one(page_of(shown.text), "body")
    parts = {str(each["id"]) for each in page_of(shown.text).select("[data-live]")}
    assert f'W/"{body["data-tag"]}"' == shown.headers["ETag"]
    fetched = client.get(str(body["data-follow"]))
    assert fetched.headers["ETag"] == shown.headers["ETag"]
    assert {str(each["id"]) for each in page_of(fetched.text).select("[data-live]")} == parts
    assert len(parts) >= 2


@pytest.mark.parametrize("path", FOLLOWED)
def test_a_page_is_sent_again_once_a_sheet_has_moved(
    client: FlaskClient, group: str, path: str
) -> None:
    address = group + path
    seen = {"If-None-Match": client.get(address).headers["ETag"]}
    unchanged = client.get(address, headers=seen)
    assert (unchanged.status_code, unchanged.data) == (304, b"")
    play(client, f"{group}1/")
    assert client.get(address, headers=seen).status_code == 200


@pytest.mark.parametrize("path", OF_GROUP)
def test_a_page_is_sent_again_once_the_group_has_moved(
    client: FlaskClient, group: str, path: str
) -> None:
    seen = {"If-None-Match": client.get(group + path).headers["ETag"]}
    assert paid(client, group, line_form(client, group, 0), "all") == 303
    assert client.get(group + path, headers=seen).status_code == 200
    german = {"If-None-Match": client.get(group + path).headers["ETag"], "Accept-Language": "de"}
    assert client.get(group + path, headers=german).status_code == 200


def test_the_answer_to_a_form_and_an_error_are_followed_by_nobody(client: FlaskClient) -> None:
    group = brought(client, GROUP)
    outdated = settle_form(client, group) | {"list": "another"}
    refused = client.post(f"{group}account/settlements", data=outdated)
    missing = client.get(f"{group}account/people/99")
    assert (refused.status_code, missing.status_code) == (409, 404)
    for answer in (refused, missing):
        assert "data-follow" not in answer.text
