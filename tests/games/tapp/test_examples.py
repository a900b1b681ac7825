"""Worked rounds, each with its source in the rules."""

from functools import partial

import pytest

from scorekeeper.core.game import Unit
from scorekeeper.games.tapp.game import TAPP
from scorekeeper.games.tapp.rules import HouseRules, PlayFor
from tests.games import one_round
from tests.games.one_round import PLAYERS
from tests.games.worked_examples import WorkedExamples

problem_codes = partial(one_round.problem_codes, TAPP)
score_of = partial(one_round.score_of, TAPP)
THREE = PLAYERS[:3]


class TestWorkedExamples(WorkedExamples):
    slug = "tapp"


def test_what_was_left_out_may_be_written_as_null() -> None:
    counted = {"kind": "ramsch", "points": [30, 50, 40], "tricks": [3, 4, 4]}
    empty = {"most": None, "jungfern": None, "last_trick": None, "ace_of_hearts": None}
    assert score_of(counted | empty, players=THREE) == score_of(counted, players=THREE)


def test_the_bidding_table_holds_the_ranks_and_values_of_the_text() -> None:
    table = [(0, 5), (1, 5), (2, 10), (3, 15), (4, 15), (5, 30), (6, 30), (7, 30), (8, 60)]
    house = HouseRules(herz_mit_aufnehmen=True)
    assert [(rank, worth) for _, _, rank, worth in house.bidding] == table
    assert len(HouseRules().bids) == 5


def test_what_is_pushed_across_the_table_is_money_or_chips() -> None:
    assert TAPP.unit(HouseRules()) is Unit.CENTS
    assert TAPP.unit(HouseRules(play_for=PlayFor.CHIPS)) is Unit.CHIPS


@pytest.mark.parametrize(
    ("agreed", "players", "playing"), [(0, 3, 3), (0, 4, 4), (0, 5, 4), (3, 4, 3), (4, 4, 4)]
)
def test_as_many_play_as_agreed_or_as_there_are_seats_for(
    agreed: int, players: int, playing: int
) -> None:
    assert HouseRules(seats=agreed).playing(players) == playing
