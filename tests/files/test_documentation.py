"""The pages about what is in files and what is stored tell the truth, and forget nothing."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.core.game import Game
from scorekeeper.files import reading
from scorekeeper.files.schema import sheet_schema
from scorekeeper.files.sheet import Sheet
from scorekeeper.games.registry import PLUGINS
from tests.files.details import DETAILS, GROUP_DETAILS
from tests.games.pure import pure_modules

ROOT = Path(__file__).parents[2]
PAGE, PRIVACY, EVERYTHING = (
    (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    for name in ("sheet-file", "privacy", "everything-file")
)
GAMES: dict[str, Game[Any, Any]] = {slug: plugin.game for slug, plugin in PLUGINS.items()}
SAMPLES = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]
SHEETS = [sample for sample in SAMPLES if "format" in sample]
SCORED = [sample for sample in SAMPLES if "totals" in sample]


def read(sheet: dict[str, Any]) -> Sheet:
    return reading.read(json.dumps(sheet).encode(), GAMES)


def chapter(slug: str) -> str:
    """What the page says about one game."""
    (text,) = re.findall(rf"^## [^\n]*`{slug}`\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE)
    return str(text)


def codes(text: str) -> set[str]:
    return set(re.findall(r"`\"?([a-z_]+)\??\"?`", text))


def test_every_sheet_on_the_page_can_be_read() -> None:
    assert SHEETS
    for sheet in SHEETS:
        assert read(sheet).ledger.rounds


def test_the_score_on_the_page_is_that_of_its_first_deal() -> None:
    (scored,) = SCORED
    sheet = read(SHEETS[0] | {"rounds": SHEETS[0]["rounds"][:1]})
    (dealt,) = sheet.ledger.rounds
    lines = [{"side": each.side, "points": each.points, "code": each.code, "text": "…"}
             for each in dealt.score.lines]  # fmt: skip
    assert scored["rounds"] == [{"number": 1, "points": list(dealt.score.points), "lines": lines}]
    assert scored["sides"] == list(sheet.game.side_names(sheet.players))
    assert scored["totals"] == list(sheet.ledger.totals)
    assert scored["leaders"] == list(sheet.ledger.leaders)


def test_every_key_of_a_sheet_stands_in_the_table_of_its_keys() -> None:
    table = PAGE.partition("| key | value |")[2].partition("\n\n")[0]
    listed = re.findall(r"^\| `(\w+)\??` \|", table, re.MULTILINE)
    for game in GAMES.values():
        assert sorted(listed) == sorted(sheet_schema(game)["properties"])


def test_every_detail_of_a_sheet_is_among_what_is_stored() -> None:
    (told,) = re.findall(r"^\| the sheets: .*? details \((.*?)\)", PRIVACY, re.MULTILINE)
    assert told.split(", ") == [*DETAILS]
    (told,) = re.findall(r"^\| `about` \| (.*?) \|", EVERYTHING, re.MULTILINE)
    assert re.findall(r"`(\w+)`", told) == [*DETAILS]


def test_every_detail_of_a_group_is_among_what_is_stored() -> None:
    (told,) = re.findall(
        r"^\| what the group says about itself: its (.*?), the house rules", PRIVACY, re.MULTILINE
    )
    assert re.split(r", | and ", told) == [*GROUP_DETAILS]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
def test_every_kind_key_and_switch_of_a_game_has_its_line(game: Game[Any, Any]) -> None:
    schema = sheet_schema(game)["properties"]
    told = codes(chapter(game.slug))
    assert set(game.kinds) <= told
    assert set(schema["house"]["properties"]) <= told
    for kind in schema["rounds"]["items"]["oneOf"]:
        keys = set(kind["properties"]) - {"dealer"}
        every_game = kind["properties"]["kind"]["const"] not in game.kinds
        assert keys <= (codes(chapter("agreed")) if every_game else told)


@pytest.mark.parametrize("slug", GAMES)
def test_every_code_of_a_game_has_its_line(slug: str) -> None:
    rules = "".join(path.read_text(encoding="utf-8") for path in pure_modules(slug))
    said = set(re.findall(r'Problem\(\s*"(\w+)"', rules))
    assert said
    assert said <= codes(PAGE)
