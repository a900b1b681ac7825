"""What real cards can produce is accepted and counted right; just beside it, it is refused."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import chain
from random import Random
from typing import Any

import pytest

from scorekeeper.games.klaverjassen.game import KLAVERJASSEN
from tests.games import one_round
from tests.games.klaverjassen.real_cards import (
    Deal,
    any_deal,
    deal_with_blank_tricks,
    legal_deal,
    written,
)

problem_codes = partial(one_round.problem_codes, KLAVERJASSEN)
score_of = partial(one_round.score_of, KLAVERJASSEN)

DEALERS: list[Callable[[Random], Deal]] = [any_deal, legal_deal, deal_with_blank_tricks]
DEALS = 200
SOAK_DEALS = 40_000


def assert_counted_right(deal: Deal) -> None:
    score = score_of(deal.observation, deal.house)
    assert list(score.points) == written(deal), deal
    for side in (0, 1):
        assert sum(line.points for line in score.lines if line.side == side) == score.points[side]


@pytest.mark.parametrize("dealer", DEALERS)
def test_every_deal_of_real_cards_is_accepted_and_counted_right(
    dealer: Callable[[Random], Deal],
) -> None:
    random = Random(1)
    for _ in range(DEALS):
        assert_counted_right(dealer(random))


@pytest.mark.soak(short="test_every_deal_of_real_cards_is_accepted_and_counted_right")
@pytest.mark.parametrize("dealer", DEALERS)
def test_evening_after_evening_of_real_cards_is_counted_right(
    dealer: Callable[[Random], Deal],
) -> None:
    random = Random(2)
    for _ in range(SOAK_DEALS):
        assert_counted_right(dealer(random))


@pytest.mark.parametrize("kind", ["conceded", "renege"])
def test_what_was_melded_before_the_end_is_accepted_too(kind: str) -> None:
    random = Random(3)
    for deal in random_deals():
        observation = {"kind": kind, "maker": deal.maker, "roem": deal.observation["roem"]}
        caught = {"side": random.randrange(2)} if kind == "renege" else {}
        loser = caught.get("side", deal.maker % 2)
        points = score_of(observation | caught, deal.house).points
        assert points[loser] == 0
        assert points[1 - loser] >= 162


def test_the_dealers_deal_whatever_the_rules_speak_of() -> None:
    """Otherwise the tests above would prove less than they say."""
    random = Random(1)
    deals = [any_deal(random) for _ in range(DEALS)]
    melds = Counter(chain(*(deal.melds(side) for deal in deals for side in (0, 1))))
    assert set(melds) == {20, 40, 50, 70, 100, 200}
    assert {deal.pit for deal in deals} == {None, 0, 1}
    made = [written(deal)[deal.maker % 2] > 0 for deal in deals]
    assert DEALS / 10 < sum(made) < DEALS * 9 / 10
    played = [legal_deal(random) for _ in range(DEALS)]
    assert any(deal.melds(0) for deal in played)
    assert len({deal.points(0) for deal in played}) > 100


def test_a_trick_of_blanks_is_no_pit() -> None:
    random = Random(1)
    for _ in range(100):
        deal = deal_with_blank_tricks(random)
        assert sorted(deal.observation["points"]) == [0, 162]
        assert deal.pit is None
        assert 100 not in [
            line.points for line in score_of(deal.observation).lines if line.code == "pit"
        ]


@cache
def random_deals() -> Sequence[Deal]:
    random = Random(4)
    return tuple(any_deal(random) for _ in range(DEALS))


def deals_where(kept: Callable[[Deal], bool]) -> list[Deal]:
    found = [deal for deal in random_deals() if kept(deal)]
    assert found
    return found


def beside(deal: Deal, **changed: Any) -> list[tuple[str, str]]:
    return problem_codes(deal.observation | changed, deal.house)


def test_a_total_that_is_one_off_is_refused() -> None:
    for deal in random_deals():
        first, second = deal.observation["points"]
        for points in ([first + 1, second], [first, second + 1], [first - 1, second]):
            wrong = beside(deal, points=points)
            assert ("points", "sum") in wrong or ("points", "range") in wrong


def test_a_single_point_on_either_side_is_refused() -> None:
    for deal in deals_where(lambda deal: deal.pit is None):
        for points in ([1, 161], [161, 1]):
            assert beside(deal, points=points) == [("points", "no_such_points")]


def test_roem_for_the_side_without_a_trick_is_refused() -> None:
    pits = deals_where(lambda deal: deal.pit is not None)
    for deal in pits:
        roem = [list(melds) for melds in deal.observation["roem"]]
        roem[1 - (deal.pit or 0)].append(20)
        assert ("roem", "pit_roem") in beside(deal, roem=roem)


def test_a_pit_of_a_side_that_lost_a_counting_trick_is_refused() -> None:
    for deal in deals_where(lambda deal: 0 not in deal.observation["points"]):
        for side in (0, 1):
            assert ("pit", "pit_points") in beside(deal, pit=side)


def with_another(deal: Deal, meld: int, side: int) -> list[tuple[str, str]]:
    roem = [list(melds) for melds in deal.observation["roem"]]
    roem[side].append(meld)
    return beside(deal, roem=roem)


def test_the_trump_king_and_queen_meet_only_once() -> None:
    once = deals_where(lambda deal: bool({40, 70} & set(chain(*deal.observation["roem"]))))
    for deal in once:
        for meld in (40, 70):
            for side in (0, 1):
                assert ("roem", "second_stuk") in with_another(deal, meld, side)


def test_the_four_jacks_meet_only_once() -> None:
    once = deals_where(lambda deal: 200 in chain(*deal.observation["roem"]))
    for deal in once:
        for side in (0, 1):
            assert ("roem", "second_four_jacks") in with_another(deal, 200, side)


def test_more_melds_than_tricks_are_refused() -> None:
    for deal in deals_where(lambda deal: deal.pit is None):
        missing = 10 - len(list(chain(*deal.observation["roem"])))
        roem = [deal.observation["roem"][0] + [20] * missing, deal.observation["roem"][1]]
        assert ("roem", "too_many_melds") in beside(deal, roem=roem)


@pytest.mark.parametrize(("meld", "points"), [(50, 10), (40, 18), (70, 37), (200, 26), (100, 12)])
def test_a_meld_with_more_points_in_its_cards_than_the_side_took_is_refused(
    meld: int, points: int
) -> None:
    """The fewest a meld can count are its cards; with those alone it is just possible."""
    dealt = {"kind": "played", "maker": 1, "roem": [[meld], []]}
    below = points - 1
    assert problem_codes(dealt | {"points": [points, 162 - points]}) == []
    assert problem_codes(dealt | {"points": [below, 162 - below]}) == [
        ("roem", "roem_without_cards")
    ]


@pytest.mark.parametrize("meld", [0, 10, 19, 21, 30, 60, 80, 90, 120, 150, 199])
def test_a_meld_that_no_cards_make_is_refused(meld: int) -> None:
    for deal in random_deals()[:50]:
        for side in (0, 1):
            assert ("roem", "no_such_meld") in with_another(deal, meld, side)
