"""Worked rounds of every game, each with its source in the rules."""

import ast
import json
from collections.abc import Iterator
from typing import Any

import pytest

from scorekeeper.core.codec import record_of
from scorekeeper.files.schema import schema_of
from scorekeeper.games.registry import GAMES
from tests.games.one_round import problem_codes, score_of
from tests.games.pure import pure_modules
from tests.games.worked import Example, before, examples

AT_LEAST = 60
EXAMPLES = [(slug, example) for slug in GAMES for example in examples(slug)]
ACCEPTED = [(slug, example) for slug, example in EXAMPLES if "points" in example]
REFUSED = [(slug, example) for slug, example in EXAMPLES if "errors" in example]
BY_RANGE = {"unit_cents": [1, 5]}  # switches of any whole number: these at least

EVERY_GAME = pytest.mark.parametrize("slug", GAMES)


def name(value: Any) -> str:
    return str(value["name"]) if isinstance(value, dict) else str(value)


def of(slug: str, some: list[tuple[str, Example]]) -> list[Example]:
    return [example for each, example in some if each == slug]


@pytest.mark.parametrize(("slug", "example"), ACCEPTED, ids=name)
def test_a_round_is_worth_what_the_rules_say(slug: str, example: Example) -> None:
    house, players = example.get("house"), example.get("players")
    score = score_of(GAMES[slug], example["round"], house, players, before(example))
    assert list(score.points) == example["points"]
    assert [[line.side, line.points, line.code] for line in score.lines] == example["lines"]


@pytest.mark.parametrize(("slug", "example"), REFUSED, ids=name)
def test_a_round_that_cannot_have_happened_is_refused_where_it_shows(
    slug: str, example: Example
) -> None:
    house, players = example.get("house"), example.get("players")
    found = problem_codes(GAMES[slug], example["round"], house, players, before(example))
    assert found == [tuple(error) for error in example["errors"]]


@EVERY_GAME
def test_every_example_is_either_a_score_or_a_refusal_and_has_a_source(slug: str) -> None:
    own = examples(slug)
    assert len(own) >= AT_LEAST
    assert len({name(example) for example in own}) == len(own)
    for example in own:
        assert ("points" in example) != ("errors" in example), example["name"]
        assert example["source"], example["name"]


@EVERY_GAME
def test_no_kind_of_round_is_without_an_example(slug: str) -> None:
    kinds = {example["round"]["kind"] for example in of(slug, ACCEPTED)}
    assert kinds == set(GAMES[slug].kinds)


def offered(slug: str) -> Iterator[tuple[str, str]]:
    for switch, shape in schema_of(record_of(GAMES[slug].house))["properties"].items():
        values = [False, True] if shape.get("type") == "boolean" else shape.get("enum")
        for value in values or BY_RANGE[switch]:
            yield switch, json.dumps(value)


@EVERY_GAME
def test_no_value_of_a_switch_is_without_an_example(slug: str) -> None:
    used = {
        (switch, json.dumps(value))
        for example in examples(slug)
        for switch, value in example.get("house", {}).items()
    }
    assert set(offered(slug)) - used == set()


def codes_in_the_rules(slug: str, made: str, place: int) -> set[str]:
    """Every code written out in a call of Line or Problem."""
    calls = [
        node
        for path in pure_modules(slug)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == made
    ]
    texts = [each for call in calls for each in ast.walk(call.args[place])]
    found = {each.value for each in texts if isinstance(each, ast.Constant)}
    assert found
    return {code for code in found if isinstance(code, str)}


@EVERY_GAME
def test_every_problem_and_line_the_rules_know_has_an_example(slug: str) -> None:
    lines = {code for example in of(slug, ACCEPTED) for _, _, code in example["lines"]}
    assert lines == codes_in_the_rules(slug, "Line", 2)
    codes = {code for example in of(slug, REFUSED) for _, code in example["errors"]}
    assert codes >= codes_in_the_rules(slug, "Problem", 0)
