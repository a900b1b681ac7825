"""The bill of a group on its pages, as a table, and as a document."""

import csv
import io
import json
from datetime import datetime
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update

from scorekeeper.i18n.catalogue import languages
from scorekeeper.services.sheet import state_cache
from scorekeeper.store.db import execute, transaction
from scorekeeper.store.tables import EntryRecord
from scorekeeper.web.account.bill_routes import EVENINGS_SHOWN
from tests.printing.printed import Printed
from tests.web.element import Element, page_of
from tests.web.table import form_at, open_sheet, play

pytestmark = pytest.mark.xdist_group("printing")  # one printing process for all of it

BERT, EVENING = "=Bert", "2026-11-20"
SHEET: dict[str, Any] = {
    "format": "scorekeeper-sheet/1",
    "game": "tapp",
    "players": ["Anna", BERT, "Clara"],
    "date": EVENING,
    "rounds": [{"kind": "bettel", "declarer": 0, "won": True}] * 2,
}
GROUP: dict[str, Any] = {
    "format": "scorekeeper-group/1",
    "people": ["Anna", BERT, "Clara"],
    "sheets": [{"sheet": SHEET}],
    "costs": [
        {"what": "-tea", "cents": 101, "paid_by": "Clara", "shared_by": [BERT, "Clara"],
         "date": "2026-11-13"},
    ],
    "payments": [{"payer": BERT, "payee": "Anna", "cents": 5}],
}  # fmt: skip


def brought(client: FlaskClient, data: dict[str, Any]) -> str:
    """The address of the bill of a group that comes as a file."""
    file = (io.BytesIO(json.dumps(data).encode()), "group.json")
    answer = client.post("/import", data=form_at(client, "/import") | {"file": file})
    assert answer.status_code == 303, answer.text
    return str(answer.location).split("?", maxsplit=1)[0] + "bill/"


@pytest.fixture
def bill(client: FlaskClient) -> str:
    return brought(client, GROUP)


def links(client: FlaskClient, page: str) -> list[str]:
    return [str(link["href"]) for link in page_of(client.get(page).text).select("main a")]


def papers(page: str) -> list[str]:
    """What a page leads to: the paper in the language of the phone, the table, other papers."""
    others = [language for language in languages() if language != "en"]
    first, *rest = [f"{page}paper/{language}.pdf" for language in ("en", *others)]
    return [first, f"{page}bill.csv", *rest]


def table(client: FlaskClient, address: str, delimiter: str) -> list[list[str]]:
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer.content_type == "text/csv; charset=utf-8"
    return list(csv.reader(io.StringIO(answer.text.removeprefix("\ufeff")), delimiter=delimiter))


def text(client: FlaskClient, address: str) -> list[str]:
    field = page_of(client.get(address).text).select_one("textarea[readonly]")
    assert isinstance(field, Element)
    return field.text.replace("\xa0", " ").strip().split("\n")


def test_the_page_has_the_text_the_documents_and_the_evenings(
    client: FlaskClient, bill: str
) -> None:
    today = datetime.now().astimezone().date().isoformat()
    assert text(client, bill)[1:] == [
        "Anna: +€0.55", "=Bert: −€0.76", "Clara: +€0.21", "=Bert pays Anna €0.55",
        "=Bert pays Clara €0.21",
    ]  # fmt: skip
    assert links(client, bill) == [
        *papers(bill),
        f"{bill}{EVENING}/", f"{bill}2026-11-13/",
    ]  # fmt: skip
    assert (
        client.get(f"{bill}bill.csv").headers["Content-Disposition"].endswith(f'"bill-{today}.csv"')
    )
    day = f"{bill}2026-11-13/"
    assert text(client, day)[0] == "Evening of 13 Nov 2026"
    assert links(client, day) == papers(day)


def test_the_table_has_a_row_for_everything_and_the_balances_last(
    client: FlaskClient, bill: str
) -> None:
    rows = table(client, f"{bill}bill.csv", ",")
    assert rows[0] == ["Day", "Kind", "What", "Anna (EUR)", "'=Bert (EUR)", "Clara (EUR)"]
    assert [row[:3] for row in rows[1:]] == [
        ["", "Payment", "'=Bert has paid Anna €0.05"],
        ["2026-11-13", "Cost", "'-tea, €1.01 paid by Clara"],
        [EVENING, "Sheet", "Tapp (still being played)"],
        ["", "Balance", ""],
    ]
    assert rows[2][3:] == ["", "-0.51", "0.51"]
    for column in (3, 4, 5):
        cents = [round(100 * float(row[column] or 0)) for row in rows[1:]]
        assert cents[-1] == sum(cents[:-1])
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    rows = table(client, f"{bill}2026-11-13/bill.csv", ";")
    assert rows == [
        ["Tag", "Art", "Was", "'=Bert (EUR)", "Clara (EUR)"],
        ["2026-11-13", "Ausgabe", "'-tea, 1,01\xa0€ von Clara bezahlt", "-0,51", "0,51"],
        ["", "Unterm Strich", "", "-0,51", "0,51"],
    ]


def test_the_table_of_an_evening_counts_no_payment(client: FlaskClient) -> None:
    cost = GROUP["costs"][0] | {"date": EVENING}
    paid = GROUP["payments"][0] | {"date": EVENING}
    bill = brought(client, GROUP | {"sheets": [], "costs": [cost], "payments": [paid]})
    assert table(client, f"{bill}{EVENING}/bill.csv", ",")[1:] == [
        [EVENING, "Cost", "'-tea, €1.01 paid by Clara", "-0.51", "0.51"],
        ["", "Balance", "", "-0.51", "0.51"],
        [EVENING, "Payment", "'=Bert has paid Anna €0.05 (not part of the balance)", "", ""],
    ]


def test_sheets_of_one_game_and_day_are_called_as_on_their_own_pages(client: FlaskClient) -> None:
    group = open_sheet(client).removesuffix("1/")  # not for money: it is on no bill
    for _ in range(2):
        stake = {"stake_cents": "10", "stake_per": "1"}
        play(client, open_sheet(client, f"{group}new/klaverjassen", **stake))
    rows = table(client, f"{group}bill/bill.csv", ",")
    for number, row in ((2, rows[1]), (3, rows[2])):
        title = page_of(client.get(f"{group}{number}/").text).select_one("h1 small")
        assert title is not None
        assert f"Sheet {number} of" in title.text
        assert row[2] == f"Klaverjassen: {title.text} (still being played)"


def test_the_documents_are_in_the_language_that_was_chosen(client: FlaskClient, bill: str) -> None:
    for address, words in (
        (f"{bill}paper/de.pdf", "Abrechnung der Kartenrunde"),
        (f"{bill}{EVENING}/paper/en.pdf", "Bill of an evening"),
    ):
        answer = client.get(address)
        assert answer.status_code == 200
        assert answer.mimetype == "application/pdf"
        assert Printed(answer.data).has(words)
        tag = {"If-None-Match": answer.headers["ETag"]}
        assert client.get(address, headers=tag).status_code == 304
    disposition = client.get(f"{bill}{EVENING}/paper/en.pdf").headers["Content-Disposition"]
    assert disposition == f"inline; filename=evening-{EVENING}.pdf"


@pytest.mark.parametrize(
    "part",
    [
        "2026-11-21/", "2026-11-21/bill.csv", "2026-11-21/paper/en.pdf", "20261120/", "2026-W47-5/",
        "tomorrow/", "paper/xx.pdf", f"{EVENING}/paper/xx.pdf",
    ],
)  # fmt: skip
def test_a_day_with_nothing_and_an_odd_address_are_not_found(
    client: FlaskClient, bill: str, part: str
) -> None:
    assert client.get(f"{bill}{part}").status_code == 404


def test_a_group_without_money_has_a_page_and_no_documents(client: FlaskClient) -> None:
    bill = open_sheet(client).removesuffix("1/") + "bill/"
    answer = client.get(bill)
    assert answer.status_code == 200
    assert "no money" in answer.text
    assert links(client, bill) == [bill.replace("/bill/", "/account/")]
    for part in ("bill.csv", "paper/en.pdf"):
        assert client.get(f"{bill}{part}").status_code == 404


def test_there_is_no_bill_while_a_sheet_cannot_be_read(
    app: Flask, client: FlaskClient, bill: str
) -> None:
    with app.app_context(), transaction():
        execute(update(EntryRecord).values(data={"kind": "nonsense"}))
    state_cache.install(app)  # as after a restart
    page = page_of(client.get(bill).text)
    assert page.select_one(".notice[role=alert]") is not None
    assert page.select_one("textarea") is None
    assert links(client, bill) == []
    for part in ("bill.csv", "paper/en.pdf", "2026-11-13/bill.csv"):
        answer = client.get(f"{bill}{part}")
        assert answer.status_code == 503
        assert int(answer.headers["Retry-After"]) > 0


def test_many_evenings_come_in_pages(client: FlaskClient) -> None:
    days = [f"2026-{1 + day // 28:02}-{1 + day % 28:02}" for day in range(EVENINGS_SHOWN + 3)]
    costs = [GROUP["costs"][0] | {"date": day, "id": day} for day in days]
    bill = brought(client, GROUP | {"sheets": [], "payments": [], "costs": costs})
    shown = [each for each in links(client, bill) if each.startswith(f"{bill}2026")]
    assert shown == [f"{bill}{day}/" for day in reversed(days[3:])]
    older = page_of(client.get(bill).text).select_one("a[rel=next]")
    assert older is not None
    shown = links(client, str(older["href"]))
    assert f"{bill}{days[0]}/" in shown
    assert f"{bill}{days[-1]}/" not in shown
