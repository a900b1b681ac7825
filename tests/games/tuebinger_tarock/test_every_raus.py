"""The piles of a Raus: every sum of four, and whatever a table may tell beside them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from random import Random
from types import MappingProxyType
from typing import Any

import pytest

from scorekeeper.core.game import Table
from scorekeeper.core.ledger import score_of
from scorekeeper.games.tuebinger_tarock import checks, rules
from scorekeeper.games.tuebinger_tarock.game import TUEBINGER_TAROCK
from scorekeeper.games.tuebinger_tarock.rules import HouseRules, Ski, Strafe, What
from tests.games.tuebinger_tarock.real_cards import any_deal, empty_seats
from tests.games.tuebinger_tarock.searching import Raus, could_be, sum_could_be

ALONE = (0, 1, 2, 3)
FATES = ("fein", "einser_gefasst", "einser_fein_gefasst")


def observation(told: Raus) -> rules.Raus:
    strafen = [] if told.fate is None else [Strafe(seat=told.fate[1], what=What(told.fate[0]))]
    if told.skimon is not None:
        strafen.append(Strafe(seat=told.skimon, what=What.SKIMON))
    ski = None
    if told.ski is not None:
        ski = Ski(owner=told.ski[0], trick=told.ski[1], last_trick=told.ski[2])
    piles = (told.piles[0], told.piles[1], told.piles[2], told.piles[3])
    return rules.Raus(
        soloist=told.soloist,
        piles=piles,
        empty=told.empty,
        kept=told.kept,
        ski=ski,
        strafen=tuple(strafen),
    )


def problems(told: Raus, house: Mapping[str, Any] = MappingProxyType({})) -> list[str]:
    found = checks.check(observation(told), Table(4, HouseRules(**house), told.dealer))
    return [problem.code for problem in found]


# ---- Four piles and nothing more -------------------------------------------------------------


def every_sum() -> Iterator[tuple[int, ...]]:
    """The dealer's pile and three others, the larger first: all whole points there are."""
    for dealer in range(92):
        for most in range(92 - dealer):
            for more in range(min(most, 91 - dealer - most) + 1):
                least = 91 - dealer - most - more
                if least <= more:
                    yield 2 * dealer, 2 * most, 2 * more, 2 * least


def judge_sums(step: int) -> Counter[bool]:
    judged = Counter[bool]()
    for piles in list(every_sum())[::step]:
        for soloist in (0, 1):
            told = Raus(0, soloist, piles)
            found = problems(told)
            assert (found == []) == sum_could_be(0, piles), (piles, found)
            judged[found == []] += 1
    return judged


def test_many_sums_of_four_piles_are_accepted_exactly_where_cards_make_them() -> None:
    assert min(judge_sums(31).values()) > 30


@pytest.mark.soak(short="test_many_sums_of_four_piles_are_accepted_exactly_where_cards_make_them")
def test_every_sum_of_four_piles_is_accepted_exactly_where_cards_make_it() -> None:
    judged = judge_sums(1)
    assert sum(judged.values()) == 2 * 23_432


# ---- With all that may be told ---------------------------------------------------------------


def told_truly(random: Random) -> Raus:
    """A real deal, as a table might tell it."""
    deal = any_deal(random)
    soloist = random.randrange(4)
    exchanged = deal.exchanged(ALONE)
    ski = (deal.ski["owner"], deal.ski["trick"], deal.ski["last_trick"])
    fate = deal.fate([int(seat == soloist) for seat in ALONE])
    before = random.random() < 0.4 or exchanged is None
    piles = deal.taken(ALONE) if before or exchanged is None else exchanged
    skimon = [each["seat"] for each in deal.strafen(ALONE) if each["what"] == "skimon"]
    return Raus(
        deal.dealer,
        soloist,
        tuple(taken.halves for taken in piles),
        tuple(empty_seats(deal, soloist)),
        ski if before else None,
        (fate["what"], fate["seat"]) if fate and random.random() < 0.5 else None,
        skimon[0] if skimon and random.random() < 0.5 else None,
        deal.keeper(ALONE) if random.random() < 0.5 else None,
    )


def small(random: Random) -> Raus:
    """Some small piles, where hardly anything is possible."""
    halves = (0, 4, 8, 9, 10, 11, 12, 16, 19, 20, 24, 25, 28, 30, 32, 34)
    piles = [random.choice(halves) for _ in ALONE]
    rich = random.randrange(4)
    piles[rich] = 182 - sum(piles) + piles[rich]
    soloist = random.randrange(4)
    opponents = [seat for seat in ALONE if seat != soloist]
    empty = tuple(seat for seat in opponents if random.random() < 0.4 and piles[seat] < 50)
    ski = random.choice((None, (random.randrange(4), random.randrange(4), random.random() < 0.4)))
    fate = (random.choice(FATES), random.randrange(4)) if random.random() < 0.4 else None
    skimon = random.randrange(4) if random.random() < 0.2 else None
    kept = random.randrange(4) if random.random() < 0.2 else None
    return Raus(random.randrange(4), soloist, tuple(piles), empty, ski, fate, skimon, kept)


def high(random: Random) -> Raus:
    """A Skimon beside small piles: 21, Ski and Einser lie in three tricks, and the 21 won its."""
    told, seat = small(random), random.randrange(4)
    fate = None if told.fate is None else (told.fate[0], seat)
    ski = None if told.ski is None else (seat, *told.ski[1:])
    return replace(told, skimon=seat, fate=fate, ski=ski)


def pushed(told: Raus, random: Random) -> Raus:
    """The same with something told wrongly."""
    piles = list(told.piles)
    for _ in range(random.choice((0, 1, 1, 2))):
        giver, taker = random.sample(ALONE, 2)
        some = min(piles[giver], random.choice((1, 2, 2, 4, 8, 9, 20)))
        piles[giver] -= some
        piles[taker] += some
    opponents = [seat for seat in ALONE if seat != told.soloist and piles[seat] < 50]
    empty = told.empty if random.random() < 0.6 else tuple(opponents)
    ski, fate, skimon = told.ski, told.fate, told.skimon
    if ski is not None and random.random() < 0.4:
        ski = (random.choice((ski[0], random.randrange(4))), random.randrange(4), ski[2])
    if random.random() < 0.3:
        fate = (random.choice(FATES), random.randrange(4) if skimon is None else skimon)
    kept = random.randrange(4) if random.random() < 0.1 else told.kept
    return Raus(told.dealer, told.soloist, tuple(piles), empty, ski, fate, skimon, kept)


def judge(random: Random, deals: int) -> Counter[bool]:
    judged = Counter[bool]()
    for _ in range(deals):
        told = random.choice((told_truly, told_truly, small, high))(random)
        if random.random() < 0.8:
            told = pushed(told, random)
        found = problems(told)
        accepted = found in ([], ["kept_unclear"])  # test_kept_ski says where that is asked
        assert accepted == could_be(told), (told, found)
        judged[accepted] += 1
    return judged


def test_many_a_raus_is_accepted_exactly_where_cards_make_it() -> None:
    assert min(judge(Random(1), 100).values()) > 20


@pytest.mark.soak(short="test_many_a_raus_is_accepted_exactly_where_cards_make_it")
def test_any_raus_is_accepted_exactly_where_cards_make_it() -> None:
    assert min(judge(Random(2), 20_000).values()) > 5_000


# ---- What may be added -----------------------------------------------------------------------


def best_by_hand(piles: tuple[int, ...], empty: tuple[int, ...], add: str) -> int:
    """Seat 0 plays alone: the most the opponents can make of it."""
    highest = max(piles[1:])
    made = []
    for base in (1, 2, 3):
        if piles[base] == highest:
            others = sorted((piles[seat] for seat in empty if seat != base), reverse=True)
            made.append(highest + sum(others if add == "every" else others[:1]))
    return max(made)


def test_every_empty_pile_is_added_where_it_may() -> None:
    tried = 0
    values = (0, 2, 4, 6, 8, 10)
    switches = product(("every", "one"), ("lost", "won"))
    for second, third, best, named, (add, tie) in product(
        values, values, (23, 30, 31, 32, 37), ((), (2,), (3,), (2, 3)), switches
    ):
        piles = (91 - best - second - third, best, second, third)
        told = Raus(0, 0, tuple(2 * each for each in piles), named)
        house = HouseRules(raus_add=rules.Added(add), raus_tie=rules.Tie(tie))
        if problems(told):
            continue
        wanted = best_by_hand(piles, named, add)
        won = piles[0] > wanted or (piles[0] == wanted and tie == "won")
        written = 3 * (piles[0] - 18) if won else -3 * (wanted - 18)
        score = score_of(TUEBINGER_TAROCK, observation(told), Table(4, house, 0))
        assert score.points == (written, 0, 0, 0), (told, house)
        tried += 1
    assert tried > 1_000
