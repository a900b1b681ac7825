"""A page about the money of a group asks for everything once, and decodes every entry once."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.services.group.state import group_state
from scorekeeper.services.sheet.lookup import group_by_link
from scorekeeper.web.request.page_cache import CACHE, PageCache
from tests.web.account.test_account import GROUP as FILE
from tests.web.account.test_account import brought, line_form, paid, settle
from tests.web.counting import decoded, queries
from tests.web.money import ANNA, BERT, act, sent
from tests.web.table import form_at


@pytest.fixture
def group(client: FlaskClient) -> str:
    """A group with costs and payments, some of them corrected or struck out, and a list."""
    payments = [{"payer": "Anna", "payee": "Bert", "cents": 20, "date": "2026-11-20"}]
    group = brought(client, {**FILE, "payments": payments})
    settle(client, group)
    paid(client, group, line_form(client, group, 0), "all")
    cost = {"what": "Tea", "amount": "3", "paid_by": ANNA}
    for address in ("costs/new", "costs/1"):
        at = f"{group}account/{address}"
        sent(client, at, form_at(client, at, -1), (ANNA, BERT), **cost)
    act(client, f"{group}account/costs/2", "take_back")
    return group


def entries(app: Flask, group: str) -> int:
    """How many entries were written about a group."""
    with app.app_context():
        row = group_by_link(group.split("/")[2])
        assert row is not None
        return len(group_state(row).entries)


@pytest.mark.parametrize(
    ("page", "statements"),
    [
        ("", 5),
        ("account/", 5),  # of which one is for the version of the page: it reads no sheet
        ("account/people/1", 6),
        ("account/settlements/1", 5),
        ("bill/", 4),
        ("bill/2026-11-20/", 4),
        ("bill/bill.csv", 4),
        ("account/costs/1", 3),
        ("account/costs/2", 3),
        ("account/costs/new", 3),
        ("account/payments/1", 3),
        ("account/payments/new", 3),
    ],
)
def test_everything_is_asked_for_and_decoded_once(
    app: Flask, client: FlaskClient, group: str, page: str, statements: int
) -> None:
    count = entries(app, group)
    assert client.get(group + page).status_code == 200  # from now on sheets are at hand
    app.extensions[CACHE] = PageCache(0)  # it is drawn once more
    with queries(app) as asked, decoded() as read:
        assert client.get(group + page).status_code == 200
    assert len(asked) == len(set(asked)) == statements, asked
    assert len(read) == count > 6
