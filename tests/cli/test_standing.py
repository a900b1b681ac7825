"""`scorekeeper standing`: the standing of a game or a season, of a file and of the database."""

import json
from contextlib import nullcontext as noted
from typing import Any

import pytest

from scorekeeper.cli.main import main
from scorekeeper.files.sheet import FORMAT
from tests.cli.conftest import make_database
from tests.cli.test_commands import Captured, imported, refusal, table, write

__all__ = ["table"]  # the folder of sheet files, for every test

FOUR = ["Anna", "Bert", "Clara", "Dirk"]


def sheet(points: list[int], players: list[str] | None = None, **more: Any) -> dict[str, Any]:
    """A sheet with one deal, made by whoever has more."""
    maker = int(points[1] > points[0])
    deal = {"kind": "played", "maker": maker, "trump": "hearts", "points": points}
    head = {"game": "klaverjassen", "players": players or FOUR, "closed": True}
    return {"format": FORMAT, **head, "rounds": [deal], **more}


SEASON = {"name": "Liga", "game": "klaverjassen", "from": "2026-01-01", "counts": "points"}
GROUP = {
    "format": "scorekeeper-group/1",
    "people": ["Dirk", "Anna"],
    "other_names": [{"name": "Hase", "person": "Anna"}],
    "sheets": [
        {"sheet": sheet([102, 60])},
        {"sheet": sheet([102, 60], date="2026-01-05")},
        {"sheet": sheet([100, 62], ["anna", "Eva", "Clara", "Dirk"], date="2026-01-05")},
        {"sheet": sheet([60, 102], ["ANNA", *FOUR[1:]]), "opened": "2026-01-12", "put_away": True},
        {"sheet": sheet([81, 81], date="2026-01-13", closed=False)},
        {"sheet": sheet([162, 0], date="2026-02-01")},
    ],
    "seasons": [
        {**SEASON, "total": "sum", "to": "2026-01-31"},
        {**SEASON, "name": "Drei Viertel", "total": "mean", "best": 2, "minimum": 2, "absence": 50},
        {**SEASON, "name": "Geld", "counts": "money", "total": "sum"},
    ],
}


def standing(capsys: Captured, *arguments: str, source: str = "group.json") -> dict[str, Any]:
    assert main(["standing", source, *arguments]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    found: dict[str, Any] = json.loads(line)
    return found


def rows(found: dict[str, Any]) -> list[tuple[int | None, str, int, float, float]]:
    keys = ("place", "name", "evenings", "total", "average")
    return [tuple(row[key] for key in keys) for row in found["rows"]]


@pytest.fixture(autouse=True)
def group(table: object) -> None:
    write("group.json", GROUP)


def test_everything_of_the_game_that_was_played_last(capsys: Captured) -> None:
    found = standing(capsys)
    assert found["game"] == "klaverjassen"
    assert found["unit"] == "points"
    assert "season" not in found
    assert found["evenings"] == [None, "2026-01-05", "2026-01-12", "2026-02-01"]
    assert rows(found) == [
        (1, "Anna", 4, 526, 131.5),
        (1, "Clara", 4, 526, 131.5),
        (3, "Dirk", 4, 284, 71),
        (4, "Bert", 4, 222, 55.5),
        (5, "Eva", 1, 62, 62),
    ]
    assert found["rows"][4]["counted"] == ["2026-01-05"]


def test_the_last_evenings_and_those_of_a_period(capsys: Captured) -> None:
    assert standing(capsys, "--last", "1")["evenings"] == ["2026-02-01"]
    january = standing(capsys, "--from", "2026-01-01", "--to", "2026-01-31")
    assert january["evenings"] == ["2026-01-05", "2026-01-12"]
    assert standing(capsys, "--to", "2026-01-05")["evenings"] == ["2026-01-05"]
    assert standing(capsys, "--last", "9", "--from", "2026-01-12")["evenings"] == [
        "2026-01-12",
        "2026-02-01",
    ]


def test_somebody_who_is_spelled_in_two_ways_on_a_sheet_has_all_they_wrote(
    capsys: Captured,
) -> None:
    evening = sheet([102, 60], seating=[{"round": 2, "seat": 0, "player": "ANNA"}])
    evening["rounds"] *= 2
    write("group.json", GROUP | {"sheets": [{"sheet": evening}], "seasons": []})
    won = standing(capsys)["rows"]
    assert [(row["name"], row["total"]) for row in won[:2]] == [("Anna", 204), ("Clara", 204)]


def test_a_season_by_its_rules(capsys: Captured) -> None:
    found = standing(capsys, "--season", "liga")
    assert (found["season"], found["evenings"]) == ("Liga", ["2026-01-05", "2026-01-12"])
    assert rows(found)[:2] == [(1, "Anna", 2, 262, 131), (1, "Clara", 2, 262, 131)]
    best = standing(capsys, "--season", "Drei Viertel")
    # Anna 202 60 162, Dirk 122 102 0, Bert 60 102 0, Eva 62 and two absences
    assert rows(best) == [
        (1, "Anna", 3, 182, 182),
        (1, "Clara", 3, 182, 182),
        (3, "Dirk", 3, 112, 112),
        (4, "Bert", 3, 81, 81),
        (None, "Eva", 1, 56, 56),
    ]
    assert best["rows"][4]["counted"] == ["2026-01-05", "2026-01-12"]
    money = standing(capsys, "--season", "Geld")
    assert money["unit"] == "cents"
    assert {row["total"] for row in money["rows"]} == {0}


def test_numbers_have_two_digits_at_most(capsys: Captured) -> None:
    third = {**SEASON, "total": "mean", "name": "Drittel"}
    write("thirds.json", GROUP | {"seasons": [third]})
    found = standing(capsys, "--season", "Drittel", source="thirds.json")
    assert [row["total"] for row in found["rows"]] == [141.33, 141.33, 74.67, 62, 54]


def test_a_group_in_the_database_has_the_standings_of_its_file(capsys: Captured) -> None:
    (link,) = imported(capsys, "group.json")
    for arguments in (
        ("--to", "2026-02-01"),
        ("--season", "LIGA"),
        ("--season", "Drei Viertel", "--to", "2026-02-01"),
    ):
        found = standing(capsys, *arguments, source=link)
        assert found["rows"] == standing(capsys, *arguments)["rows"]
    assert imported(capsys, "group.json", "--group", link) == [link]
    assert main(["export", link]) == 0
    exported = json.loads(capsys.readouterr().out)
    assert [each["name"] for each in exported["seasons"]] == ["Liga", "Drei Viertel", "Geld"]
    write("exported.json", exported)
    assert standing(capsys, "--season", "Liga", source="exported.json")["rows"]


def test_a_group_without_finished_sheets_has_an_empty_standing(capsys: Captured) -> None:
    write("open.json", sheet([81, 81], closed=False))
    assert standing(capsys, source="open.json") == {
        "game": None,
        "unit": "points",
        "evenings": [],
        "rows": [],
    }
    assert standing(capsys, "--game", "tapp", source="open.json")["rows"] == []
    said = refusal(capsys, "standing", "open.json", "--season", "Liga", status=2)
    assert said == "scorekeeper: --season: this group has no season\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--season", "Pokal"],
        ["--game", "whist"],
        ["--game", "tapp", "--season", "Liga"],
        ["--last", "0"],
        ["--last", "many"],
        ["--from", "yesterday"],
    ],
)
def test_unknown_names_are_wrong_usage(capsys: Captured, arguments: list[str]) -> None:
    with pytest.raises(SystemExit) if arguments[0] in ("--last", "--from") else noted() as ended:
        assert main(["standing", "group.json", *arguments]) == 2
    said = capsys.readouterr()
    assert ended is None or ended.value.code == 2
    assert said.out == ""
    assert arguments[1] in said.err or arguments[-1] in said.err


@pytest.mark.parametrize(
    ("season", "code"),
    [
        ({"game": "whist"}, "choice"),
        ({"to": "2025-12-31"}, "season_ends_before"),
        ({"counts": "places", "places": []}, "season_places"),
        ({"name": "LIGA"}, "season_name_taken"),
        ({"total": "product"}, "choice"),
        ({"best": 0}, "range"),
    ],
)
def test_a_season_that_cannot_be_is_refused(
    capsys: Captured, season: dict[str, Any], code: str
) -> None:
    seasons = [{**SEASON, "total": "sum"}, {**SEASON, "name": "2", "total": "sum", **season}]
    write("odd.json", GROUP | {"seasons": seasons})
    assert main(["standing", "odd.json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert [each["code"] for each in found["errors"]] == [code]
    assert "Season 2" in str(found["errors"])


def test_no_group_has_the_link(capsys: Captured) -> None:
    make_database()
    assert "no group has the link" in refusal(capsys, "standing", "/g/nowhere/")
