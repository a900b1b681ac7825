"""Worked rounds, each with its source in the rules."""

import ast
import inspect
import json
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.core.codec import record_of
from scorekeeper.games.tapp import rules
from scorekeeper.games.tapp.rules import TAPP, House
from tests.games.tapp.one_round import PLAYERS, THREE, refusals, score_of

EXAMPLES: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("examples.toml").read_text(encoding="utf-8")
)["example"]
ACCEPTED = [example for example in EXAMPLES if "points" in example]
REFUSED = [example for example in EXAMPLES if "errors" in example]


def name(example: dict[str, Any]) -> str:
    return str(example["name"])


def players(example: dict[str, Any]) -> list[str]:
    return list(example.get("players", PLAYERS))


@pytest.mark.parametrize("example", ACCEPTED, ids=name)
def test_a_round_is_worth_what_the_rules_say(example: dict[str, Any]) -> None:
    score = score_of(example["round"], example.get("house"), players(example))
    assert list(score.points) == example["points"]
    assert [[line.side, line.points, line.code] for line in score.lines] == example["lines"]
    assert sum(score.points) == 0


@pytest.mark.parametrize("example", REFUSED, ids=name)
def test_a_round_that_cannot_have_happened_is_refused_where_it_shows(
    example: dict[str, Any],
) -> None:
    before = example.get("before", [])
    found = refusals(example["round"], example.get("house"), players(example), before)
    assert found == [tuple(error) for error in example["errors"]]


def test_every_example_is_either_a_score_or_a_refusal_and_has_a_source() -> None:
    assert len(EXAMPLES) >= 60
    assert len({name(example) for example in EXAMPLES}) == len(EXAMPLES)
    for example in EXAMPLES:
        assert ("points" in example) != ("errors" in example), example["name"]
        assert example["source"], example["name"]


def test_no_kind_of_round_is_without_an_example() -> None:
    assert {example["round"]["kind"] for example in ACCEPTED} == set(TAPP.kinds)


def test_no_value_of_a_switch_is_without_an_example() -> None:
    house = record_of(House).schema()["properties"]
    others: dict[str, list[Any]] = {"unit_cents": [1, 5, 10], "herz_mit_aufnehmen": [False, True]}
    offered = {
        (switch, json.dumps(value))
        for switch, shape in house.items()
        for value in shape.get("enum") or others[switch]
    }
    used = {
        (switch, json.dumps(value))
        for example in ACCEPTED
        for switch, value in example.get("house", {}).items()
    }
    assert {each.name for each in fields(House)} == set(house)
    assert offered - used == set()


def codes_in_the_rules(made: str) -> set[str]:
    """Every code written out in a call of Line or Problem."""
    found = set()
    for node in ast.walk(ast.parse(inspect.getsource(rules))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == made:
            code = node.args[2 if made == "Line" else 0]
            texts = [each.value for each in ast.walk(code) if isinstance(each, ast.Constant)]
            found |= {text for text in texts if isinstance(text, str)}
    assert found
    return found


def test_every_problem_and_line_the_rules_know_has_an_example() -> None:
    lines = {code for example in ACCEPTED for _, _, code in example["lines"]}
    assert lines == codes_in_the_rules("Line")
    codes = {code for example in REFUSED for _, code in example["errors"]}
    assert codes >= codes_in_the_rules("Problem") | {"finished"}


def test_what_was_left_out_may_be_written_as_null() -> None:
    counted = {"kind": "ramsch", "points": [30, 50, 40], "tricks": [3, 4, 4]}
    empty = {"most": None, "jungfern": None, "last_trick": None, "ace_of_hearts": None}
    assert score_of(counted | empty, players=THREE) == score_of(counted, players=THREE)


def test_the_bidding_table_holds_the_ranks_and_values_of_the_text() -> None:
    table = [(0, 5), (1, 5), (2, 10), (3, 15), (4, 15), (5, 30), (6, 30), (7, 30), (8, 60)]
    told = []
    for bid in House(herz_mit_aufnehmen=True).bids:
        told.append((bid.rank, bid.worth))
        if bid.hearts is not None:
            told.append((bid.hearts_rank, bid.hearts))
    assert told == table
    assert len(House().bids) == 5
