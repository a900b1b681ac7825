"""The JSON Schemas that are shipped say the same as the program, as far as shapes go."""

import json
import tomllib
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from scorekeeper.core.account import Cost, Payment, Settlement, Transfer
from scorekeeper.core.game import Game
from scorekeeper.files import reading
from scorekeeper.files.archive import Archive, ArchivedSheet, in_file
from scorekeeper.files.archive_text import archive_text
from scorekeeper.files.faults import FaultyFileError
from scorekeeper.files.schema import (
    GROUP_FILE,
    GROUPS_FILE,
    file_name,
    group_schema,
    main,
    schema_text,
    schemas_of,
    sheet_schema,
)
from scorekeeper.files.sheet import FORMAT, sheet_text
from scorekeeper.games.registry import PLUGINS
from tests.files.details import DETAILS, MALFORMED_DETAILS, MALFORMED_GROUP_DETAILS

EVERYTHING_FILE = "everything.schema.json"  # of a file that the program writes and never reads
CHECKOUT = Path(__file__).resolve().parents[2]
SHIPPED = CHECKOUT / "docs" / "schemas"
GAMES: dict[str, Game[Any, Any]] = {slug: plugin.game for slug, plugin in PLUGINS.items()}
NAMES = ["Anna", "Bert", "Clara", "Dirk", "Eva", "Finn", "Gerd", "Hanna"]


def empty_sheet(game: Game[Any, Any]) -> dict[str, Any]:
    players = NAMES[: min(game.seat_counts)]
    return {"format": FORMAT, "game": game.slug, "players": players, "rounds": []}


def examples(game: Game[Any, Any]) -> Iterator[dict[str, Any]]:
    """Every worked example of a game, refused ones too, as sheets."""
    path = CHECKOUT / "tests" / "games" / game.slug / "examples.toml"
    for example in tomllib.loads(path.read_text(encoding="utf-8"))["example"]:
        if "round" in example:
            rounds = [example["round"]] * example.get("times", 1)
            yield empty_sheet(game) | {"house": example.get("house", {}), "rounds": rounds}


def is_read(sheet: Any) -> bool:
    try:
        reading.read(json.dumps(sheet).encode(), GAMES)
    except FaultyFileError:
        return False
    return True


@cache
def validator(slug: str) -> Draft202012Validator:
    checker = Draft202012Validator.FORMAT_CHECKER
    return Draft202012Validator(sheet_schema(GAMES[slug]), format_checker=checker)


EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)


def test_there_is_a_game_and_no_schema_of_another() -> None:
    assert GAMES
    shipped = {path.name for path in SHIPPED.iterdir()}
    files = {GROUP_FILE, GROUPS_FILE, EVERYTHING_FILE}
    assert shipped == {*files, *(file_name(game) for game in GAMES.values())}


@pytest.mark.parametrize("name", [GROUP_FILE, GROUPS_FILE])
def test_the_shipped_schemas_of_groups_are_what_the_program_says(name: str) -> None:
    """If this fails: python -m scorekeeper.files.schema. Those of the games are theirs."""
    said = schema_text(schemas_of(list(GAMES.values()))[name])
    assert (SHIPPED / name).read_text(encoding="utf-8") == said


def test_the_command_writes_every_schema(tmp_path: Path) -> None:
    main([str(tmp_path / "schemas")])
    written = {path.name: path.read_bytes() for path in (tmp_path / "schemas").iterdir()}
    shipped = {path.name: path.read_bytes() for path in SHIPPED.iterdir()}
    del shipped[EVERYTHING_FILE]
    assert written == shipped


@EVERY_GAME
def test_a_schema_is_one(game: Game[Any, Any]) -> None:
    Draft202012Validator.check_schema(sheet_schema(game))


@EVERY_GAME
def test_every_deal_that_is_accepted_fits_the_schema(game: Game[Any, Any]) -> None:
    accepted = [sheet for sheet in examples(game) if is_read(sheet)]
    assert accepted
    for sheet in accepted:
        errors = list(validator(game.slug).iter_errors(sheet))
        assert errors == [], sheet


@EVERY_GAME
def test_what_the_schema_refuses_is_never_read(game: Game[Any, Any]) -> None:
    strange = [sheet for sheet in examples(game) if not validator(game.slug).is_valid(sheet)]
    assert strange
    assert not any(is_read(sheet) for sheet in strange)


@EVERY_GAME
def test_what_the_program_writes_fits_the_schema(game: Game[Any, Any]) -> None:
    full = empty_sheet(game) | {
        **DETAILS,
        "first_dealer": 0,
        "closed": True,
        "seating": [{"round": 1, "seat": 0, "player": "Zoë"}],
    }
    sheet = reading.read(json.dumps(full).encode(), GAMES)
    data = json.loads(sheet_text(sheet))
    assert data == full | {"rounds": []}
    assert validator(game.slug).is_valid(data)


MALFORMED: list[dict[str, Any]] = [
    {"format": "scorekeeper-sheet/2"},
    {"game": "poker"},
    {"game": None},
    {"players": []},
    {"players": NAMES * 2},
    {"players": "Anna"},
    {"players": None},
    {"house": []},
    {"house": {"colour": "red"}},
    *MALFORMED_DETAILS,
    {"first_dealer": -1},
    {"first_dealer": "0"},
    {"first_dealer": True},
    {"first_dealer": 0.5},
    {"stake": {"cents": 0, "per": 1}},
    {"stake": {"cents": 1}},
    {"stake": {"cents": 1, "per": 100_001}},
    {"stake": {"cents": 1, "per": 1, "euro": 1}},
    {"stake": 10},
    {"closed": 1},
    {"closed": None},
    {"seating": None},
    {"seating": [{"round": 0, "seat": 0, "player": "Zoë"}]},
    {"seating": [{"round": 1, "seat": -1, "player": "Zoë"}]},
    {"seating": [{"round": 1, "seat": 0, "player": ""}]},
    {"seating": [{"round": 1, "seat": 0}]},
    {"rounds": None},
    {"rounds": {}},
    {"rounds": [{}]},
    {"rounds": ["played"]},
    {"rounds": [{"kind": "no such kind"}]},
    {"colour": "red"},
]


@EVERY_GAME
def test_the_sheet_that_is_spoiled_below_is_a_good_one(game: Game[Any, Any]) -> None:
    assert is_read(empty_sheet(game))
    assert validator(game.slug).is_valid(empty_sheet(game))


@EVERY_GAME
def test_schema_and_program_refuse_the_same_files(game: Game[Any, Any]) -> None:
    schema, good = validator(game.slug), empty_sheet(game)
    for spoiled in MALFORMED:
        assert not schema.is_valid(good | spoiled), spoiled
        assert not is_read(good | spoiled), spoiled


@EVERY_GAME
def test_schema_and_program_miss_the_same_keys(game: Game[Any, Any]) -> None:
    for missing in ("format", "game", "players"):
        sheet = {key: value for key, value in empty_sheet(game).items() if key != missing}
        assert not validator(game.slug).is_valid(sheet), missing
        assert not is_read(sheet), missing


@EVERY_GAME
def test_every_key_of_every_round_is_looked_at_by_both(game: Game[Any, Any]) -> None:
    """Spoil each key of each accepted example in turn."""
    spoiled = 0
    for sheet in filter(is_read, examples(game)):
        for key in sheet["rounds"][0]:
            dealt = sheet["rounds"][0] | {key: {"no": "such value"}}
            assert not validator(game.slug).is_valid(sheet | {"rounds": [dealt]})
            assert not is_read(sheet | {"rounds": [dealt]})
            spoiled += 1
    assert spoiled > 20


LINE = Transfer(payer="Zoë", payee="Anna", cents=5, paid=2)


def group_validator() -> Draft202012Validator:
    games = list(GAMES.values())
    beside = [(file_name(game), Resource.from_contents(sheet_schema(game))) for game in games]
    checker = Draft202012Validator.FORMAT_CHECKER
    return Draft202012Validator(
        group_schema(games), registry=Registry().with_resources(beside), format_checker=checker
    )


def group_of_every_game(name: str | None) -> Any:
    """The file of a group with a sheet of every game, as plain data."""
    sheets = (
        reading.read(json.dumps(empty_sheet(game)).encode(), GAMES) for game in GAMES.values()
    )
    kept = tuple(ArchivedSheet(sheet=sheet, opened=date(2026, 11, 20)) for sheet in sheets)
    archive = Archive(
        people=("Anna", "Zoë"),
        sheets=kept,
        name=name,
        currency="CHF",
        costs=(Cost(what="x", cents=9, paid_by="Anna", shared_by=("Anna", "Zoë"), amounts=(0, 9)),),
        payments=(Payment(payer="Zoë", payee="Anna", cents=5, date=date(2026, 11, 20), id="p"),),
        settlements=(Settlement(id="s", transfers=(LINE,), closed=True),),
    )
    return json.loads(archive_text(archive))


@pytest.mark.parametrize("name", ["Friday", None])
def test_the_group_that_the_program_writes_fits_its_schema(name: str | None) -> None:
    data = group_of_every_game(name)
    assert data.get("name") == name
    assert list(group_validator().iter_errors(data)) == []


@pytest.mark.parametrize(
    "change",
    [
        {"format": "scorekeeper-group/2"},
        *MALFORMED_GROUP_DETAILS,
        {"people": "Anna"},
        {"currency": "EURO"},
        {"figures": "off"},
        {"costs": {}},
        {"costs": [{"what": "x", "cents": 0, "paid_by": "A", "shared_by": ["A"]}]},
        {"costs": [{"what": "x", "cents": 1.5, "paid_by": "A", "shared_by": ["A"]}]},
        {"payments": [{"payer": "A", "payee": "B", "cents": 1, "colour": "red"}]},
        {"settlements": [{"transfers": []}]},
        {"settlements": [{"id": "s", "transfers": [{"payer": "A", "payee": "B"}]}]},
        {"sheets": [{"sheet": {"game": "poker"}}]},
        {"sheets": [{"put_away": True}]},
        {"colour": "red"},
    ],
)
def test_a_group_that_its_schema_refuses_is_never_read(change: dict[str, Any]) -> None:
    data = group_of_every_game("Friday") | change
    assert not group_validator().is_valid(data)
    with pytest.raises(FaultyFileError):
        in_file(json.dumps(data).encode())


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"costs": [{"what": "x", "cents": 1, "paid_by": "A", "shared_by": []}]},
         "shared_by_nobody"),
        ({"costs": [{"what": "x", "cents": 1, "paid_by": "A", "shared_by": ["B", "b"]}]},
         "shared_twice"),
        ({"costs": [{"what": "x", "cents": 3, "paid_by": "A", "shared_by": ["B"], "amounts": [2]}]},
         "amounts_sum"),
        ({"payments": [{"payer": "A", "payee": "a", "cents": 1}]}, "pays_oneself"),
        ({"settlements": [{"id": "s", "transfers": [
            {"payer": "A", "payee": "B", "cents": 1, "paid": 2}]}]}, "paid_too_much"),
        ({"currency": "XYZ"}, "currency"),
        ({"sheets": [], "costs": [], "payments": [], "settlements": []}, "empty_group"),
    ],
)  # fmt: skip
def test_money_that_cannot_be_is_refused_though_its_shape_is_right(
    change: dict[str, Any], code: str
) -> None:
    data = group_of_every_game("Friday") | change
    assert group_validator().is_valid(data)
    with pytest.raises(FaultyFileError) as refusal:
        in_file(json.dumps(data).encode())
    assert [fault.problem.code for fault in refusal.value.faults] == [code]


def test_a_group_may_have_costs_and_no_sheet() -> None:
    data = group_of_every_game("Friday") | {"sheets": []}
    found = in_file(json.dumps(data).encode())
    assert isinstance(found, Archive)
    assert (found.sheets, len(found.costs), found.currency) == ((), 1, "CHF")
