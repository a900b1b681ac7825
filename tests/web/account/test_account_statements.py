"""The statement of a person: every line of the balance, what was corrected since, and its pages."""

from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.core.account import Cost, Payment
from scorekeeper.files.archive import Archive
from scorekeeper.services.account.writing import take_back
from scorekeeper.services.files.archives import import_archive
from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.sheet import lookup
from scorekeeper.services.sheet.lookup import people_of
from scorekeeper.services.sheet.state_cache import STATES, StateCache, load
from scorekeeper.services.sheet.writing import put_away
from scorekeeper.store.rows import GroupRow, SheetRow
from tests.services import rounds
from tests.services.account.test_statements import (
    agreed,
    settle,
    sheet_with,
    statement_for,
    token_for,
)
from tests.services.group_changes import save_money
from tests.services.journal.test_group_writing import group_now
from tests.web.counting import queries
from tests.web.element import Element, page_of
from tests.web.table import whole

TIP = Payment(payer="Eva", payee="Anna", cents=50)


def address(group: GroupRow, name: str) -> str:
    ids = {known: person for person, known in people_of(group).items()}
    return f"/g/{group.link}/account/people/{ids[name]}"


def balance(page: Element) -> int:
    found = page.select_one(".balance .sr")
    assert found is not None
    return whole(found.text)


def amounts(page: Element) -> list[int]:
    return [whole(each.text) for each in page.select(".ticket > b")]


def corrected(row: SheetRow, *points: int) -> None:
    """The first round of a sheet is put right."""
    state = load(row)
    token = FormToken(new_key(), row.revision)
    rounds.correct_round(state, state.round_ids[0], agreed("tapp", *points), token)


def test_a_correction_after_settling_says_what_it_was_and_what_is_new(
    app: Flask, client: FlaskClient
) -> None:
    with app.app_context():
        row = sheet_with(120, -120, 0, 0)
        settle(row.group)
        corrected(row, 150, -150, 0, 0)
        anna = address(row.group, "Anna")
    page = page_of(client.get(anna).text)
    assert (balance(page), amounts(page)) == (150, [150])
    told = [" ".join(each.text.split()) for each in page.select("main p, main mark")]
    assert told == [
        "New since the settlement of 14 Nov 2026: +€0.30",
        "Changed since the settlement of 14 Nov 2026: +€1.20 then, +€1.50 now",
    ]
    (line,) = page.select(".ticket")
    assert line["href"] == f"/g/{row.link}/1/money"
    assert client.get(str(line["href"])).status_code == 200


def test_a_cost_that_no_longer_counts_stays_where_it_was_settled(
    app: Flask, client: FlaskClient
) -> None:
    with app.app_context():
        group = sheet_with(0, 0, 0, 0).group
        anna, bert = list(people_of(group))[:2]
        cost = Cost(what="<Room>", cents=1001, paid_by=anna, shared_by=(bert, anna))
        entry = save_money(group_now(group), token_for(group), cost)
        settle(group)
        before = page_of(client.get(address(group, "Bert")).text)
        take_back(group_now(group), token_for(group), GroupEntryType.COST, entry.subject)
        after = page_of(client.get(address(group, "Bert")).text)
    assert (balance(before), balance(after)) == (-501, 0)
    assert "Part of €10.01 that Anna paid: €5.01" in before.text
    assert "<Room>" in before.text
    assert [each.text for each in after.select("mark")] == [
        "No longer counts since the settlement of 14 Nov 2026: −€5.01 then"
    ]


def test_what_still_runs_and_what_was_put_away_counts_and_says_so(
    app: Flask, client: FlaskClient
) -> None:
    with app.app_context():
        row = sheet_with(120, -120, 0, 0)
        put_away(load(row), True, FormToken(new_key(), row.revision))
        page = page_of(client.get(address(row.group, "Bert")).text)
    assert (balance(page), amounts(page)) == (-120, [-120])
    assert "still being played · archived" in page.text


def test_a_long_statement_comes_in_pages_that_add_up(app: Flask, client: FlaskClient) -> None:
    tips = tuple(replace(TIP, id=str(cents), cents=cents) for cents in range(1, 131))
    with app.app_context():
        group, _ = import_archive(
            Archive(
                people=(),
                sheets=(),
                name=None,
                currency="EUR",
                costs=(),
                payments=tips,
                settlements=(),
            ),
            None,
        )
        at, found = address(group, "Eva"), set[int]()
    while at:
        page = page_of(client.get(at).text)
        assert len(page.select(".ticket")) <= 50
        found |= set(amounts(page))
        earlier = page.select_one("a[rel=next]")
        at = str(earlier["href"]) if earlier else ""
    assert found == set(range(1, 131))
    assert balance(page) == sum(found)


def test_no_balance_is_shown_as_long_as_sheets_are_missing(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    with app.app_context():
        row = sheet_with(120, -120, 0, 0)
        anna = address(row.group, "Anna")
    app.extensions[STATES] = StateCache()  # of a process that has read no sheet yet
    monkeypatch.setattr(lookup, "in_parts", lambda _: iter([]))
    page = page_of(client.get(anna).text)
    assert page.select(".balance") == []
    assert "the balance is still missing" in page.text
    monkeypatch.undo()
    assert balance(page_of(client.get(anna).text)) == 120


def test_a_statement_takes_few_looks_at_the_database(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        row = sheet_with(120, -120, 0, 0)
        settle(row.group)
        corrected(row, 150, -150, 0, 0)
        anna = address(row.group, "Anna")
        statement_for(row.group, "Anna")
    client.get(anna)
    with queries(app) as seen:
        assert client.get(anna).status_code == 200
    assert len(seen) <= 7, seen


@pytest.mark.parametrize("person", ["0", "99", "9" * 30])
def test_nobody_is_found_under_an_id_that_nobody_has(
    app: Flask, client: FlaskClient, person: str
) -> None:
    with app.app_context():
        link = sheet_with(0, 0, 0, 0).link
    assert client.get(f"/g/{link}/account/people/{person}").status_code == 404
