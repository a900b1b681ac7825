"""Worked rounds of a game, each with its source in the rules; a class of every game's own tests.

With the other tests in the folder of a game they notice whatever its rules say otherwise.
"""

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

from scorekeeper.core.codec import record_of
from scorekeeper.core.game import Game
from scorekeeper.core.ledger import reason_of
from scorekeeper.core.phrases import Line, Phrase, Problem
from scorekeeper.files.schema import file_name, schema_of, schema_text, sheet_schema
from scorekeeper.games.registry import GAMES
from tests.games.codes import codes_of
from tests.games.one_round import played, problems
from tests.games.pure import pure_modules
from tests.games.worked import Example, before, examples, plain, reasons_elsewhere

SCHEMAS = Path(__file__).resolve().parents[2] / "docs" / "schemas"
AT_LEAST = 60
BY_RANGE = {"unit_cents": [1, 5]}  # switches of any whole number: these at least


def name(example: Example) -> str:
    return str(example["name"])


def having(slug: str, key: str) -> list[Example]:
    return [example for example in examples(slug) if key in example]


def arguments(example: Example) -> dict[str, Any]:
    """What one_round asks for, but the game."""
    return {
        "round_data": example["round"],
        "house": example.get("house"),
        "players": example.get("players"),
        "before": before(example),
    }


def scored(game: Game[Any, Any], example: Example) -> dict[str, list[Any]]:
    """What an example is worth and what it is in one line, as examples say it."""
    dealt = played(game, **arguments(example))
    told = reason_of(game, dealt.round.observation, dealt.table)
    return {
        "points": list(dealt.score.points),
        "lines": [[line.side, line.points, *sentence(line)] for line in dealt.score.lines],
        "reason": [sentence(each) for each in told],
    }


def sentence(said: Line | Phrase | Problem) -> list[Any]:
    return [said.code, plain(said.values)] if said.values else [said.code]


def offered(slug: str) -> Iterator[tuple[str, str]]:
    for switch, shape in schema_of(record_of(GAMES[slug].house))["properties"].items():
        values = [False, True] if shape.get("type") == "boolean" else shape.get("enum")
        for value in values or BY_RANGE[switch]:
            yield switch, json.dumps(value)


def codes_in_the_rules(slug: str, made: str) -> set[str]:
    """Every code that a call of Line, Problem or Phrase can have."""
    found = (each for path in pure_modules(slug) for each in codes_of(path))
    return {
        str(code.value)
        for _, name, code in found
        if name == made and isinstance(code, ast.Constant)
    }


class WorkedExamples:
    """The tests of one game, whose class names it."""

    slug: ClassVar[str]

    @property
    def game(self) -> Game[Any, Any]:
        return GAMES[self.slug]

    def test_a_round_is_worth_and_told_as_the_rules_say(self) -> None:
        wrong = []
        for example in having(self.slug, "points"):
            found = scored(self.game, example)
            wrong += [
                (name(example), key, value, "not", example[key])
                for key, value in found.items()
                if key in example and value != example[key]
            ]
        assert wrong == []

    def test_a_round_that_cannot_have_happened_is_refused_where_it_shows(self) -> None:
        """What is only missing is not yet wrong."""
        wrong: list[tuple[Any, ...]] = []
        for example in having(self.slug, "errors"):
            found = problems(self.game, **arguments(example))
            told = [[each.field or "", *sentence(each)] for each in found]
            if told != example["errors"]:
                wrong.append((name(example), told, "not", example["errors"]))
            wrong += [
                (name(example), each.code, "incomplete", each.incomplete)
                for each in found
                if each.incomplete != each.code.startswith("missing")
            ]
        assert wrong == []

    def test_every_example_is_either_a_score_or_a_refusal_and_has_a_source(self) -> None:
        own = examples(self.slug)
        assert len(own) >= AT_LEAST
        assert len({name(example) for example in own}) == len(own)
        for example in own:
            assert ("points" in example) != ("errors" in example), example["name"]
            assert ("points" in example) == ("lines" in example), example["name"]
            assert "points" in example or "reason" not in example, example["name"]
            assert example["source"], example["name"]

    def test_no_kind_of_round_is_without_an_example(self) -> None:
        kinds = {example["round"]["kind"] for example in having(self.slug, "points")}
        assert kinds == set(self.game.kinds)

    def test_no_value_of_a_switch_is_without_an_example(self) -> None:
        used = {
            (switch, json.dumps(value))
            for example in examples(self.slug)
            for switch, value in example.get("house", {}).items()
        }
        assert set(offered(self.slug)) - used == set()

    def test_the_usual_value_of_a_switch_is_offered_unless_it_hangs_on_the_players(self) -> None:
        house = record_of(self.game.house)
        usual = {member.name: member.shape.write(member.default) for member in house.members}
        values = set(offered(self.slug))
        odd = {name for name, value in usual.items() if (name, json.dumps(value)) not in values}
        assert odd <= {"seats", *BY_RANGE}

    def test_every_problem_line_and_reason_the_rules_know_has_an_example(self) -> None:
        lines = {line[2] for each in having(self.slug, "points") for line in each["lines"]}
        assert lines == codes_in_the_rules(self.slug, "Line")
        codes = {error[1] for each in having(self.slug, "errors") for error in each["errors"]}
        assert codes >= codes_in_the_rules(self.slug, "Problem")
        told = {said[0] for each in having(self.slug, "reason") for said in each["reason"]}
        elsewhere = reasons_elsewhere(self.slug)
        assert told
        assert not told & elsewhere
        assert told | elsewhere == codes_in_the_rules(self.slug, "Phrase")

    def test_the_shipped_schema_is_what_the_rules_say(self) -> None:
        """If this fails: python -m scorekeeper.files.schema."""
        shipped = (SCHEMAS / file_name(self.game)).read_text(encoding="utf-8")
        assert shipped == schema_text(sheet_schema(self.game))
