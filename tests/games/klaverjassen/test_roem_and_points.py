"""Points beside roem are refused exactly where no 32 cards can make them: all are searched."""

from collections.abc import Iterator
from functools import partial
from itertools import combinations_with_replacement
from random import Random

import pytest

from scorekeeper.core.game import Table
from scorekeeper.games.klaverjassen import checks
from scorekeeper.games.klaverjassen.game import KLAVERJASSEN
from scorekeeper.games.klaverjassen.rules import PLAYERS, HouseRules, Played, Roem, melds_allowed
from tests.games import one_round
from tests.games.klaverjassen.search import totals

pytestmark = pytest.mark.xdist_group("roem_and_points")  # melds are laid out once for all of it

problem_codes = partial(one_round.problem_codes, KLAVERJASSEN)

HOUSES = [HouseRules(four_jacks=jacks, four_low=low) for jacks in (200, 100) for low in (0, 100)]
EVERY_HOUSE = [  # those between differ from these by one rule
    pytest.param(house, marks=[] if house in HOUSES[::3] else [pytest.mark.soak])
    for house in HOUSES
]
TOTALS = range(163)


def every_roem(melds: int, house: HouseRules) -> Iterator[Roem]:
    """So many melds of both sides together, the one side never more than the other."""
    offered = melds_allowed(house)
    for others in range(melds // 2 + 1):
        for own in combinations_with_replacement(offered, melds - others):
            for theirs in combinations_with_replacement(offered, others):
                yield own, theirs


def accepted(roem: Roem, house: HouseRules) -> set[int]:
    table = Table(PLAYERS, house, dealer=3)
    deals = {total: Played(maker=0, points=(total, 162 - total), roem=roem) for total in TOTALS}
    return {total for total, deal in deals.items() if not list(checks.check(deal, table))}


def assert_exactly_what_cards_allow(roem: Roem, house: HouseRules) -> set[int]:
    can = set(totals(roem, house.four_jacks, house.four_low))
    assert accepted(roem, house) == can, roem
    assert accepted(roem[::-1], house) == {162 - total for total in can}, roem
    return can


@pytest.mark.parametrize("house", EVERY_HOUSE)
def test_two_melds_are_accepted_with_exactly_the_points_that_cards_allow(
    house: HouseRules,
) -> None:
    for melds in range(3):
        for roem in every_roem(melds, house):
            assert_exactly_what_cards_allow(roem, house)


CROWDED: tuple[tuple[str, Roem, HouseRules], ...] = (
    ("four tricks are theirs, and they hold twelve cards", ((), (20,) * 4), HOUSES[0]),
    ("no blank card is left, so no trick is without points", ((100,) * 7, ()), HOUSES[1]),
    ("nine melds, the stuk by itself in one trick", ((20,) * 3, (20,) * 6), HOUSES[0]),
    ("three and four of one suit in a row", ((50,), (20, 20, 20, 40, 50, 100)), HOUSES[2]),
)


@pytest.mark.parametrize(
    ("why", "roem", "house"), CROWDED, ids=[why.replace(" ", "_") for why, _, _ in CROWDED]
)
def test_melds_that_leave_little_room_are_accepted_with_exactly_the_points_that_cards_allow(
    why: str, roem: Roem, house: HouseRules
) -> None:
    assert assert_exactly_what_cards_allow(roem, house), why


@pytest.mark.soak(short="test_two_melds_are_accepted_with_exactly_the_points_that_cards_allow")
@pytest.mark.parametrize("house", HOUSES)
def test_three_melds_are_accepted_with_exactly_the_points_that_cards_allow(
    house: HouseRules,
) -> None:
    for roem in every_roem(3, house):
        assert_exactly_what_cards_allow(roem, house)


@pytest.mark.soak(
    short="test_melds_that_leave_little_room_are_accepted_with_exactly_the_points_that_cards_allow"
)
@pytest.mark.parametrize("house", HOUSES)
def test_many_melds_are_accepted_with_exactly_the_points_that_cards_allow(
    house: HouseRules,
) -> None:
    random, can_lie = Random(1), 0
    for _ in range(60):
        melds = random.choices((20, 20, 50, 50, 40, 70, 100), k=random.randint(4, 9))
        place = random.randint(0, len(melds))
        roem = tuple(melds[:place]), tuple(melds[place:])
        can_lie += bool(assert_exactly_what_cards_allow(roem, house))
    assert 5 < can_lie < 55


def test_the_search_tells_what_is_possible_from_what_is_not() -> None:
    """Otherwise the tests above would prove less than they say."""
    assert 31 not in totals(((200,), ()))  # the jacks, and 5 is in no cards that are left
    assert {26, 30, 32, 162} <= totals(((200,), ()))
    assert totals(((), ())) == set(TOTALS) - {1, 161}
    assert totals(((40,), (70,))) == set()
    assert min(totals(((70,), ()))) == 37


@pytest.mark.parametrize("kind", ["conceded", "renege"])
def test_melds_that_do_not_fit_one_pack_are_refused_without_points_too(kind: str) -> None:
    dealt = {"kind": kind, "maker": 0} | ({"side": 0} if kind == "renege" else {})
    fours = [100, 100, 100, 100]  # no ace, king, queen or ten is left: no four in sequence
    assert problem_codes(dealt | {"roem": [fours, [50]]}) == [("roem", "roem_together")]
    assert problem_codes(dealt | {"roem": [fours, [20]]}) == []
    assert problem_codes(dealt | {"roem": [fours, [20, 200]]}) == []
    assert problem_codes(dealt | {"roem": [[*fours, 200], [20, 20, 20]]}) == []


def test_points_between_two_that_are_possible_name_them() -> None:
    table = Table(PLAYERS, HouseRules(), dealer=3)
    for points, roem in (((31, 131), ((200,), ())), ((131, 31), ((), (200,)))):
        dealt = Played(maker=0, points=points, roem=roem)
        (problem,) = checks.check(dealt, table)
        assert (problem.code, problem.field) == ("points_beside_roem", "points")
        named = {key: problem.values[key] for key in ("given", "below", "above")}
        assert named == {"given": 31, "below": 30, "above": 32}
