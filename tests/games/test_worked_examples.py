"""Worked rounds of every game, each with its source in the rules."""

import ast
import json
from collections.abc import Iterator
from typing import Any

import pytest

from scorekeeper.core.codec import record_of
from scorekeeper.core.ledger import reason_of
from scorekeeper.core.phrases import Phrase
from scorekeeper.files.schema import schema_of
from scorekeeper.games.registry import GAMES
from tests.games.one_round import played, problems, score_of
from tests.games.pure import pure_modules
from tests.games.worked import Example, as_far_as, before, examples, plain, reasons_elsewhere

AT_LEAST = 60
EXAMPLES = [(slug, example) for slug in GAMES for example in examples(slug)]
ACCEPTED = [(slug, example) for slug, example in EXAMPLES if "points" in example]
TOLD = [(slug, example) for slug, example in ACCEPTED if "reason" in example]
REFUSED = [(slug, example) for slug, example in EXAMPLES if "errors" in example]
BY_RANGE = {"unit_cents": [1, 5]}  # switches of any whole number: these at least

EVERY_GAME = pytest.mark.parametrize("slug", GAMES)


def name(value: Any) -> str:
    return str(value["name"]) if isinstance(value, dict) else str(value)


def of(slug: str, some: list[tuple[str, Example]]) -> list[Example]:
    return [example for each, example in some if each == slug]


def arguments(example: Example) -> dict[str, Any]:
    """What one_round asks for, but the game."""
    return {
        "round_data": example["round"],
        "house": example.get("house"),
        "players": example.get("players"),
        "before": before(example),
    }


def sentence(said: Phrase) -> list[Any]:
    return [said.code, plain(said.values)] if said.values else [said.code]


@pytest.mark.parametrize(("slug", "example"), ACCEPTED, ids=name)
def test_a_round_is_worth_what_the_rules_say(slug: str, example: Example) -> None:
    score = score_of(GAMES[slug], **arguments(example))
    assert list(score.points) == example["points"]
    lines = [[line.side, line.points, line.code, plain(line.values)] for line in score.lines]
    assert as_far_as(example["lines"], lines) == example["lines"]


@pytest.mark.parametrize(("slug", "example"), TOLD, ids=name)
def test_a_round_is_told_in_one_line(slug: str, example: Example) -> None:
    game, dealt = GAMES[slug], played(GAMES[slug], **arguments(example))
    told = [sentence(said) for said in reason_of(game, dealt.round.observation, dealt.table)]
    assert told == example["reason"]


@pytest.mark.parametrize(("slug", "example"), REFUSED, ids=name)
def test_a_round_that_cannot_have_happened_is_refused_where_it_shows(
    slug: str, example: Example
) -> None:
    found = problems(GAMES[slug], **arguments(example))
    told = [[each.field or "", each.code, plain(each.values)] for each in found]
    assert as_far_as(example["errors"], told) == example["errors"]


@pytest.mark.parametrize(("slug", "example"), REFUSED, ids=name)
def test_what_is_only_missing_is_not_yet_wrong(slug: str, example: Example) -> None:
    for problem in problems(GAMES[slug], **arguments(example)):
        assert problem.incomplete == problem.code.startswith("missing"), problem.code


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


@EVERY_GAME
def test_the_usual_value_of_a_switch_is_offered_unless_it_hangs_on_the_players(slug: str) -> None:
    house = record_of(GAMES[slug].house)
    usual = {member.name: member.shape.write(member.default) for member in house.members}
    odd = {name for name, value in usual.items() if (name, json.dumps(value)) not in offered(slug)}
    assert odd <= {"seats", *BY_RANGE}


def codes_in_the_rules(slug: str, made: str, place: int) -> set[str]:
    """Every code written out in a call of Line, Problem or Phrase."""
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
    lines = {line[2] for example in of(slug, ACCEPTED) for line in example["lines"]}
    assert lines == codes_in_the_rules(slug, "Line", 2)
    codes = {error[1] for example in of(slug, REFUSED) for error in example["errors"]}
    assert codes >= codes_in_the_rules(slug, "Problem", 0)


@pytest.mark.parametrize("slug", sorted({slug for slug, _ in TOLD}))
def test_everything_that_a_reason_can_say_has_an_example(slug: str) -> None:
    told = {said[0] for example in of(slug, TOLD) for said in example["reason"]}
    elsewhere = reasons_elsewhere(slug)
    assert not told & elsewhere
    assert told | elsewhere == codes_in_the_rules(slug, "Phrase", 0)
