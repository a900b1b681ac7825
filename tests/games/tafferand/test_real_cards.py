"""What real cards can produce is accepted and counted right; just beside it, it is refused."""

from collections.abc import Callable
from functools import cache, partial
from random import Random
from typing import Any

import pytest

from scorekeeper.games.tafferand.game import TAFFERAND
from tests.games import one_round
from tests.games.tafferand.real_cards import COUNTED, DEALERS, HOUSES, Deal, deals

problem_codes = partial(one_round.problem_codes, TAFFERAND)
score_of = partial(one_round.score_of, TAFFERAND)

DEALS = 120
SOAK_DEALS = 8_000

GROUPS = COUNTED["general"]
EVERY_GROUP = pytest.mark.parametrize("group", GROUPS)
EVERY_DEALER = pytest.mark.parametrize("dealer", DEALERS)
Dealer = Callable[[Random], Deal]


def assert_counted_right(deal: Deal) -> None:
    for house in HOUSES:
        for kind in COUNTED:
            score = score_of(deal.observation(kind), house)
            assert list(score.points) == deal.written(kind, house), (deal.observation(kind), house)
            for side in (0, 1):
                own = [line.points for line in score.lines if line.side == side]
                assert sum(own) == score.points[side]
                assert 0 not in own


@EVERY_DEALER
def test_whatever_lies_in_real_tricks_is_accepted_and_counted_right(dealer: Dealer) -> None:
    for deal in deals(dealer, DEALS, seed=1):
        assert_counted_right(deal)


@pytest.mark.soak(short="test_whatever_lies_in_real_tricks_is_accepted_and_counted_right")
@EVERY_DEALER
def test_evening_after_evening_of_real_tricks_is_counted_right(dealer: Dealer) -> None:
    for deal in deals(dealer, SOAK_DEALS, seed=2):
        assert_counted_right(deal)


def test_a_party_need_not_say_who_took_it_all() -> None:
    party = {"durchmarsch_by": "party"}
    for deal in dealt()[::5]:
        observation = deal.observation("general")
        named = score_of(observation, party)
        observation.pop("durchmarsch", None)
        assert score_of(observation, party) == named


def test_the_dealers_deal_whatever_the_rules_speak_of() -> None:
    """Otherwise the tests above would prove less than they say."""
    for group in GROUPS:
        holders = {who for deal in dealt() for who in deal.claim(group).values()}
        assert holders == {0, 1, 2, 3, None}, group
    assert {deal.king for deal in dealt()} == {0, 1, 2, 3}
    fullest = [deal for deal in dealt() if fewest_tricks(deal)[0] == fewest_tricks(deal)[1]]
    assert len(fullest) > 100, "no side has its tricks full of cards that count"


def fewest_tricks(deal: Deal) -> tuple[int, int]:
    """The tricks of the poorer side, and those that its hearts and queens fill."""
    side = deal.counts("tricks").index(min(deal.counts("tricks")))
    held = [deal.counts(group)[side] for group in ("hearts", "queens")]
    queen = any(("hearts", "queen") in deal.cards(seat) for seat in (side, side + 2))
    return min(deal.counts("tricks")), -(-(sum(held) - queen) // 4)


@cache
def dealt() -> list[Deal]:
    return [deal for dealer in DEALERS for deal in deals(dealer, 500, seed=4)]


def deals_where(kept: Callable[[Deal], bool]) -> list[Deal]:
    found = [deal for deal in dealt() if kept(deal)][:100]
    assert len(found) > 20
    return found


def beside(deal: Deal, **changed: Any) -> list[tuple[str, str]]:
    return problem_codes(deal.observation("general") | changed)


@EVERY_GROUP
def test_a_count_that_is_one_off_is_refused(group: str) -> None:
    for deal in deals_where(lambda deal: 0 not in deal.counts(group)):
        here, there = deal.counts(group)
        for counts in ([here + 1, there], [here, there + 1], [here - 1, there], [here, there - 1]):
            assert (group, "sum") in beside(deal, **{group: counts})


def test_one_trick_fewer_than_the_cards_fill_is_refused() -> None:
    """Only where nothing depends on the queen of hearts, which the table does not place."""

    def full(deal: Deal) -> bool:
        tricks, filled = fewest_tricks(deal)
        return (
            tricks == filled > 0 and 0 in deal.counts("queens") and 0 not in deal.counts("tricks")
        )

    for deal in deals_where(full):
        counts = deal.counts("tricks")
        side = counts.index(min(counts))
        fewer = [count + (1 if place != side else -1) for place, count in enumerate(counts)]
        assert beside(deal, tricks=fewer, durchmarsch=claims(deal, "queens", "hearts")) != []


def claims(deal: Deal, *groups: str) -> dict[str, int | None]:
    return {key: who for group in groups for key, who in deal.claim(group).items()}


@EVERY_GROUP
def test_whoever_took_it_all_must_be_named_and_nobody_else(group: str) -> None:
    for deal in deals_where(lambda deal: bool(deal.claim(group))):
        said = claims(deal, *GROUPS)
        side = deal.counts(group).index(max(deal.counts(group)))
        assert ("durchmarsch", f"missing_{group}") in beside(
            deal, durchmarsch={key: who for key, who in said.items() if key != group}
        )
        for opponent in (1 - side, 3 - side):
            wrong = beside(deal, durchmarsch=said | {group: opponent})
            assert ("durchmarsch", "wrong_side") in wrong


@EVERY_GROUP
def test_nobody_took_all_of_what_both_sides_have(group: str) -> None:
    for deal in deals_where(lambda deal: not deal.claim(group)):
        for anybody in (0, 1, 2, 3, None):
            wrong = beside(deal, durchmarsch=claims(deal, *GROUPS) | {group: anybody})
            assert ("durchmarsch", "not_all") in wrong


def test_the_king_with_a_side_that_has_no_heart_is_refused() -> None:
    for deal in deals_where(lambda deal: 0 in deal.counts("hearts")):
        poor = deal.counts("hearts").index(0)
        for seat in (poor, poor + 2):
            assert ("king", "king_without_heart") in beside(deal, king=seat)


def test_the_king_beside_all_hearts_is_refused() -> None:
    for deal in deals_where(lambda deal: deal.claim("hearts").get("hearts") is not None):
        partner = (deal.king + 2) % 4
        assert ("king", "king_among_cards") in beside(deal, king=partner)


def test_two_players_out_are_two_players() -> None:
    for first in range(4):
        for second in range(4):
            played = {"kind": "elferraus", "first": first, "second": second}
            if first == second:
                assert problem_codes(played) == [("second", "out_twice")]
                continue
            expected = [0, 0]
            expected[first % 2] += 200
            expected[second % 2] += 100
            assert list(score_of(played).points) == expected
