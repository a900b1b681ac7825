"""Worked deals, and how long an evening is."""

import re
from functools import partial
from math import prod
from typing import Any

import pytest

from scorekeeper.core.game import Progress
from scorekeeper.core.phrases import Phrase
from scorekeeper.files.faults import FaultyFileError
from scorekeeper.games.french_tarot.game import FRENCH_TAROT
from scorekeeper.games.french_tarot.rules import HouseRules
from scorekeeper.games.sitting_out import seats_sat_out
from scorekeeper.i18n.catalogue import languages
from scorekeeper.i18n.messages import Names, messages_in
from tests.games import one_round
from tests.games.one_round import PLAYERS
from tests.games.worked import before, examples
from tests.games.worked_examples import WorkedExamples

sheet_of = partial(one_round.sheet_of, FRENCH_TAROT)
score_of = partial(one_round.score_of, FRENCH_TAROT)

GARDE = {"kind": "played", "taker": 0, "contract": "garde", "bouts": 2, "points": 52}
PASSED = {"kind": "passed"}


class TestWorkedExamples(WorkedExamples):
    slug = "french_tarot"


def test_what_was_left_out_may_be_written_as_null() -> None:
    empty = {"partner": None, "petit_au_bout": None, "chelem": None, "excuse": None, "out": None}
    for seats in (3, 4, 5):
        players = PLAYERS[:seats]
        assert score_of(GARDE | empty, players=players) == score_of(GARDE, players=players)


@pytest.mark.parametrize("language", languages())
def test_every_line_says_a_sum_that_gives_its_points(language: str) -> None:
    speak, checked = messages_in(language), 0
    for example in examples("french_tarot"):
        if "points" not in example:
            continue
        players = tuple(example.get("players", PLAYERS))
        score = score_of(example["round"], example.get("house"), players, before(example))
        for line in score.lines:
            text = speak.phrase(
                "french_tarot", "line", Phrase(line.code, line.values), Names(players)
            )
            if line.points:
                last = re.split("[:,] ", text)[-1]
                assert worked_out(last) == abs(line.points), text
                checked += 1
    assert checked > 300


def worked_out(text: str) -> int:
    """A sum of numbers, first what stands in brackets, and products."""
    inner = re.search(r"\(([^)]*)\)", text)
    if inner:
        return worked_out(text.replace(inner[0], str(worked_out(inner[1]))))
    products = [[int(factor) for factor in term.split("×")] for term in text.split("+")]
    return sum(map(prod, products))


def test_a_chelem_that_nobody_made_may_say_so_with_null() -> None:
    said = GARDE | {"chelem": {"announced": True, "made_by": None}}
    assert score_of(said) == score_of(GARDE | {"chelem": {"announced": True}})


def test_a_chelem_nobody_announced_and_nobody_made_is_none() -> None:
    nothing = {"chelem": {"announced": False}}
    for observation in (GARDE, GARDE | {"bouts": 3, "points": 91}):
        assert score_of(observation | nothing) == score_of(observation)


@pytest.mark.parametrize(("players", "seats"), [(3, 3), (4, 4), (4, 3), (5, 5), (5, 4), (6, 5)])
def test_as_many_play_as_there_are_names_or_one_fewer(players: int, seats: int) -> None:
    house = {"seats": seats}
    ledger = sheet_of([GARDE], house, PLAYERS[:players]).ledger
    assert [points != 0 for points in ledger.totals].count(True) == seats


@pytest.mark.parametrize(
    ("players", "seats"), [(3, 4), (3, 5), (4, 5), (5, 3), (6, 3), (6, 4), (4, 6), (3, 2), (4, 0)]
)
def test_any_other_number_at_a_time_is_refused_at_its_switch(players: int, seats: int) -> None:
    with pytest.raises(FaultyFileError) as refused:
        sheet_of([], {"seats": seats}, PLAYERS[:players])
    (found,) = refused.value.faults
    assert found.problem.field == "seats"


def test_a_deal_where_all_passed_does_not_count_but_moves_the_deal_on() -> None:
    sheet = sheet_of([PASSED, GARDE, PASSED, PASSED, GARDE], {"deals": 3}, PLAYERS[:4])
    assert FRENCH_TAROT.progress(sheet.ledger.table) == Progress(6, 6)
    assert [played.table.dealer for played in sheet.ledger.rounds] == [3, 0, 1, 2, 3]
    assert not sheet.ledger.finished
    assert FRENCH_TAROT.progress(
        sheet_of([PASSED, GARDE], None, PLAYERS[:4]).ledger.table
    ) == Progress(3)
    assert sheet_of([GARDE, PASSED, GARDE, GARDE], {"deals": 3}, PLAYERS[:4]).ledger.finished


def test_the_dealer_of_each_deal_sits_out_whoever_that_is() -> None:
    def points(*rounds: dict[str, Any]) -> tuple[int, ...]:
        return sheet_of(rounds, {"seats": 3}, PLAYERS[:4]).ledger.rounds[-1].score.points

    second = GARDE | {"taker": 2}
    assert points(GARDE) == (144, -72, -72, 0)
    assert points(GARDE, second) == (0, -72, 144, -72)
    assert points(PASSED, second) == (0, -72, 144, -72)
    assert points(GARDE | {"dealer": 1}) == (144, 0, -72, -72)
    assert points(GARDE | {"dealer": 1, "out": 2}) == (144, -72, 0, -72)


def test_the_sheet_keeps_count_of_who_sat_out() -> None:
    def taken(taker: int, **more: Any) -> dict[str, Any]:
        return GARDE | {"taker": taker} | more

    rounds = [taken(0), taken(1), PASSED | {"out": 0}, taken(3, out=0), taken(1, dealer=2)]
    ledger = sheet_of(rounds, {"seats": 3}, PLAYERS[:4]).ledger
    assert seats_sat_out(ledger) == (3, 0, 0, 0, 2)
    assert ledger.table.past == 4


def test_a_deal_settled_by_agreement_counts_and_its_dealer_sat_out() -> None:
    settled = {"kind": "agreed", "points": [10, -10, 0, 0], "why": "cards shown", "deal": True}
    ledger = sheet_of([settled, PASSED, GARDE], {"seats": 3}, PLAYERS[:4]).ledger
    assert seats_sat_out(ledger) == (3, 0, 1)
    assert ledger.table.past == 2


def test_a_round_copied_to_a_table_where_everybody_plays_says_who_sat_out() -> None:
    played = sheet_of([GARDE], {"seats": 3}, PLAYERS[:4]).ledger.rounds[0]
    assert FRENCH_TAROT.spelled_out(played.round.observation, played.table).out == 3
    whole = sheet_of([GARDE], None, PLAYERS[:4]).ledger.rounds[0]
    assert FRENCH_TAROT.spelled_out(whole.round.observation, whole.table) == whole.round.observation


@pytest.mark.parametrize(
    ("agreed", "players", "playing"), [(0, 3, 3), (0, 5, 5), (0, 6, 5), (4, 5, 4), (3, 5, 3)]
)
def test_as_many_play_as_agreed_or_as_there_are_seats_for(
    agreed: int, players: int, playing: int
) -> None:
    assert HouseRules(seats=agreed).playing(players) == playing
