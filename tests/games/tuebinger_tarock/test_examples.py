"""Worked rounds, each with its source in the rules."""

from tests.games.worked_examples import WorkedExamples


class TestWorkedExamples(WorkedExamples):
    slug = "tuebinger_tarock"
