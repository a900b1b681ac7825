"""Worked games, each with its source in the rules."""

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from scorekeeper.core.phrases import NamedSeat, Phrase, Values
from scorekeeper.games.tafferand.game import TAFFERAND
from tests.games import one_round
from tests.games.worked_examples import WorkedExamples

problem_codes = partial(one_round.problem_codes, TAFFERAND)
score_of = partial(one_round.score_of, TAFFERAND)
played = partial(one_round.played, TAFFERAND)

ANNA: Values = {"player": NamedSeat(0)}

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


class TestWorkedExamples(WorkedExamples):
    slug = "tafferand"


@pytest.mark.parametrize(
    ("what", "shared", "player", "party"), SHARED, ids=[each[0] for each in SHARED]
)
def test_what_two_partners_share_is_a_durchmarsch_where_the_table_says_so(
    what: str, shared: dict[str, Any], player: list[int], party: list[int]
) -> None:
    assert list(score_of(shared).points) == player, what
    assert list(score_of(shared, {"durchmarsch_by": "party"}).points) == party, what


REASONS: list[tuple[dict[str, Any], list[Phrase]]] = [
    (SHARED[0][1], [Phrase("stiche", ANNA), Phrase("count_shared", {"left": 13, "right": 0})]),
    (SHARED[1][1], [Phrase("herz", ANNA), Phrase("count_shared", {"left": 0, "right": 13})]),
    (SHARED[2][1], [Phrase("damen", ANNA), Phrase("count_shared", {"left": 4, "right": 0})]),
    (
        SHARED[3][1],
        [
            Phrase("general", ANNA),
            Phrase("king", ANNA),
            Phrase("tricks_shared", {"left": 13, "right": 0}),
            Phrase("hearts_durchmarsch", {"left": 13, "right": 0, **ANNA}),
            Phrase("queens_shared", {"left": 4, "right": 0}),
        ],
    ),
    (
        SHARED[4][1],
        [
            Phrase("general", ANNA),
            Phrase("king", ANNA),
            Phrase("tricks_shared", {"left": 13, "right": 0}),
            Phrase("hearts_shared", {"left": 13, "right": 0}),
            Phrase("queens_durchmarsch", {"left": 4, "right": 0, "player": NamedSeat(2)}),
        ],
    ),
]


@pytest.mark.parametrize(("shared", "told"), REASONS, ids=[each[0] for each in SHARED])
def test_the_one_line_of_a_game_says_what_partners_shared(
    shared: dict[str, Any], told: list[Phrase]
) -> None:
    found = played(shared)
    assert list(TAFFERAND.reason(found.round.observation, found.table)) == told


def test_what_nobody_said_is_not_told_as_shared() -> None:
    found = played(SHARED[0][1])
    silent = replace(found.round.observation, durchmarsch=())
    told = Phrase("count", {"left": 13, "right": 0})
    assert list(TAFFERAND.reason(silent, found.table)) == [Phrase("stiche", ANNA), told]


def test_what_is_not_all_with_one_side_is_not_shared_by_two_partners_either() -> None:
    for tricks in ([12, 1], [6, 7], [1, 12]):
        shared = {"kind": "stiche", "tricks": tricks, "durchmarsch": {"tricks": None}}
        assert problem_codes(shared) == [("durchmarsch", "not_all")]


def test_whoever_takes_all_tricks_shares_nothing() -> None:
    shared = GENERAL | {"durchmarsch": {"tricks": 0, "hearts": None, "queens": 0}}
    assert problem_codes(shared) == [("durchmarsch", "all_tricks_all_cards")]


@pytest.mark.parametrize(("king", "queens"), [(0, 2), (2, 0)])
def test_partners_share_the_hearts_as_it_suits_their_tricks(king: int, queens: int) -> None:
    """Four queens and the queen of hearts make one trick, the other twelve hearts three."""
    shared = {"hearts": None, "queens": queens}
    dealt = GENERAL | {"king": king, "tricks": [4, 9], "durchmarsch": shared}
    assert problem_codes(dealt) == []
    assert problem_codes(dealt | {"tricks": [3, 10]}) == [("tricks", "too_few_tricks")]


def test_a_game_spelled_out_names_its_spielmacher() -> None:
    for dealer in range(4):
        found = played({"kind": "tafferand", "king": 0, "dealer": dealer})
        told = TAFFERAND.spelled_out(found.round.observation, found.table)
        assert (told.declarer, told.king) == ((dealer + 1) % 4, 0)
    free = played({"kind": "tafferand", "king": 0, "declarer": 2}, {"declarer_order": "free"})
    assert TAFFERAND.spelled_out(free.round.observation, free.table) == free.round.observation
