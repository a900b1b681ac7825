"""Tafferand is small: every count and every claim is tried, against a search over real cards.

The search knows nothing of rules: it deals tricks, hearts and queens to four seats in every way
there is, lays king and queen of hearts where they can lie, and writes down what a table would see.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest

from scorekeeper.core.ledger import problems_of
from scorekeeper.core.phrases import Problem
from scorekeeper.games.tafferand.game import TAFFERAND
from scorekeeper.games.tafferand.rules import (
    Damen,
    DurchmarschBy,
    General,
    Herz,
    HouseRules,
    Observation,
    Stiche,
)

pytestmark = pytest.mark.xdist_group("every_general")  # the search is long enough once

WHOLE = {"tricks": 13, "hearts": 13, "queens": 4}
LEFT_OUT = "left out"
SHARED = None
Claim = int | str | None
CLAIMS: tuple[Claim, ...] = (LEFT_OUT, SHARED, 0, 1, 2, 3)
NO_CLAIM: tuple[Claim, ...] = (LEFT_OUT,)
Observed = tuple[int, int, int, int, Claim, Claim, Claim]  # king; tricks, hearts, queens of side 0
TABLES = {by: TAFFERAND.first_table(4, HouseRules(by), 3) for by in DurchmarschBy}


def ways(cards: int) -> list[tuple[int, int, int, int]]:
    """Every way to deal so many to four seats."""
    return [
        (a, b, c, cards - a - b - c)
        for a in range(cards + 1)
        for b in range(cards + 1 - a)
        for c in range(cards + 1 - a - b)
    ]


def claim(seats: tuple[int, int, int, int]) -> Claim:
    """What the table says about a group dealt like this."""
    holders = [seat for seat, held in enumerate(seats) if held]
    if {0, 1} <= {seat % 2 for seat in holders}:
        return LEFT_OUT
    return holders[0] if len(holders) == 1 else SHARED


def of_side_0(seats: tuple[int, int, int, int]) -> int:
    return seats[0] + seats[2]


Cards = tuple[int, int, int, Claim, Claim]  # king; hearts and queens of side 0, and their claims
Needs = tuple[int, int, int, int]  # tricks that every seat needs at least


def cards_on_the_table() -> Iterator[tuple[Cards, Needs]]:
    """Every way for hearts and queens to lie, and the tricks they need at every seat."""
    queens = [(seats, of_side_0(seats), claim(seats)) for seats in ways(4)]
    for hearts in ways(13):
        here, said = of_side_0(hearts), claim(hearts)
        kings = [seat for seat in range(4) if hearts[seat]]
        for queens_held, queens_here, queens_said in queens:
            for queen in [seat for seat in kings if queens_held[seat]]:
                held = [a + b for a, b in zip(hearts, queens_held, strict=True)]
                held[queen] -= 1  # one card, heart and queen
                needs = (*[-(-cards // 4) for cards in held],)
                for king in kings:
                    if king != queen or hearts[king] > 1:
                        observation = (king, here, queens_here, said, queens_said)
                        yield observation, (needs[0], needs[1], needs[2], needs[3])


@cache
def tricks_that_hold(needs: Needs) -> frozenset[tuple[int, Claim]]:
    """The counts of tricks that a table can report when every seat has at least so many."""
    return frozenset(
        (of_side_0(seats), claim(seats))
        for seats in ways(13)
        if all(had >= needed for had, needed in zip(seats, needs, strict=True))
    )


@cache
def possible() -> frozenset[Observed]:
    """Every General that a table can report, with every claim that can be made."""
    return frozenset(
        (king, tricks, hearts, queens, said, hearts_said, queens_said)
        for (king, hearts, queens, hearts_said, queens_said), needs in set(cards_on_the_table())
        for tricks, said in tricks_that_hold(needs)
    )


@cache
def with_claims_left_out() -> frozenset[Observed]:
    """The same, any of the claims kept or left out."""
    return frozenset(
        (king, tricks, hearts, queens, said[0], said[1], said[2])
        for king, tricks, hearts, queens, *claims in possible()
        for said in product(*({each, LEFT_OUT} for each in claims))
    )


def can_happen(by: DurchmarschBy) -> frozenset[Observed]:
    return possible() if by is DurchmarschBy.PLAYER else with_claims_left_out()


def general(observation: Observed) -> General:
    king, tricks, hearts, queens, *claims = observation
    said = zip(WHOLE, claims, strict=True)
    durchmarsch: Any = tuple((group, who) for group, who in said if who != LEFT_OUT)
    return General(
        king=king,
        tricks=(tricks, 13 - tricks),
        hearts=(hearts, 13 - hearts),
        queens=(queens, 4 - queens),
        durchmarsch=durchmarsch,
    )


def problems(
    observation: Observation, by: DurchmarschBy = DurchmarschBy.PLAYER
) -> tuple[Problem, ...]:
    return problems_of(TAFFERAND, observation, TABLES[by])


def claims_of(count: int, whole: int) -> tuple[Claim, ...]:
    return CLAIMS if count in (0, whole) else NO_CLAIM


def every_general(every_claim: bool) -> Iterator[Observed]:
    """Every count that adds up, with every claim; or claims only where there is one to make."""
    for king, tricks, hearts, queens in product(range(4), range(14), range(14), range(5)):
        counts = zip((tricks, hearts, queens), WHOLE.values(), strict=True)
        offered = [CLAIMS if every_claim else claims_of(*each) for each in counts]
        for said in product(*offered):
            yield (king, tricks, hearts, queens, said[0], said[1], said[2])


def assert_judged_as_by_the_cards(observation: Iterable[Observed], by: DurchmarschBy) -> int:
    can, tried = can_happen(by), 0
    for each in observation:
        found = problems(general(each), by)
        assert bool(found) != (each in can), (each, found)
        assert all(problem.field for problem in found)
        tried += 1
    return tried


@pytest.mark.parametrize("by", DurchmarschBy)
def test_a_general_is_accepted_if_and_only_if_cards_can_lie_like_that(by: DurchmarschBy) -> None:
    assert assert_judged_as_by_the_cards(every_general(every_claim=False), by) == 34_560


@pytest.mark.soak(short="test_a_general_is_accepted_if_and_only_if_cards_can_lie_like_that")
@pytest.mark.parametrize("by", DurchmarschBy)
def test_whatever_is_claimed_about_a_general_is_judged_by_the_cards(by: DurchmarschBy) -> None:
    assert assert_judged_as_by_the_cards(every_general(every_claim=True), by) == 846_720


def test_the_search_finds_both_kinds_of_general() -> None:
    """Otherwise the tests above would prove less than they say."""
    assert (2, 4, 13, 1, LEFT_OUT, 0, LEFT_OUT) not in possible()  # the king lies elsewhere
    assert (0, 4, 13, 1, LEFT_OUT, 0, LEFT_OUT) in possible()
    assert (0, 3, 13, 1, LEFT_OUT, 0, LEFT_OUT) not in possible()  # thirteen hearts in three tricks
    assert (0, 13, 13, 4, 0, 0, 0) in possible()
    assert (0, 13, 13, 4, SHARED, SHARED, SHARED) in possible()
    assert len(possible()) < len(with_claims_left_out()) < 34_560 / 2


def test_what_is_said_of_a_general_under_player_is_also_true_under_party() -> None:
    for observation in possible():
        assert not problems(general(observation), DurchmarschBy.PARTY)


def test_everybody_moving_one_seat_changes_nothing() -> None:
    for king, tricks, hearts, queens, *said in list(every_general(every_claim=False))[::7]:
        moved = [each if each in (LEFT_OUT, SHARED) else (int(each or 0) + 1) % 4 for each in said]
        counts = (13 - tricks, 13 - hearts, 4 - queens)
        here = problems(general((king, tricks, hearts, queens, said[0], said[1], said[2])))
        there = problems(general(((king + 1) % 4, *counts, moved[0], moved[1], moved[2])))
        assert [each.code for each in here] == [each.code for each in there]


@pytest.mark.parametrize("group", WHOLE)
def test_a_sum_that_is_not_the_packs_is_refused_at_its_group(group: str) -> None:
    right: dict[str, Any] = {"tricks": (4, 9), "hearts": (6, 7), "queens": (2, 2)}
    tried = 0
    for here, there in product(range(WHOLE[group] + 1), repeat=2):
        if here + there == WHOLE[group]:
            continue
        observation = General(king=0, **(right | {group: (here, there)}))
        assert [(each.code, each.field) for each in problems(observation)] == [("sum", group)]
        tried += 1
    assert tried == WHOLE[group] * (WHOLE[group] + 1)


SINGLE: dict[str, type[Any]] = {"tricks": Stiche, "hearts": Herz, "queens": Damen}


@pytest.mark.parametrize("by", DurchmarschBy)
@pytest.mark.parametrize("group", SINGLE)
def test_one_group_alone_is_accepted_if_and_only_if_it_can_be_dealt(
    group: str, by: DurchmarschBy
) -> None:
    """Every pair of counts, with every claim about every group."""
    can = {(of_side_0(seats), claim(seats)) for seats in ways(WHOLE[group])}
    if by is DurchmarschBy.PARTY:
        can |= {(count, LEFT_OUT) for count, _ in can}
    others = [key for key in WHOLE if key != group]
    counts = range(WHOLE[group] + 1)
    elsewhere: tuple[Claim, ...] = (LEFT_OUT, SHARED, 1)
    for here, there, mine, *rest in product(counts, counts, CLAIMS, elsewhere, elsewhere):
        said = {group: mine} | dict(zip(others, rest, strict=True))
        made = tuple((key, said[key]) for key in WHOLE if said[key] != LEFT_OUT)
        found = problems(SINGLE[group](durchmarsch=made, **{group: (here, there)}), by)
        fits = here + there == WHOLE[group] and (here, mine) in can
        assert bool(found) != (fits and rest == [LEFT_OUT, LEFT_OUT]), (here, there, made)
