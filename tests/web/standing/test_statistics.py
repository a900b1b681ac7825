"""What the evenings tell of people: their deals add up to the ledgers, and a group can say no."""

import csv
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, template_rendered
from flask.testing import FlaskClient
from jinja2 import Template

from benchmarks.deals import EVENINGS
from scorekeeper.files.reading import checked
from scorekeeper.files.sheet import FORMAT
from scorekeeper.services.account.state import group_account
from scorekeeper.services.group.state import group_state
from scorekeeper.services.sheet import lookup, state_cache
from scorekeeper.services.sheet.lookup import (
    group_by_link,
    release_connection,
    results_of,
    sheets_of,
)
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.services.standing.deals import SheetDeals, sheet_deals
from scorekeeper.services.standing.statistics import GroupStatistics, group_statistics
from scorekeeper.store.sheet_queries import sheet_by_link
from scorekeeper.summary.result import cents_of_round, points_by_person, stretches
from tests.cli.test_standing import GROUP, sheet
from tests.web.account.test_account import brought
from tests.web.counting import queries
from tests.web.element import Element, page_of
from tests.web.links.test_links import links_of
from tests.web.table import PLAIN, fields_of, form_at, press, send, three_deals

DATED: dict[str, Any] = GROUP | {"sheets": GROUP["sheets"][1:]}
DEALS = 23
SAMPLES = Path(__file__).parents[3] / "docs" / "samples"


def shown(client: FlaskClient, address: str) -> Element:
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    return page_of(answer.text)


def facts(page: Element) -> dict[str, str]:
    return {row.select("dt")[0].text: row.select("dd")[0].text for row in page.select(".facts div")}


def others(page: Element) -> list[list[tuple[str, ...]]]:
    """Everybody in the tables of partners and of opponents."""
    return [
        [tuple(cell.text for cell in row.select("th, td")) for row in table.select("tbody tr")]
        for table in page.select("table.ranking")
    ]


@pytest.mark.parametrize(
    ("hours", "minutes"),  # of three deals, a correction, one that was forgotten
    [
        ((0, 1, 2, 400, 500), 120),
        ((0, 1, 49, 400, 500), 60),
        ((0, 2, 4, 400, 500), 240),
        ((0, 1, -8, 400, 500), 60),  # by a clock that was set back
    ],
)
def test_neither_a_later_correction_nor_days_between_two_deals_are_time_at_the_table(
    app: Flask, client: FlaskClient, hours: tuple[int, ...], minutes: int
) -> None:
    page = three_deals(client)
    link = page.split("/")[2]
    form = form_at(client, f"{page}rounds/1") | {"points_0": "142", "points_1": "20"}
    shown_first = client.post(f"{page}rounds/1", data=form | {"do": "save"})
    assert shown_first.status_code == 303
    at = f"{page}rounds/after/1/deal"
    looked_at = send(client, at, form_at(client, at) | PLAIN | {"points_1": "60"})
    assert press(client, looked_at.text, "save").status_code == 303
    with app.test_request_context():
        row = sheet_by_link(link, 1)
        assert row is not None
        state = load(row)
        rounds = iter(hours)
        entries = tuple(
            entry._replace(written_at=entry.written_at + timedelta(hours=next(rounds)))
            if entry.type == "round"
            else entry
            for entry in state.entries
        )
        assert list(rounds) == []
        assert sheet_deals(replace(state, entries=entries)).minutes == minutes
        release_connection()


def told(app: Flask, group: str) -> tuple[list[SheetDeals], GroupStatistics]:
    with app.test_request_context():
        row = group_by_link(group.split("/")[2])
        assert row is not None
        account = group_account(group_state(row))
        sheets, _ = results_of(sheet_deals, sheets_of(row), account.state.names)
        figures = group_statistics(account)
        assert group_statistics(account) is figures, "kept until something changes"
        release_connection()
    return sheets, figures


@pytest.fixture
def group(client: FlaskClient) -> str:
    return brought(client, DATED)


def test_a_page_tells_what_somebody_did(client: FlaskClient, group: str) -> None:
    page = shown(client, f"{group}people/1")
    assert page.select("h1")[0].text == "Dirk"
    assert facts(page) == {
        "Evenings": "3",
        "Deals": "4",
        "Sheets won": "1 of 4 (25%)",
        "Average per deal": "56",
        "Average per evening": "74.67",
        "Best evening": "122 (5 Jan 2026)",
        "Worst evening": "0 (1 Feb 2026)",
        "Longest run of sheets won": "1",
    }
    partners, opponents = others(page)
    assert partners == [("Bert", "3", "54"), ("Eva", "1", "62")]
    assert opponents == [("Anna", "4", "56"), ("Clara", "4", "56")]
    assert page.select(".curve")


def test_counts_show_how_often_beside_their_share(client: FlaskClient, group: str) -> None:
    anna = facts(shown(client, f"{group}people/2"))
    assert anna["Made as maker"] == "3 of 3 (100%)"
    assert "Made as maker" not in facts(shown(client, f"{group}people/1"))


def test_records_lead_to_their_deals(client: FlaskClient, group: str) -> None:
    page = shown(client, f"{group}standing/records")
    found = facts(page)
    assert found["Highest evening"] == "Anna and Clara: 202 (5 Jan 2026)"
    assert found["Highest deal"] == "Anna and Clara: 162"
    assert found["Lowest deal"] == "Bert and Dirk: 0"
    assert found["Longest run of sheets won"] == "Anna and Clara (2)"
    led_to = {
        row.select("dt")[0].text: str(row.select("dd a")[0]["href"])
        for row in page.select(".facts div")
        if row.select("dd a")
    }
    address = led_to["Highest deal"]
    assert page_of(client.get(address).text).select(f"#{address.partition('#')[2]}")
    assert shown(client, led_to["Longest run of sheets won"]).select("#totals")


def test_records_of_an_earlier_game_lead_to_the_evenings_of_that_game(
    client: FlaskClient,
) -> None:
    tapp = json.loads((SAMPLES / "tapp.json").read_text()) | {"date": "2026-03-01", "closed": True}
    group = brought(client, DATED | {"sheets": [*DATED["sheets"], {"sheet": tapp}]})
    page = shown(client, f"{group}standing/records?game=klaverjassen")
    why = str(page.select(".facts dd a")[0]["href"])
    assert "Klaverjassen" in shown(client, why).text


def test_records_open_with_the_game_of_the_latest_day_whatever_was_entered_last(
    client: FlaskClient,
) -> None:
    tapp = json.loads((SAMPLES / "tapp.json").read_text()) | {"date": "2025-03-01", "closed": True}
    group = brought(client, DATED | {"sheets": [*DATED["sheets"], {"sheet": tapp}]})
    page = shown(client, f"{group}standing/records")
    assert page.one("main a[aria-current]").text.split()[0] == "Klaverjassen"


def evening(game: str, day: str, *rounds: dict[str, Any], **more: Any) -> dict[str, Any]:
    names = ["Anna", "Bert", "Clara", "Dirk"][: 3 if game == "tapp" else 4]
    told = {"game": game, "players": names, "date": day, "closed": True, "rounds": rounds}
    return {"sheet": {"format": FORMAT} | told | more}


def durch(seat: int) -> dict[str, Any]:
    return {"kind": "durch", "declarer": seat, "suit": "hearts", "won": True}


def records(client: FlaskClient, *sheets: dict[str, Any]) -> dict[str, str]:
    group = brought(client, GROUP | {"sheets": sheets})
    return facts(shown(client, f"{group}standing/records"))


def test_everybody_who_shares_a_record_is_named_whenever_it_was(client: FlaskClient) -> None:
    found = records(
        client,
        evening("tapp", "2026-01-05", durch(0), durch(1)),
        evening("tapp", "2026-01-06", durch(2)),
    )
    assert found["Highest deal"] == "Anna, Bert and Clara: €1.20"
    assert found["Durch won"].endswith("highest value – Anna, Bert and Clara: €1.20")
    assert found["Highest evening"] == "Clara: €1.20 (6 Jan 2026)"
    roem = {"kind": "played", "maker": 1, "points": [62, 100], "roem": [[], [50, 20]]}
    found = records(client, evening("klaverjassen", "2026-01-05", roem))
    assert found["Roem of their own side"].endswith("highest value – Bert and Dirk: 70")
    same = {"kind": "played", "maker": 0, "points": [100, 62]}
    later = evening("klaverjassen", "2026-01-07", same, players=["Bert", "Anna", "Emma", "Dirk"])
    found = records(client, later, evening("klaverjassen", "2026-01-05", same))
    assert found["Highest evening"] == "Anna, Clara, Bert and Emma: 100"


def test_the_evening_of_a_record_is_on_the_page_it_leads_to_however_long_ago(
    client: FlaskClient,
) -> None:
    deal = {"kind": "played", "maker": 0, "points": [100, 62]}
    best = deal | {"points": [150, 12]}
    many = [
        evening("klaverjassen", f"2026-{n // 28 + 1:02}-{n % 28 + 1:02}", deal) for n in range(55)
    ]
    group = brought(
        client, GROUP | {"sheets": [evening("klaverjassen", "2025-01-03", best), *many]}
    )
    page = shown(client, f"{group}standing/records")
    assert facts(page)["Highest evening"] == "Anna and Clara: 150 (3 Jan 2025)"
    assert "3 Jan 2025" in shown(client, str(page.select(".facts dd a")[0]["href"])).text


def test_where_chips_are_not_added_to_money_somebodys_page_says_so(
    app: Flask, client: FlaskClient
) -> None:
    chips = evening("tapp", "2026-01-05", durch(0), house={"play_for": "chips"})
    money = evening("tapp", "2026-02-05", durch(0), players=["Anna", "Bert", "Dirk"])
    group = brought(client, GROUP | {"sheets": [chips, money]})
    look = f"/g/{links_of(app, f'{group}1/').look}/"
    said = "1 sheet does not count: chips and money are not added up"
    people = {link.text.split()[0]: str(link["href"]) for link in _people(client, look)}
    assert said in shown(client, people["Anna"]).text
    assert facts(shown(client, people["Anna"]))["Evenings"] == "1"
    assert said in shown(client, people["Clara"]).text
    assert "is finished yet" not in shown(client, people["Clara"]).text
    assert said in shown(client, f"{group}standing/records").text


def _people(client: FlaskClient, group: str) -> list[Element]:
    return shown(client, f"{group}people").select(".cards a")


def test_whoever_sat_out_a_deal_by_agreement_has_not_played_it(client: FlaskClient) -> None:
    agreed = {"kind": "agreed", "points": [20, -10, -10, 0], "why": "w", "deal": True}
    bettel = {"kind": "bettel", "declarer": 1, "won": True}
    names = {"players": ["Anna", "Bert", "Clara", "Dirk"], "house": {"seats": 3}}
    group = brought(
        client, GROUP | {"sheets": [evening("tapp", "2026-01-05", agreed, bettel, **names)]}
    )
    deals = {
        link.text.split()[0]: facts(shown(client, str(link["href"])))["Deals"]
        for link in _people(client, group)
        if facts(shown(client, str(link["href"])))
    }
    assert deals == {"Anna": "1", "Bert": "2", "Clara": "2", "Dirk": "1"}


def test_somebodys_page_opens_with_the_game_that_they_played_last(client: FlaskClient) -> None:
    deal = {"kind": "played", "maker": 0, "points": [100, 62]}
    others = ["Emma", "Bert", "Clara", "Dirk"]
    group = brought(
        client,
        GROUP
        | {
            "sheets": [
                evening("klaverjassen", "2024-01-01", deal),
                evening("tapp", "2026-02-01", durch(0)),
                evening("klaverjassen", "2026-03-01", deal, players=others),
            ]
        },
    )
    anna = next(link for link in _people(client, group) if link.text.startswith("Anna"))
    page = shown(client, str(anna["href"]))
    assert page.one("main a[aria-current]").text == "Tapp"


def test_a_group_says_that_nothing_is_told_and_takes_it_back(
    app: Flask, client: FlaskClient, group: str
) -> None:
    look = f"/g/{links_of(app, f'{group}1/').look}/"
    assert facts(shown(client, f"{look}people/1"))
    assert not shown(client, f"{look}people/1").select("main form")
    for is_shown in (False, True):
        form = shown(client, f"{group}people").select("form.inline")[0]
        answer = client.post(str(form["action"]), data=fields_of(form))
        assert answer.status_code == 303
        assert bool(facts(shown(client, f"{group}people/1"))) == is_shown
        assert bool(facts(shown(client, f"{look}people/1"))) == is_shown
        assert bool(shown(client, f"{look}people").select(".cards a")) == is_shown
        assert client.get(f"{group}standing/records").status_code == 200
        records = shown(client, f"{group}standing/records")
        assert bool(facts(records)) == is_shown
        own_page = shown(client, f"{look}people/1")
        for page in (records, own_page):
            assert ("This group does not show statistics about people" in page.text) != is_shown
    assert "statistics about people" in shown(client, f"{group}history").text
    sheet_link = links_of(app, f"{group}1/").sheet
    assert client.get(f"/s/{sheet_link}/people/1").status_code == 404


def test_hiding_figures_is_undone_and_the_history_says_that_they_are_shown(
    client: FlaskClient, group: str
) -> None:
    form = shown(client, f"{group}people").one("form.inline")
    client.post(str(form["action"]), data=fields_of(form))
    undo = shown(client, f"{group}history").select("form")[0]
    assert client.post(str(undo["action"]), data=fields_of(undo)).status_code == 303
    assert facts(shown(client, f"{group}standing/records"))
    told = shown(client, f"{group}history").one("main").text
    assert "before: statistics about people are not shown" in told
    assert "after:→ statistics about people are shown" in told


def test_who_was_entered_twice_is_one_person(client: FlaskClient) -> None:
    group = brought(
        client,
        {
            "format": "scorekeeper-group/1",
            "sheets": [
                {"sheet": sheet([102, 60], date="2026-01-05")},
                {"sheet": sheet([102, 60], ["Annie", "Bert", "Clara", "Dirk"], date="2026-01-12")},
            ],
        },
    )
    links = shown(client, f"{group}people").select(".cards a")
    people = {link.text.strip(): str(link["href"]) for link in links}
    form = fields_of(shown(client, people["Annie"]).select("form[action$=same]")[0])
    target = people["Anna"].rpartition("/")[2]
    client.post(f"{people['Annie']}/same", data=form | {"person": target})
    anna = facts(shown(client, people["Anna"]))
    assert (anna["Deals"], anna["Longest run of sheets won"]) == ("2", "2")
    partners = others(shown(client, people["Clara"]))[0]
    assert partners == [("Anna", "2", "102")]


def evenings_of_every_game() -> Iterator[dict[str, Any]]:
    for number, make in enumerate(EVENINGS.values()):
        yield make(DEALS) | {"format": FORMAT, "closed": True, "date": f"2026-01-{number + 1:02}"}


def test_the_deals_of_everybody_add_up_to_the_ledgers_of_every_game(
    app: Flask, client: FlaskClient
) -> None:
    evenings = list(evenings_of_every_game())
    group = brought(
        client,
        {"format": "scorekeeper-group/1", "sheets": [{"sheet": each} for each in evenings]},
    )
    sheets, figures = told(app, group)
    assert len(sheets) == len(evenings)
    with app.test_request_context():
        row = group_by_link(group.split("/")[2])
        assert row is not None
        names = group_state(row).names
        release_connection()
    for data, found in zip(evenings, reversed(sheets), strict=True):
        read = checked(data)
        totals = Counter[str]()
        for played in read.ledger.rounds:
            if played.beside:
                totals.update(cents_of_round(read, played))
        for deal in found.deals:
            people = [who for camp in deal.camps for who in camp]
            assert len(people) == len(set(people)) == len(deal.points)
            totals.update(dict(zip((names[who] for who in people), deal.points, strict=True)))
        written = points_by_person(stretches(read))
        assert {name: points for name, points in written.items() if points} == {
            name: points for name, points in totals.items() if points
        }
    for game in figures.games:
        for who, own in game.people.items():
            for other, tally in own.partners.items():
                assert game.people[other].partners[who].times == tally.times
            for other, tally in own.opponents.items():
                assert game.people[other].opponents[who].times == tally.times


def test_once_they_are_known_figures_take_few_queries(app: Flask, client: FlaskClient) -> None:
    sheets = [
        {"sheet": sheet([102, 60], date=f"2026-{1 + number // 28:02}-{1 + number % 28:02}")}
        for number in range(60)
    ]
    group = brought(client, DATED | {"sheets": sheets})
    for address in ("people/1", "standing/records"):
        assert client.get(group + address).status_code == 200
        with queries(app) as seen:
            assert client.get(group + address).status_code == 200
        assert 0 < len(seen) <= 6, seen


@pytest.mark.parametrize(
    "address", ["people/1", "standing/records", "standing/", "standing/what-if?house_tie=keep"]
)
def test_sheets_that_were_not_looked_at_yet_are_told_and_come_in_with_the_next_looks(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setattr(lookup, "SHEETS_IN_A_QUERY", 2)
    sheets = [{"sheet": sheet([102, 60], date=f"2026-01-{day:02}")} for day in range(1, 6)]
    group = brought(client, DATED | {"sheets": sheets})
    told = "Earlier sheets are still missing"
    missing = [told in client.get(group + address).text for _ in range(8)]
    assert missing[0]
    assert not missing[-1]
    assert missing == sorted(missing, reverse=True)


def test_what_the_game_counts_is_told_of_all_sheets_or_not_at_all(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookup, "SHEETS_IN_A_QUERY", 2)
    sheets = [{"sheet": sheet([102, 60], date=f"2026-01-{day:02}")} for day in range(1, 6)]
    group = brought(client, DATED | {"sheets": sheets})
    missing = "Earlier sheets are still missing"
    looks = [shown(client, f"{group}standing/") for _ in range(8)]
    told = [missing if missing in page.text else facts(page)["Made as maker"] for page in looks]
    assert (set(told), told[-1]) == ({missing, "Anna: 5 of 5"}, "Anna: 5 of 5")
    state_cache.install(app)  # as in another process
    answers = [client.get(f"{group}standing/standing.csv") for _ in range(8)]
    assert {answer.status_code for answer in answers} == {503, 200}
    tables = {answer.text for answer in answers if answer.status_code == 200}
    (heads, anna, *_) = csv.reader(StringIO(tables.pop()))
    assert not tables
    assert anna[heads.index("Made as maker (of)")] == "5"


@pytest.mark.parametrize(
    ("address", "is_kept"),
    [
        ("people/1", True),
        ("people/1?game=klaverjassen", True),
        ("people/1?x=1", False),
        ("standing/?game=klaverjassen", True),
        ("standing/?game=klaverjassen&last=1", False),
        ("standing/records?game=klaverjassen", True),
        ("standing/what-if?game=klaverjassen&house_tie=keep", True),
        ("standing/what-if?game=klaverjassen&house_tie=perhaps", False),
        ("standing/what-if?game=klaverjassen&house_none=1", False),
    ],
)
def test_pages_are_kept_but_for_those_of_which_there_are_any_number(
    app: Flask, client: FlaskClient, group: str, address: str, *, is_kept: bool
) -> None:
    drawn = list[str]()

    def note(_: Flask, template: Template, **__: object) -> None:
        drawn.append(str(template.name))

    with template_rendered.connected_to(note, app):
        first, second = (client.get(group + address).text for _ in range(2))
    assert len(first) == len(second)
    assert len(drawn) == (1 if is_kept else 2)


def test_there_are_no_figures_of_a_game_that_does_not_exist(
    client: FlaskClient, group: str
) -> None:
    assert client.get(f"{group}people/1?game=chess").status_code == 404
    assert client.get(f"{group}standing/records?game=chess").status_code == 404
