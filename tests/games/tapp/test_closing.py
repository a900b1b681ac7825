"""The way to the end: the ace of hearts, the last free round, a forced Ramsch from everybody."""

from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

from scorekeeper.core.game import Progress, Round
from scorekeeper.core.ledger import Ledger, LedgerRound, replay
from scorekeeper.games.sitting_out import seats_sat_out
from scorekeeper.games.tapp.game import TAPP
from tests.games import one_round
from tests.games.one_round import PLAYERS

THREE, FOUR, FIVE = PLAYERS[:3], PLAYERS[:4], PLAYERS[:5]
sheet_of = partial(one_round.sheet_of, TAPP, players=FOUR)
problem_codes = partial(one_round.problem_codes, TAPP, players=FOUR)

BETTEL = {"kind": "bettel", "declarer": 0, "won": True}
FREE_RAMSCH = {"kind": "ramsch", "most": [0], "jungfern": []}
FORCED = {"kind": "ramsch", "most": [0], "jungfern": [], "forced": True}


def ace(seat: int) -> dict[str, Any]:
    return BETTEL | {"ace_of_hearts": seat}


def ramsch(most: int, **more: Any) -> dict[str, Any]:
    return FREE_RAMSCH | {"most": [most]} | more


def who_sat_out(played: LedgerRound) -> int | None:
    """Whoever neither paid nor got anything."""
    (seat,) = [seat for seat, cents in enumerate(played.score.points) if not cents]
    return seat


def dealers(ledger: Ledger) -> list[int]:
    return [played.table.dealer for played in ledger.rounds]


def told(ledger: Ledger) -> Progress:
    return TAPP.progress(ledger.table)


def test_a_sheet_without_an_end_in_sight_is_open() -> None:
    assert told(sheet_of([]).ledger) == Progress(1)
    assert told(sheet_of([BETTEL] * 40).ledger) == Progress(41)


def test_whoever_held_the_ace_deals_the_last_free_round() -> None:
    for seat in range(4):
        ledger = sheet_of([BETTEL, ace(seat)]).ledger
        assert ledger.table.dealer == seat
        assert told(ledger) == Progress(3, 7)


def test_then_everybody_deals_one_forced_ramsch_and_it_is_over() -> None:
    ledger = sheet_of([BETTEL, ace(1), BETTEL, *[FORCED] * 4]).ledger
    assert dealers(ledger) == [3, 0, 1, 2, 3, 0, 1]
    assert ledger.finished
    assert problem_codes(FORCED, before=[BETTEL, ace(1), BETTEL, *[FORCED] * 4]) == [
        ("", "finished")
    ]


def test_three_players_deal_three() -> None:
    ledger = sheet_of([ace(2), FREE_RAMSCH, FORCED, FORCED], players=THREE).ledger
    assert not ledger.finished
    assert told(ledger) == Progress(5, 5)
    assert sheet_of([ace(2), FREE_RAMSCH, *[FORCED] * 3], players=THREE).ledger.finished


def test_of_five_whoever_held_the_ace_sits_out_of_the_last_free_round_and_five_are_forced() -> None:
    rounds = [
        BETTEL,
        ace(2) | {"declarer": 1},
        ramsch(3),
        *(ramsch(seat, forced=True) for seat in (4, 0, 1, 2, 3)),
    ]
    ledger = sheet_of(rounds, players=FIVE).ledger
    assert dealers(ledger) == [4, 0, 2, 3, 4, 0, 1, 2] == [*map(who_sat_out, ledger.rounds)]
    assert [TAPP.progress(played.found).of for played in ledger.rounds] == [None, None, *[8] * 6]
    assert ledger.finished
    assert seats_sat_out(ledger) == (4, 0, 2, 3, 4, 0, 1, 2)


def test_five_sit_out_by_turns_and_that_is_kept_with_the_round() -> None:
    ledger = sheet_of([BETTEL, ramsch(1) | {"out": 3}, BETTEL | {"dealer": 2}], players=FIVE).ledger
    assert [*map(who_sat_out, ledger.rounds)] == [4, 3, 2]
    assert seats_sat_out(ledger) == (4, 3, 2)
    told = [TAPP.spelled_out(played.round.observation, played.table) for played in ledger.rounds]
    assert [each.out for each in told] == [4, 3, 2]


def test_nobody_sat_out_of_a_round_that_does_not_fit() -> None:
    sheet = sheet_of([BETTEL], players=FIVE)
    misfit = sheet.rounds[0]._replace(dealer=0)
    ledger = replay(TAPP, sheet.first_table, [misfit, *sheet.rounds])
    assert ledger.misfits == ledger.rounds[:1]
    assert seats_sat_out(ledger) == (None, 1)


def test_an_ace_in_the_tapp_changes_nothing() -> None:
    """The announcement stands, and the next round tells who holds it."""
    ledger = sheet_of([BETTEL, BETTEL, ace(3)]).ledger
    assert dealers(ledger) == [3, 0, 1]
    assert told(ledger) == Progress(4, 8)


def test_a_table_may_begin_its_forced_ramsch_whenever_it_likes() -> None:
    assert told(sheet_of([BETTEL, FORCED]).ledger) == Progress(3, 5)
    assert sheet_of([FORCED] * 4).ledger.finished


def test_a_table_may_leave_out_its_last_free_round() -> None:
    ledger = sheet_of([ace(2), *[FORCED] * 4]).ledger
    assert dealers(ledger) == [3, 2, 3, 0, 1]
    assert ledger.finished


def test_who_dealt_a_forced_ramsch_out_of_turn_does_not_deal_a_second_one() -> None:
    """Anna was next, but Clara dealt; so Dirk, Anna and Bert still do, and nobody twice."""
    ledger = sheet_of([FORCED | {"dealer": 2}, FORCED, FORCED, FORCED]).ledger
    assert dealers(ledger) == [2, 3, 0, 1]
    skipped = sheet_of([FORCED | {"dealer": 0}, FORCED | {"dealer": 2}, FORCED, FORCED]).ledger
    assert dealers(skipped) == [0, 2, 3, 1]


def test_behind_the_last_forced_ramsch_the_deal_is_with_the_next_seat() -> None:
    """Nobody deals any more; but whoever looks at the sheet sees no seat passed over."""
    for first in range(4):
        ledger = sheet_of([FORCED | {"dealer": first}, *[FORCED] * 3]).ledger
        assert ledger.finished
        assert ledger.table.dealer == first


def test_a_settled_deal_is_the_last_free_round_behind_the_ace_alone() -> None:
    settled = {"kind": "agreed", "points": [1, -1, 0, 0], "why": "misdealt", "deal": True}
    assert problem_codes(BETTEL, before=[settled]) == []
    assert problem_codes(BETTEL, before=[ace(1), settled]) == [("kind", "only_forced")]


def test_a_player_who_deals_two_forced_ones_takes_nobodys_turn() -> None:
    ledger = sheet_of([FORCED | {"dealer": 1}, FORCED | {"dealer": 1}]).ledger
    assert told(ledger) == Progress(3, 5)


def test_a_round_dealt_out_of_turn_may_hold_the_ace() -> None:
    ledger = sheet_of([ace(1) | {"dealer": 0}, BETTEL]).ledger
    assert dealers(ledger) == [0, 1]


def test_taking_the_ace_back_leaves_later_forced_rounds_where_they_are() -> None:
    with_ace = sheet_of([ace(1), BETTEL, FORCED, FORCED, FORCED, FORCED])
    bettel = replace(with_ace.rounds[0].observation, ace_of_hearts=None)
    without = replace(with_ace, rounds=(Round(bettel), *with_ace.rounds[1:]))
    assert without.ledger.misfits == ()
    assert without.ledger.finished
    assert without.ledger.totals == with_ace.ledger.totals


class Evening:
    """What a table remembers by itself: was the ace held, and how many forced rounds there were."""

    def __init__(self, seats: int) -> None:
        self.seats, self.since_ace, self.forced = seats, -1, 0

    def allows(self, observation: dict[str, Any]) -> bool:
        if self.forced == self.seats:
            return False
        if observation.get("forced"):
            return "ace_of_hearts" not in observation
        if self.forced or self.since_ace == 1:
            return False
        return self.since_ace == -1 or "ace_of_hearts" not in observation

    def goes_on(self, observation: dict[str, Any]) -> None:
        if self.since_ace >= 0:
            self.since_ace += 1
        elif "ace_of_hearts" in observation:
            self.since_ace = 0
        self.forced += bool(observation.get("forced"))

    @property
    def left(self) -> int | None:
        if self.forced or self.since_ace == 1:
            return self.seats - self.forced
        return None if self.since_ace == -1 else self.seats + 1


def any_round(random: Random, seats: int) -> dict[str, Any]:
    observation = dict(random.choice((BETTEL, BETTEL, FREE_RAMSCH, FORCED)))
    out = {"out": random.choice((3, 4))} if seats == 5 else {}
    ace = {"ace_of_hearts": random.randrange(3)} if random.random() < 0.2 else {}
    return observation | out | ace


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_any_order_of_rounds_is_taken_or_refused_as_the_rule_says(seats: int) -> None:
    random, finished = Random(seats), 0
    for _ in range(60):
        evening, rounds = Evening(seats), list[dict[str, Any]]()
        for _ in range(14):
            observation = any_round(random, seats)
            found = problem_codes(observation, players=PLAYERS[:seats], before=rounds)
            assert (found == []) == evening.allows(observation), (rounds, observation)
            if not found:
                rounds.append(observation)
                evening.goes_on(observation)
                ledger = sheet_of(rounds, players=PLAYERS[:seats]).ledger
                left, number = evening.left, len(rounds)
                assert told(ledger).of == (None if left is None else number + left)
                assert ledger.finished == (left == 0)
        finished += evening.left == 0
    assert finished > 5


def test_two_forced_ramsch_of_one_dealer_leave_the_others_to_deal() -> None:
    ledger = sheet_of([FORCED | {"dealer": 0}] * 3, players=THREE).ledger
    assert not ledger.finished
    assert ledger.table.past.dealt == (0,)
    assert TAPP.progress(ledger.table).of == 5  # Bert and Clara are still to deal
