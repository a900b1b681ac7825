"""Worked deals, each with its source in the rules."""

import json
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.core.codec import record_of
from scorekeeper.games.klaverjassen.rules import KLAVERJASSEN, House
from tests.games.klaverjassen.one_deal import refusals, score_of

EXAMPLES: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("examples.toml").read_text(encoding="utf-8")
)["example"]
ACCEPTED = [example for example in EXAMPLES if "points" in example]
REFUSED = [example for example in EXAMPLES if "errors" in example]


def name(example: dict[str, Any]) -> str:
    return str(example["name"])


@pytest.mark.parametrize("example", ACCEPTED, ids=name)
def test_a_deal_is_worth_what_the_rules_say(example: dict[str, Any]) -> None:
    score = score_of(example["round"], example.get("house"), example.get("times", 1))
    assert list(score.points) == example["points"]
    assert [[line.side, line.points, line.code] for line in score.lines] == example["lines"]


@pytest.mark.parametrize("example", REFUSED, ids=name)
def test_a_deal_that_cannot_have_happened_is_refused_where_it_shows(
    example: dict[str, Any],
) -> None:
    found = refusals(example["round"], example.get("house"), example.get("times", 1))
    assert found == [tuple(error) for error in example["errors"]]


def test_every_example_is_either_a_score_or_a_refusal_and_has_a_source() -> None:
    assert len(EXAMPLES) >= 60
    assert len({name(example) for example in EXAMPLES}) == len(EXAMPLES)
    for example in EXAMPLES:
        assert ("points" in example) != ("errors" in example), example["name"]
        assert example["source"], example["name"]


def test_no_kind_of_deal_is_without_an_example() -> None:
    assert {example["round"]["kind"] for example in ACCEPTED} == set(KLAVERJASSEN.kinds)


def test_no_value_of_a_switch_is_without_an_example() -> None:
    house = record_of(House).schema()["properties"]
    offered = {(switch, json.dumps(value)) for switch in house for value in house[switch]["enum"]}
    used = {
        (switch, json.dumps(value))
        for example in EXAMPLES
        for switch, value in example.get("house", {}).items()
    }
    assert {each.name for each in fields(House)} == set(house)
    assert offered - used == set()


def test_every_problem_and_line_the_rules_know_has_an_example() -> None:
    lines = {code for example in ACCEPTED for _, _, code in example["lines"]}
    assert lines == {
        "points", "roem", "pit", "nat", "conceded", "renege",
        "all_points", "roem_of_others", "renege_extra",
    }  # fmt: skip
    codes = {code for example in REFUSED for _, code in example["errors"]}
    assert codes >= {
        "sum", "no_such_points", "pit_points", "pit_roem", "no_such_meld", "too_many_melds",
        "second_stuk", "second_four_jacks", "too_many_fours", "roem_without_cards", "finished",
    }  # fmt: skip


def test_nobody_making_a_pit_may_be_written_as_null() -> None:
    dealt = {"kind": "played", "maker": 0, "points": [100, 62], "pit": None, "trump": None}
    assert score_of(dealt).points == (100, 62)
