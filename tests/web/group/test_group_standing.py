"""The standing of a group over its finished sheets."""

import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.services.sheet import lookup
from scorekeeper.services.sheet.opening import open_sheet as open_stored
from tests.web import counting
from tests.web.counting import counted, queries
from tests.web.element import page_of
from tests.web.group.test_groups import upload
from tests.web.sheet.test_putting_away import put_away
from tests.web.start.test_next_sheet import EVENING
from tests.web.table import fields_of, form_at, open_sheet, play

TAPP: dict[str, Any] = {
    "format": "scorekeeper-sheet/1",
    "game": "tapp",
    "players": ["Bert", "Anna", "Dirk", "Zoe"],
    "closed": True,
    "rounds": [{"kind": "bettel", "declarer": 1, "won": True}],
}


@pytest.fixture
def group(client: FlaskClient) -> str:
    """The address of a group with a drawn evening of Klaverjassen."""
    file = form_at(client, "/import") | {"text": json.dumps(EVENING)}
    return str(client.post("/import", data=file).location).removesuffix("1/")


def bring(client: FlaskClient, group: str, sheet: dict[str, Any]) -> str:
    answer = upload(client, group, json.dumps(sheet))
    assert answer.status_code == 303, answer.text
    return str(answer.location)


def standing(client: FlaskClient, group: str) -> dict[str, list[tuple[str, ...]]]:
    """The tables on the page of the group by their headings: name, played, won and total."""
    found = {}
    for table in page_of(client.get(group).text).select(".standing section"):
        found[table.one("h2").text.strip()] = [
            re.fullmatch(r"(.+) (\d+) played, (\d+) won\s+(.+)", row.text.strip()).groups()  # type: ignore[union-attr]
            for row in table.select("li")
        ]
    return found


def folded(client: FlaskClient, group: str) -> str:
    found = page_of(client.get(group).text).one("details.standing")
    return f"{found.one('summary').text}{'' if found.has('open') else ' …'}"


def test_one_finished_sheet_says_it_itself(client: FlaskClient, group: str) -> None:
    assert standing(client, group) == {}
    open_sheet(client, f"{group}new/klaverjassen")
    assert standing(client, group) == {}


def test_points_follow_the_person_from_sheet_to_sheet(client: FlaskClient, group: str) -> None:
    """On the first one Eva comes for Bert after a deal, and both sides write 162."""
    bring(client, group, EVENING | {"rounds": EVENING["rounds"][:1], "title": "Second"})
    assert standing(client, group) == {
        "Klaverjassen Points": [
            ("Bert", "2", "1", "324"),
            ("Dirk", "2", "1", "324"),
            ("Anna", "2", "0", "162"),
            ("Clara", "2", "0", "162"),
            ("Eva", "1", "0", "0"),
        ]
    }


def test_money_and_chips_have_tables_of_their_own(client: FlaskClient, group: str) -> None:
    bring(client, group, TAPP)
    bring(client, group, TAPP | {"house": {"play_for": "chips"}})
    found = standing(client, group)
    assert list(found) == ["Tapp Chips", "Tapp", "Klaverjassen Points"]
    assert [row[-1] for row in found["Tapp Chips"]] == ["45", "−15", "−15", "−15"]
    assert [row[-1] for row in found["Tapp"]] == ["€0.45", "−€0.15", "−€0.15", "−€0.15"]


def test_only_finished_sheets_count_and_those_put_away_too(client: FlaskClient, group: str) -> None:
    sheet = bring(client, group, TAPP)
    before = standing(client, group)
    assert folded(client, group) == "Standing over 2 finished sheets"
    put_away(client, sheet)
    assert standing(client, group) == before
    assert standing(client, f"{group}?away=1") == {}
    play(client, open_sheet(client, f"{group}new/klaverjassen"))
    assert standing(client, group) == before
    assert folded(client, group) == "Standing over 2 finished sheets …"


def test_what_is_written_later_is_in_it_at_once(client: FlaskClient, group: str) -> None:
    bring(client, group, TAPP)
    assert standing(client, group)["Klaverjassen Points"][:2] == [
        ("Anna", "1", "0", "162"),
        ("Bert", "1", "0", "162"),
    ]
    strike = form_at(client, f"{group}1/rounds/2/strike")
    assert client.post(f"{group}1/rounds/2/strike", data=strike).status_code == 303
    assert standing(client, group)["Klaverjassen Points"][:2] == [
        ("Bert", "1", "1", "162"),
        ("Dirk", "1", "1", "162"),
    ]


def test_somebody_spelled_anew_is_one_person(client: FlaskClient, group: str) -> None:
    tapp = bring(client, group, TAPP)
    standing(client, group)
    respelled = form_at(client, f"{tapp}seats") | {"name_0": "BERT"}
    confirming = page_of(client.post(f"{tapp}seats", data=respelled).text).select_one("main form")
    assert confirming is not None
    sent = client.post(f"{tapp}seats", data=fields_of(confirming))
    assert sent.status_code == 303
    found = standing(client, group)
    assert [row[0] for row in found["Klaverjassen Points"]].count("BERT") == 1


def test_sheets_that_were_looked_at_are_not_replayed(app: Flask, client: FlaskClient) -> None:
    group = group_of(app, sheets=20, rounds=10)
    for scored, most in ((200, 10), (0, 6)):
        with counted() as work, queries(app) as asked:
            assert client.get(f"{group}?from=20").status_code == 200
        assert work["score"] == scored
        assert len(asked) <= most
    play(client, f"{group}7/")
    with counted() as work:
        client.get(f"{group}?from=20")
    assert work["score"] == 0  # the one that was played on is in memory


def test_very_many_rounds_are_added_up_part_by_part(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookup, "ENTRIES_IN_A_PART", 40)
    group = group_of(app, sheets=4, rounds=30, closed=True)
    found = []
    for _ in range(4):
        said = page_of(client.get(group).text).select_one(".standing [role=status]")
        found.append((folded(client, group), said is not None))
    assert found[-1] == ("Standing over 4 finished sheets", False)
    assert found[0] == ("Standing over 3 finished sheets", True)


def group_of(app: Flask, *, sheets: int, rounds: int, **more: Any) -> str:
    """The address of a group with so many sheets of so many rounds."""
    with app.app_context():
        row = open_stored(counting.sheet(rounds, **more), None)
        for _ in range(sheets - 1):
            open_stored(counting.sheet(rounds, **more), row.group)
    return f"/g/{row.link}/"
