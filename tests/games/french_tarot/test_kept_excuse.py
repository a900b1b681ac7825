"""A side that has no card of 0.5 to give for its Excuse: what it may count, and how it is told.

Every pile of courts and bouts alone is tried, for both camps. Counted where the Excuse lies, and
told so, each is accepted and written right. Counted with the Excuse taken back for nothing, it is
accepted, or refused with a button that leads to where the Excuse can be told of.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

import pytest

from scorekeeper.core.game import Table
from scorekeeper.core.ledger import score_of
from scorekeeper.games.french_tarot import checks
from scorekeeper.games.french_tarot.form import DealForm
from scorekeeper.games.french_tarot.game import FRENCH_TAROT
from scorekeeper.games.french_tarot.rules import (
    Camp,
    Chelem,
    Contract,
    Excuse,
    HouseRules,
    Played,
)
from tests.games.french_tarot.real_cards import CHIEN, CONTRACTS, HANDS, written

KING, COURTS = 9, (9, 7, 5, 3)  # half points
ALL = 182


@dataclass(frozen=True)
class Pile:
    """The tricks of a camp that played the Excuse to a trick of the others, and what it laid away.

    *half_points* and *bouts* are those of the pile, without the Excuse.
    """

    camp: str
    tricks: int
    half_points: int
    bouts: int
    has_petit: bool


def piles(playing: int, contract: str, camp: str) -> Iterator[Pile]:
    """Every pile without a card of 0.5."""
    has_chien = (camp == "attack") == (contract != "garde_contre")
    is_ecart = has_chien and contract in ("petite", "garde")
    for tricks, petit, highest in product(range(HANDS[playing]), (0, 1), (0, 1)):
        cards = tricks * playing + (CHIEN[playing] if has_chien else 0) - petit - highest
        for courts in product(range(5), repeat=4):
            honours = courts[0] + petit + highest
            if sum(courts) != cards or (is_ecart and honours > tricks * playing):
                continue
            half_points = sum(many * worth for many, worth in zip(courts, COURTS, strict=True))
            half_points += KING * (petit + highest)
            yield Pile(camp, tricks, half_points, petit + highest, bool(petit))


def told(pile: Pile, contract: str, playing: int) -> Iterator[Played]:
    """The deal counted where the Excuse lies, with every petit au bout that can be."""
    own = pile.camp == "attack"
    counted = pile.half_points if own else ALL - pile.half_points
    plain = Played(
        taker=0,
        contract=Contract(contract),
        bouts=pile.bouts + 1 if own else 2 - pile.bouts,
        points=counted,
        excuse=Excuse(owner=Camp(pile.camp), trick=others_of(pile.camp), last_trick=False),
    )
    if pile.tricks == 0:
        plain = replace(plain, chelem=Chelem(announced=False, made_by=others_of(pile.camp)))
    yield plain
    if pile.has_petit and pile.tricks:
        yield replace(plain, petit_au_bout=Camp(pile.camp))
    elif not pile.has_petit and pile.tricks < HANDS[playing] - 1:
        yield replace(plain, petit_au_bout=others_of(pile.camp))


def others_of(camp: str) -> Camp:
    return Camp.DEFENCE if camp == "attack" else Camp.ATTACK


def taken_back(observation: Played) -> Played:
    """The same deal with the Excuse counted by its owner, who gave nothing for it."""
    assert observation.excuse is not None
    gained = KING if observation.excuse.owner is Camp.ATTACK else -KING
    return replace(observation, points=observation.points + gained, excuse=None)


def expect_written(observation: Played, table: Table[HouseRules], playing: int) -> None:
    assert observation.excuse is not None
    moved = 8 if observation.excuse.owner is Camp.ATTACK else -8
    deal = {
        "taker": 0,
        "contract": observation.contract.value,
        "bouts": observation.bouts,
        "petit_au_bout": observation.petit_au_bout,
        "chelem": observation.chelem
        and {"announced": False, "made_by": observation.chelem.made_by},
    }
    given = {key: value for key, value in deal.items() if value is not None}
    points = Fraction(observation.points + moved, 2)
    wanted = written(given, points, list(range(playing)), playing)
    assert list(score_of(FRENCH_TAROT, observation, table).points) == wanted, observation


@pytest.mark.parametrize("playing", [3, 4, 5])
@pytest.mark.parametrize("camp", ["attack", "defence"])
def test_an_excuse_that_nothing_can_be_given_for_is_counted_where_it_lies(
    playing: int, camp: str
) -> None:
    table = Table(playing, HouseRules(), playing - 1, 1, 0)
    tried = refused = 0
    for contract in CONTRACTS:
        found_piles = piles(playing, contract, camp)
        deals = {each for pile in found_piles for each in told(pile, contract, playing)}
        for observation in deals:
            assert list(checks.check(observation, table)) == [], observation
            expect_written(observation, table, playing)
            found = list(checks.check(taken_back(observation), table))
            for problem in found:
                assert DealForm.problem_folds.get(problem.code) == "excuse", (observation, found)
            tried, refused = tried + 1, refused + bool(found)
    assert tried > 400
    assert refused > 200 if playing == 4 else refused == 0  # elsewhere halves are nothing special
