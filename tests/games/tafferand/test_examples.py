"""Worked games, each with its source in the rules."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.core.codec import record_of
from scorekeeper.games.tafferand.rules import TAFFERAND, House
from tests.games.tafferand.one_game import refusals, score_of

EXAMPLES: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("examples.toml").read_text(encoding="utf-8")
)["example"]
ACCEPTED = [example for example in EXAMPLES if "points" in example]
REFUSED = [example for example in EXAMPLES if "errors" in example]


def name(example: dict[str, Any]) -> str:
    return str(example["name"])


def before(example: dict[str, Any]) -> list[dict[str, Any]]:
    return [example["round"]] * (example.get("times", 1) - 1)


@pytest.mark.parametrize("example", ACCEPTED, ids=name)
def test_a_game_is_worth_what_the_rules_say(example: dict[str, Any]) -> None:
    score = score_of(example["round"], example.get("house"), before(example))
    assert list(score.points) == example["points"]
    assert [[line.side, line.points, line.code] for line in score.lines] == example["lines"]


@pytest.mark.parametrize("example", REFUSED, ids=name)
def test_a_game_that_cannot_have_happened_is_refused_where_it_shows(
    example: dict[str, Any],
) -> None:
    found = refusals(example["round"], example.get("house"), before(example))
    assert found == [tuple(error) for error in example["errors"]]


GENERAL = {"kind": "general", "king": 0, "tricks": [13, 0], "hearts": [13, 0], "queens": [4, 0]}
SHARED: list[tuple[str, dict[str, Any], list[int], list[int]]] = [  # player, party
    (
        "two partners who share all tricks made no Durchmarsch",
        {"kind": "stiche", "tricks": [13, 0], "durchmarsch": {"tricks": None}},
        [-130, 0],
        [130, 0],
    ),
    (
        "nor did those who share all hearts",
        {"kind": "herz", "hearts": [0, 13], "durchmarsch": {"hearts": None}},
        [0, -130],
        [0, 130],
    ),
    (
        "nor those who share all queens",
        {"kind": "damen", "queens": [4, 0], "durchmarsch": {"queens": None}},
        [-120, 0],
        [120, 0],
    ),
    (
        "a Durchmarsch in one group, the others shared",
        GENERAL | {"durchmarsch": {"tricks": None, "hearts": 0, "queens": None}},
        [-180 - 130 + 130 - 120, 0],
        [-180 + 130 + 130 + 120, 0],
    ),
    (
        "all hearts shared, and a queen of hearts that goes with the queens",
        GENERAL | {"durchmarsch": {"tricks": None, "hearts": None, "queens": 2}},
        [-180 - 130 - 130 + 120, 0],
        [-180 + 130 + 130 + 120, 0],
    ),
]


@pytest.mark.parametrize(
    ("what", "played", "player", "party"), SHARED, ids=[each[0] for each in SHARED]
)
def test_what_two_partners_share_is_a_durchmarsch_where_the_table_says_so(
    what: str, played: dict[str, Any], player: list[int], party: list[int]
) -> None:
    assert list(score_of(played).points) == player, what
    assert list(score_of(played, {"durchmarsch_by": "party"}).points) == party, what


def test_what_is_not_all_with_one_side_is_not_shared_by_two_partners_either() -> None:
    for tricks in ([12, 1], [6, 7], [1, 12]):
        played = {"kind": "stiche", "tricks": tricks, "durchmarsch": {"tricks": None}}
        assert refusals(played) == [("durchmarsch", "not_all")]


def test_whoever_takes_all_tricks_shares_nothing() -> None:
    played = GENERAL | {"durchmarsch": {"tricks": 0, "hearts": None, "queens": 0}}
    assert refusals(played) == [("durchmarsch", "all_tricks_all_cards")]


def test_every_example_is_either_a_score_or_a_refusal_and_has_a_source() -> None:
    assert len(EXAMPLES) >= 60
    assert len({name(example) for example in EXAMPLES}) == len(EXAMPLES)
    for example in EXAMPLES:
        assert ("points" in example) != ("errors" in example), example["name"]
        assert example["source"], example["name"]


def test_no_kind_of_game_is_without_an_example() -> None:
    assert {example["round"]["kind"] for example in ACCEPTED} == set(TAFFERAND.kinds)


def test_no_value_of_a_switch_is_without_an_example() -> None:
    house = record_of(House).schema()["properties"]
    offered = {(switch, json.dumps(value)) for switch in house for value in house[switch]["enum"]}
    used = {
        (switch, json.dumps(value))
        for example in EXAMPLES
        for switch, value in example.get("house", {}).items()
    }
    assert offered - used == set()


def test_every_problem_and_line_the_rules_know_has_an_example() -> None:
    lines = {code for example in ACCEPTED for _, _, code in example["lines"]}
    assert lines == {
        "king", "tricks", "hearts", "queens", "first", "second",
        "durchmarsch_tricks", "durchmarsch_hearts", "durchmarsch_queens",
    }  # fmt: skip
    codes = {code for example in REFUSED for _, code in example["errors"]}
    assert codes >= {
        "sum", "missing", "not_your_turn", "declared_before", "out_twice",
        "not_all", "wrong_side", "missing_tricks", "missing_hearts", "missing_queens",
        "king_without_heart", "hearts_without_queen", "king_and_queen_in_one",
        "all_tricks_all_cards", "queen_among_hearts", "king_among_cards", "too_few_tricks",
    }  # fmt: skip
