"""Standings and seasons on the pages of a group: shown, cut, asked why, changed, undone."""

import csv
import json
from io import StringIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.cli.files import standing_of
from scorekeeper.cli.parser import parser
from scorekeeper.files.archive import FORMAT as GROUP_FORMAT
from scorekeeper.files.archive import Archive, in_file
from scorekeeper.files.sheet import FORMAT as SHEET_FORMAT
from tests.cli.test_standing import GROUP, SEASON, sheet
from tests.web.account.test_account import brought
from tests.web.counting import queries
from tests.web.element import Element, page_of
from tests.web.links.test_links import links_of
from tests.web.table import NAMES, Form, fields_of

DATED: dict[str, Any] = GROUP | {"sheets": GROUP["sheets"][1:]}


@pytest.fixture
def group(client: FlaskClient) -> str:
    """The address of the group of the tests of the command."""
    return brought(client, DATED)


def shown(client: FlaskClient, address: str) -> Element:
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    return page_of(answer.text)


def lines(page: Element) -> list[tuple[str, ...]]:
    """Place and name, average and total of everybody."""
    rows = page.select(".ranking tbody tr")
    return [
        (row.select("th a")[0].texts[0], *(cell.text for cell in row.select("td"))) for row in rows
    ]


def season_form(client: FlaskClient, address: str, **changed: str) -> Form:
    return fields_of(shown(client, address).select("form#typed")[0]) | changed


def told_by_the_command(*arguments: str) -> list[tuple[int | None, str, float]]:
    archive = in_file(json.dumps(DATED).encode())
    assert isinstance(archive, Archive)
    asked = parser().parse_args(["standing", "x", *arguments])
    return [(r["place"], r["name"], float(r["total"])) for r in standing_of(archive, asked)["rows"]]


@pytest.mark.parametrize(
    ("query", "arguments"),
    [
        ("", ()),
        ("?game=klaverjassen&last=1", ("--last", "1")),
        ("?first=2026-01-06&until=2026-01-31", ("--from", "2026-01-06", "--to", "2026-01-31")),
        ("?season=1", ("--season", "Liga")),
        ("?season=2", ("--season", "Drei Viertel")),
        ("?season=2&last=2", ("--season", "Drei Viertel", "--last", "2")),
    ],
)
def test_the_page_says_what_the_command_says(
    client: FlaskClient, group: str, query: str, arguments: tuple[str, ...]
) -> None:
    page = shown(client, f"{group}standing/{query}")
    told = [
        (f"{'–' if place is None else f'{place}.'} {name}", total)
        for place, name, total in told_by_the_command(*arguments)
    ]
    assert [(name, float(total)) for name, _, total in lines(page)] == told
    text = page.select("#standing-text")[0].text.strip().splitlines()
    assert [line.split(":")[0] for line in text[2:]] == [name for name, _ in told]


def test_what_cannot_be_read_in_the_address_is_not_asked_and_what_there_is_not_is_a_404(
    client: FlaskClient, group: str
) -> None:
    everything = lines(shown(client, f"{group}standing/"))
    for query in ("last=x", "last=-1", "first=9999-99-99", "season=x", "from=-3", "from=999999"):
        assert lines(shown(client, f"{group}standing/?{query}")) == everything, query
    for missing in ("?season=9", "?game=whist", "?game=tapp", "people/999", "paper/a3/de.pdf"):
        assert client.get(f"{group}standing/{missing}").status_code == 404, missing


def test_a_number_is_asked_why_and_leads_to_evenings_and_sheets(
    client: FlaskClient, group: str
) -> None:
    page = shown(client, f"{group}standing/?season=2")
    (link,) = (a for a in page.select(".ranking a") if "Dirk" in a.text)
    why = shown(client, str(link["href"]))
    assert why.select(".balance")[0].text.strip() == "112"
    assert "Place 3 · average 112" in why.select(".head")[0].text
    told = [" ".join(each.text.split()) for each in why.select("section h2")]
    assert told == ["1 Feb 2026 0 does not count", "12 Jan 2026 102", "5 Jan 2026 122"]
    sheets = why.select("section .cards a")
    assert [each.select("b")[0].text for each in sheets] == ["0", "102", "60", "62"]
    assert client.get(str(sheets[0]["href"])).status_code == 200
    (eva,) = (a for a in page.select(".ranking a") if "Eva" in a.text)
    assert "absent" in shown(client, str(eva["href"])).text


@pytest.mark.parametrize(
    ("counts", "evening", "sheets"),
    [
        ("points", "164", ["102", "62"]),
        ("money", "€2.10", ["€2.10", "€0.00"]),
        ("won", "1", ["1", "0"]),
        ("places", "25", ["102", "62"]),
    ],
)
def test_every_sheet_of_an_evening_says_what_the_season_counts(
    client: FlaskClient, counts: str, evening: str, sheets: list[str]
) -> None:
    stake = {"cents": 5, "per": 1}
    played = [sheet([102, 60], date="2026-01-05", stake=stake), sheet([62, 100], date="2026-01-05")]
    seasons = [SEASON | {"counts": counts, "total": "sum"}]
    file = {"sheets": [{"sheet": each} for each in played], "seasons": seasons}
    group = brought(client, DATED | file)
    (link,) = (
        a for a in shown(client, f"{group}standing/?season=1").select("a") if "Anna" in a.text
    )
    why = shown(client, str(link["href"]))
    assert why.select("section h2 b")[0].text == evening
    assert [each.text for each in why.select("section .cards b")] == sheets


def test_the_table_for_a_spreadsheet_has_every_evening_in_numbers(
    client: FlaskClient, group: str
) -> None:
    answer = client.get(f"{group}standing/standing.csv?season=2")
    rows = list(csv.reader(StringIO(answer.text.removeprefix("\ufeff"))))
    assert rows[0][4:9] == ["Total", "Average", "2026-01-05", "2026-01-12", "2026-02-01"]
    assert rows[0][9:11] == ["Made as maker", "Made as maker (of)"]
    assert rows[1][:11] == ["1", "Anna", "3", "3", "182", "182", "202", "60", "162", "3", "3"]
    assert rows[-1][:11] == ["", "Eva", "1", "0", "56", "56", "62", "50", "50", "0", "0"]
    page = shown(client, f"{group}standing/?season=2")
    told = {row.select("dt")[0].text: row.select("dd")[0].text for row in page.select(".facts div")}
    assert told["Made as maker"] == "Anna: 3 of 3; Bert: 1 of 1"


def test_those_who_look_see_it_and_change_nothing_and_those_of_one_sheet_do_not(
    app: Flask, client: FlaskClient, group: str
) -> None:
    links = links_of(app, f"{group}1/")
    look = f"/g/{links.look}/"
    page = shown(client, f"{look}standing/?season=1")
    assert lines(page) == lines(shown(client, f"{group}standing/?season=1"))
    assert not page.select("a[href*=seasons]")
    for closed in ("seasons/new", "seasons/1"):
        assert client.get(f"{look}standing/{closed}").status_code == 403
        assert client.post(f"{look}standing/{closed}").status_code == 403
    for address in ("standing/", "standing/people/1", "standing/standing.csv"):
        assert client.get(f"/s/{links.sheet}/{address}").status_code == 404


def test_a_season_is_begun_once_with_its_rules(client: FlaskClient, group: str) -> None:
    new = f"{group}standing/seasons/new?game=klaverjassen"
    sent = season_form(client, new, name="Pokal", from_="2026-01-01", drop="1", best="2")
    sent |= {"counts": "places", "places": "3 2, 1", "rest": "1", "tiebreak_1": "meeting"}
    answer = client.post(new, data=sent)
    again = client.post(new, data=sent)
    assert again.headers["Location"] == answer.headers["Location"], "one key, one season"
    page = shown(client, str(answer.headers["Location"]))
    assert page.select("h1")[0].text == "Pokal"
    assert "place points 3–2–1" in page.select(".head")[0].text
    assert "Saved: Pokal" in page.select(".undo")[0].text
    kept = season_form(client, f"{group}standing/seasons/4")
    assert (kept["places"], kept["drop"], kept["tiebreak_1"]) == ("3 2 1", "1", "meeting")


def test_a_season_is_changed_undone_taken_away_and_brought_back(
    client: FlaskClient, group: str
) -> None:
    one, address = f"{group}standing/seasons/1", f"{group}standing/?season=1"
    changed = season_form(client, one, name="Liga 2026", absence_kind="lowest")
    assert client.post(one, data=changed).status_code == 303
    assert "lowest of the evening" in shown(client, address).text
    history = shown(client, f"{group}history")
    assert "Liga 2026" in history.select(".history li")[0].text
    undo = history.select(".history form")[0]
    client.post(str(undo["action"]), data=fields_of(undo))
    assert shown(client, address).select("h1")[0].text == "Liga"
    for act, status in (("take_back", 404), ("bring_back", 200)):
        form = fields_of(shown(client, one).select("form.inline")[0])
        assert client.post(one, data=form | {"do": act}).status_code == 303
        assert client.get(address).status_code == status


@pytest.mark.parametrize(
    ("wrong", "at"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 61}, "name"),
        ({"name": "liga"}, "name"),
        ({"from_": "soon"}, "from_"),
        ({"from_": "2026-02-01", "to": "2026-01-01"}, "to"),
        ({"best": "0"}, "best"),
        ({"drop": "many"}, "drop"),
        ({"minimum": "1001"}, "minimum"),
        ({"counts": "places", "places": "25 x"}, "places"),
        ({"counts": "places", "places": ""}, "places"),
        ({"absence_kind": "number", "absence": ""}, "absence"),
        ({"absence_kind": "number", "absence": "9" * 40}, "absence"),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_nothing_typed_is_lost(
    client: FlaskClient, group: str, wrong: dict[str, str], at: str
) -> None:
    new = f"{group}standing/seasons/new"
    sent = season_form(client, new, name="Pokal", from_="2026-01-01") | wrong
    answer = client.post(new, data=sent)
    assert answer.status_code == 422
    page = page_of(answer.text)
    assert page.select(f"#{at}-problem")
    assert "{" not in page.text
    assert {**fields_of(page.select("form#typed")[0]), "key": ""} == {**sent, "key": ""}


def test_whoever_comes_late_is_told_and_keeps_what_was_typed(
    client: FlaskClient, group: str
) -> None:
    one = f"{group}standing/seasons/1"
    first, late = season_form(client, one, name="A"), season_form(client, one, name="B")
    assert client.post(one, data=first).status_code == 303
    answer = client.post(one, data=late)
    assert answer.status_code == 409
    page = page_of(answer.text)
    assert page.select("[role=alert]")
    form = fields_of(page.select("form#typed")[0])
    assert form["name"] == "B"
    assert client.post(one, data=form).status_code == 303
    assert client.get(f"{group}standing/seasons/99").status_code == 404


def test_a_correction_of_an_old_deal_changes_the_season_and_its_tag(
    client: FlaskClient, group: str
) -> None:
    address = f"{group}standing/?season=1"
    before, tag = lines(shown(client, address)), client.get(address).headers["ETag"]
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 304
    form = fields_of(shown(client, f"{group}1/rounds/1").select("form[data-entry]")[0])
    answer = client.post(f"{group}1/rounds/1", data=form | {"points_0": "122", "points_1": "40"})
    assert answer.status_code == 303
    notices = shown(client, str(answer.headers["Location"])).select("#notices .notice")
    assert [" ".join(each.text.split()) for each in notices] == [
        "Liga: Anna, place 1 (262) → place 1 (282); Clara, place 1 (262) → place 1 (282);"
        " Dirk, place 3 (224) → place 3 (204); Bert, place 4 (162) → place 4 (142)",
        "Drei Viertel: Anna, place 1 (182) → place 1 (192); Clara, place 1 (182) → place 1 (192);"
        " Dirk, place 3 (112) → place 3 (102); Bert, place 4 (81) → place 4 (71)",
    ]
    after = client.get(address, headers={"If-None-Match": tag})
    assert after.status_code == 200
    assert lines(page_of(after.text))[0] == ("1. Anna", "141", "282")
    assert before[0] == ("1. Anna", "131", "262")


def test_a_sheet_that_counts_no_longer_moves_the_places_of_a_season(client: FlaskClient) -> None:
    def evening(day: str, *points: int) -> dict[str, object]:
        agreed = [{"kind": "agreed", "points": points, "why": "x"}]
        sheet = {"format": SHEET_FORMAT, "game": "tuebinger_tarock", "players": NAMES}
        return {"sheet": sheet | {"closed": True, "date": day, "rounds": agreed}}

    season = {"name": "Liga", "game": "tuebinger_tarock", "counts": "points", "total": "sum"}
    data = {"format": GROUP_FORMAT, "seasons": [season | {"from": "2026-01-01"}]}
    data["sheets"] = [evening("2026-01-01", 30, 20, 10, 0), evening("2026-01-08", 0, 50, 3, 2)]
    group = str(client.post("/import", data={"text": json.dumps(data)}).location).partition("?")[0]
    for form, told in (
        (
            "form[action*=strike]",
            "Liga: Anna, place 2 (30) → place 1 (30); Bert, place 1 (70) → place 2 (20);",
        ),
        (
            "form[action*=restore]",
            "Liga: Bert, place 2 (20) → place 1 (70); Anna, place 1 (30) → place 2 (30);",
        ),
    ):
        sent = shown(client, f"{group}2/").select(form)[0]
        answer = client.post(str(sent["action"]), data=fields_of(sent))
        notices = shown(client, str(answer.location)).select("#notices .notice")
        assert told in " ".join(notices[0].text.split())


def test_a_group_that_never_finished_a_sheet_is_told_what_will_stand_there(
    client: FlaskClient,
) -> None:
    group = brought(client, DATED | {"sheets": [{"sheet": sheet([81, 81], closed=False)}]})
    page = shown(client, f"{group}standing/")
    assert "as soon as a sheet is played to its end" in page.text
    assert client.get(f"{group}standing/standing.csv").status_code == 200


@pytest.mark.parametrize(
    ("query", "title", "rule"),
    [
        ("season=1", "Liga", "from 1 May 2026"),
        ("season=1&first=2026-06-01", "Liga", "from 1 Jun 2026"),
        ("game=klaverjassen&until=2020-01-01", "Klaverjassen", "up to 1 Jan 2020"),
    ],
)
def test_where_nobody_played_in_a_time_the_page_still_says_what_is_asked_for(
    client: FlaskClient, query: str, title: str, rule: str
) -> None:
    season = SEASON | {"from": "2026-05-01", "total": "sum"}
    group = brought(client, DATED | {"seasons": [season]})
    page = shown(client, f"{group}standing/?{query}")
    assert page.select("h1")[0].text == title
    assert rule in page.select(".head")[0].text
    assert "No evening in this time." in page.text
    assert "as soon as" not in page.text
    assert not page.select(".ranking, #standing-text")


BETTEL = {"kind": "bettel", "declarer": 0, "won": True}
TAPP: dict[str, Any] = {
    "format": "scorekeeper-sheet/1", "game": "tapp", "players": ["Anna", "Bert", "Clara", "Dirk"],
    "rounds": [BETTEL, BETTEL], "closed": True,
}  # fmt: skip


def test_what_an_absence_is_worth_is_the_same_wherever_the_rules_of_a_season_stand(
    client: FlaskClient,
) -> None:
    season = {**SEASON, "game": "tapp", "total": "sum", "absence": -5}
    sheets = [{"sheet": TAPP | {"date": "2026-01-02"}}]
    group = brought(client, {"format": GROUP["format"], "sheets": sheets, "seasons": [season]})
    worth = "whoever is absent gets −€0.05"
    page, one = (shown(client, f"{group}standing/{at}") for at in ("?season=1", "seasons/1"))
    for told in (page.one(".head p"), page.one(".cards small"), one.one(".head p")):
        assert worth in told.text
    history = shown(client, f"{group}history").text
    assert "whoever is absent gets the fixed number −5" in history, "whatever the season counts"


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("game=tapp", "2 sheets do not count: chips and money are not added up"),
        ("game=tapp&last=2", "1 sheet does not count"),
        ("game=tapp&last=1", None),
        ("season=1", "2 sheets do not count"),
        ("season=2", None),
        ("game=tapp&until=2026-01-02", None),
    ],
)
def test_sheets_that_do_not_count_because_of_their_unit_are_told(
    client: FlaskClient, query: str, said: str | None
) -> None:
    sheets = [TAPP | {"date": f"2026-01-0{day}"} for day in (1, 2, 3)]
    sheets[-1] |= {"house": {"play_for": "chips"}}
    season = {**SEASON, "game": "tapp", "total": "sum"}
    seasons = [season | {"name": counts, "counts": counts} for counts in ("points", "places")]
    file = {"format": GROUP["format"], "sheets": [{"sheet": each} for each in sheets]}
    group = brought(client, file | {"seasons": seasons})
    head = shown(client, f"{group}standing/?{query}").one(".head").text
    assert ("not count" in head) == (said is not None)
    assert said is None or said in head


def test_once_its_sheets_are_known_a_standing_takes_few_queries_however_many_there_are(
    app: Flask, client: FlaskClient
) -> None:
    sheets = [
        {"sheet": sheet([102, 60], date=f"2026-{1 + number // 28:02}-{1 + number % 28:02}")}
        for number in range(60)
    ]
    group = brought(client, DATED | {"sheets": sheets})
    for address in ("standing/", "standing/?season=2", "standing/people/1?season=2"):
        assert client.get(group + address).status_code == 200
        with queries(app) as seen:
            assert client.get(group + address).status_code == 200
        assert 0 < len(seen) <= 6, seen


@pytest.mark.parametrize("language", ["de", "en", "nl", "fr"])
def test_long_names_and_many_people_are_shown_in_every_language(
    client: FlaskClient, language: str
) -> None:
    names = [f"Maximiliane Wolkenstein von und zu {n:04}" for n in range(20)]
    sheets = [
        {"sheet": sheet([102, 60], names[start : start + 4], date="2026-01-05")}
        for start in range(0, 20, 4)
    ]
    group = brought(client, {**DATED, "people": names, "other_names": [], "sheets": sheets})
    headers = {"Accept-Language": language}
    for address in ("standing/", "standing/?season=2", "standing/seasons/2"):
        answer = client.get(group + address, headers=headers)
        assert answer.status_code == 200
        assert f'lang="{language}"' in answer.text
    assert len(lines(shown(client, f"{group}standing/"))) == 20
    assert SEASON["name"] in client.get(f"{group}history", headers=headers).text


def test_of_very_many_people_each_page_leads_to_the_others(client: FlaskClient) -> None:
    names = [f"Guest {number:03}" for number in range(152)]
    sheets = [
        {"sheet": sheet([102, 60], names[start : start + 4], date="2026-01-05")}
        for start in range(0, len(names), 4)
    ]
    group = brought(client, {**DATED, "people": names, "other_names": [], "sheets": sheets})
    first = shown(client, f"{group}standing/")
    (following,) = first.select("a[rel]")
    second = shown(client, str(following["href"]))
    (back,) = second.select("a[rel]")
    assert lines(shown(client, str(back["href"]))) == lines(first)
    listed = [page.select(".ranking th a") for page in (first, second)]
    assert [len(people) for people in listed] == [100, 52]
    assert {person.texts[0].split(". ")[1] for people in listed for person in people} == set(names)


def test_what_only_the_last_of_very_many_did_is_told(client: FlaskClient) -> None:
    names = [f"Guest {number:03}" for number in range(152)]
    deals = [[102, 60]] * 37 + [[0, 162]]
    sheets = [sheet(deal, names[4 * at : 4 * at + 4]) for at, deal in enumerate(deals)]
    sheets[-1]["rounds"][0]["pit"] = 1
    file = {"people": names, "other_names": [], "sheets": [{"sheet": each} for each in sheets]}
    group = brought(client, DATED | file)
    told = shown(client, f"{group}standing/").select("details dd")
    assert any(each.text == "Guest 148: 1; Guest 150: 1" for each in told)


def test_a_sample_is_on_no_standing(client: FlaskClient) -> None:
    start = shown(client, "/")
    form = next(f for f in start.select("form") if "sample" in str(f.get("action", "")))
    answer = client.post(str(form["action"]), data=fields_of(form) | {"game": "klaverjassen"})
    assert answer.status_code == 303, answer.text
    sheet = str(answer.headers["Location"]).partition("?")[0]
    stop = shown(client, sheet).select("form#stop")
    if stop:
        client.post(str(stop[0]["action"]), data=fields_of(stop[0]))
    page = shown(client, f"{sheet}../standing/".replace("1/../", ""))
    assert "as soon as a sheet is played to its end" in page.text
