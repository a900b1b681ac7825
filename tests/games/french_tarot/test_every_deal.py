"""Every contract, every number of bouts, every count: tried against real cards and a formula."""

from decimal import Decimal
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from scorekeeper.core.codec import record_of
from scorekeeper.core.game import Table
from scorekeeper.core.ledger import score_of
from scorekeeper.games.french_tarot import checks
from scorekeeper.games.french_tarot.game import FRENCH_TAROT
from scorekeeper.games.french_tarot.rules import Camp, Chelem, Contract, Excuse, HouseRules, Played
from tests.games.french_tarot.real_cards import (
    CAMPS,
    CONTRACTS,
    every_count,
    is_half_too_much,
    written,
)

COUNTS = range(183)  # half points
MADE_BY = (None, *CAMPS)
TOLD = tuple(product(CAMPS, CAMPS, (True, False)))
Tale = tuple[str, str, bool]


def table_of(playing: int) -> Table[HouseRules]:
    return Table(playing, HouseRules(), playing - 1, 1, 0)


def excuse_of(told: Tale | None) -> Excuse | None:
    if told is None:
        return None
    return Excuse(owner=Camp(told[0]), trick=Camp(told[1]), last_trick=told[2])


def possible(
    playing: int, contract: str, bouts: int, petit: str | None, told: Tale | None, chelem: Any
) -> int:
    """The counts that some division of the pack makes; without a word all slams are."""
    counts = every_count(playing, contract)
    if chelem is not None:
        return counts.get((bouts, chelem.made_by, petit, told), 0)
    bits = 0
    for made_by in MADE_BY:
        bits |= counts.get((bouts, made_by, petit, told), 0)
    return bits & ~sum(1 << each for each in COUNTS if is_half_too_much(playing, each))


CHELEMS = (
    None,
    Chelem(announced=True, made_by=None),
    Chelem(announced=False, made_by=Camp.ATTACK),
    Chelem(announced=True, made_by=Camp.DEFENCE),
)


def judge(playing: int, contract: str, told: Tale | None, counts: Any = COUNTS) -> tuple[int, int]:
    """How many of all rounds were accepted and refused, each as the cards say."""
    table, accepted, refused = table_of(playing), 0, 0
    for bouts, petit, chelem in product(range(4), MADE_BY, CHELEMS):
        bits = possible(playing, contract, bouts, petit, told, chelem)
        for half_points in counts:
            observation = Played(
                taker=0,
                contract=Contract(contract),
                bouts=bouts,
                points=half_points,
                petit_au_bout=None if petit is None else Camp(petit),
                chelem=chelem,
                excuse=excuse_of(told),
            )
            found = list(checks.check(observation, table))
            assert (not found) == bool(bits >> half_points & 1), (playing, observation, found)
            accepted, refused = accepted + (not found), refused + bool(found)
    return accepted, refused


@pytest.mark.parametrize("playing", [3, 4, 5])
@pytest.mark.parametrize("contract", CONTRACTS)
def test_every_count_is_accepted_exactly_where_the_pack_makes_it(
    playing: int, contract: str
) -> None:
    accepted, refused = judge(playing, contract, None)
    assert accepted + refused == 4 * 3 * 4 * 183
    assert min(accepted, refused) > 1_000


@pytest.mark.parametrize("playing", [3, 4, 5])
@pytest.mark.parametrize("contract", CONTRACTS)
def test_so_it_is_where_the_points_were_counted_before_the_excuse_went_home(
    playing: int, contract: str
) -> None:
    random = Random(playing)
    for told in TOLD:
        accepted, refused = judge(playing, contract, told, random.sample(COUNTS, 12))
        assert min(accepted, refused) > 20


@pytest.mark.soak(short="test_every_count_is_accepted_exactly_where_the_pack_makes_it")
@pytest.mark.parametrize("playing", [3, 4, 5])
def test_so_it_is_for_each_of_these_counts(playing: int) -> None:
    for contract, told in product(CONTRACTS, TOLD):
        judge(playing, contract, told)


# ---- What it is worth -----------------------------------------------------------------------

TABLES = ((3, None), (4, None), (5, None), (5, 2))


@pytest.mark.parametrize(("playing", "partner"), TABLES)
@pytest.mark.parametrize("contract", CONTRACTS)
def test_every_contract_with_any_bouts_and_points_is_worth_what_the_formula_says(
    playing: int, partner: int | None, contract: str
) -> None:
    """Points that no cards make among them: the formula knows nothing of cards."""
    table, tried = table_of(playing), {True: 0, False: 0}
    for bouts, half_points in product(range(4), COUNTS):
        told = {"taker": 0, "partner": partner, "contract": contract, "bouts": bouts}
        observation = Played(
            taker=0, partner=partner, contract=Contract(contract), bouts=bouts, points=half_points
        )
        points = score_of(FRENCH_TAROT, observation, table).points
        wanted = written(told, Fraction(half_points, 2), list(range(playing)), playing)
        assert list(points) == wanted, observation
        assert sum(points) == 0
        tried[points[0] > 0] += 1
    assert tried == {True: 4 * 183 - 2 * (36 + 41 + 51 + 56), False: 2 * (36 + 41 + 51 + 56)}


@pytest.mark.parametrize("playing", [3, 4, 5])
def test_what_is_beside_the_contract_is_worth_what_the_formula_says(playing: int) -> None:
    """With every poignée, petit au bout, chelem and misère, won and lost."""
    table, tried = table_of(playing), 0
    table = table._replace(house=HouseRules(misere=20))
    shown: tuple[list[dict[str, Any]], ...] = (
        [], [{"seat": 1, "size": "simple"}], [{"seat": 0, "size": "double"}],
        [{"seat": 2, "size": "triple"}],
        [{"seat": 0, "size": "simple"}, {"seat": 1, "size": "double"}],
    )  # fmt: skip
    chelems = [{"announced": each, "made_by": by} for each in (True, False) for by in MADE_BY]
    every = product(CONTRACTS, (60, 82, 120), MADE_BY, shown, chelems, ([], [1], [0, 2]))
    for contract, half_points, petit, poignees, chelem, miseres in every:
        told = {
            "taker": 1, "contract": contract, "bouts": 2, "petit_au_bout": petit,
            "poignees": poignees, "chelem": chelem, "miseres": miseres,
        }  # fmt: skip
        observation = record_of(Played).read({**told, "points": Decimal(half_points) / 2}, playing)
        wanted = written(told, Fraction(half_points, 2), list(range(playing)), playing, 20)
        assert list(score_of(FRENCH_TAROT, observation, table).points) == wanted, told
        tried += 1
    assert tried == 4 * 3 * 3 * 5 * 6 * 3
