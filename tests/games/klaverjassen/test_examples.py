"""Worked deals, each with its source in the rules."""

from functools import partial

from scorekeeper.games.klaverjassen.game import KLAVERJASSEN
from tests.games import one_round
from tests.games.worked_examples import WorkedExamples

problem_codes = partial(one_round.problem_codes, KLAVERJASSEN)
score_of = partial(one_round.score_of, KLAVERJASSEN)


class TestWorkedExamples(WorkedExamples):
    slug = "klaverjassen"


def test_nobody_making_a_pit_may_be_written_as_null() -> None:
    dealt = {"kind": "played", "maker": 0, "points": [100, 62], "pit": None, "trump": None}
    assert score_of(dealt).points == (100, 62)
