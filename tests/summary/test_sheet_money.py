"""How a sheet becomes money, round by round or pair by pair: it adds up to the balances."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from scorekeeper.core.stake import SettledPair, Stake, settled_pairs
from scorekeeper.files.sheet import Sheet
from scorekeeper.games.registry import GAMES
from scorekeeper.summary.result import (
    balances,
    cents_of_round,
    numbered_stretches,
    stretches,
)
from tests.games.one_round import PLAYERS, sheet_of
from tests.summary.test_sheet_balances import (
    A_CENT_FOR_TEN,
    EVA_FROM_2_TO_3,
    FOR_POINTS,
    WITH_PARTNERS,
    changes,
    evening,
)
from tests.toy.rules import TOY

CENT_FOR_TEN = Stake(1, 10)


def of_pairs(sheet: Sheet, stake: Stake) -> dict[str, int]:
    """What all pairs of all stretches come to."""
    found = Counter[str]()
    for stretch in stretches(sheet):
        for pair in settled_pairs(stretch, stake):
            for winner, loser in zip(pair.winners, pair.losers, strict=True):
                found[winner] += pair.cents
                found[loser] -= pair.cents
    return dict(found)


def test_partners_settle_one_difference_a_stretch() -> None:
    """19 points with Anna, 38 with Eva in her place, 9 with Anna again."""
    rounds = [19, 0], [19, 0], [0, 39], [9, 9]
    sheet = evening(WITH_PARTNERS, *rounds, stake=A_CENT_FOR_TEN, seating=EVA_FROM_2_TO_3)
    bert, anna, eva = ("Bert", "Dirk"), ("Anna", "Clara"), ("Eva", "Clara")
    found = [
        (rounds, tuple(settled_pairs(stretch, CENT_FOR_TEN)))
        for rounds, stretch in numbered_stretches(sheet)
    ]
    assert found == [
        (range(1, 2), (SettledPair(anna, bert, 19, 1),)),
        (range(2, 4), (SettledPair(bert, eva, 20, 2),)),
        (range(4, 5), (SettledPair(anna, bert, 0, 0),)),
    ]
    assert [CENT_FOR_TEN.drops_fraction(pairs[0].difference) for _, pairs in found] == [
        True,
        False,
        False,
    ]


@pytest.mark.parametrize("slug", FOR_POINTS)
@settings(max_examples=50)
@given(
    some.lists(some.lists(some.integers(-10_000, 10_000), min_size=4, max_size=4), max_size=4),
    changes,
    some.builds(Stake, some.integers(1, 1000), some.integers(1, 1000)),
)
def test_the_pairs_of_all_stretches_are_the_balances(
    slug: str, rounds: list[list[int]], seated: list[tuple[int, int, str]], stake: Stake
) -> None:
    sides = len(GAMES[slug].sides(4))
    names, seating = list(PLAYERS[:4]), list[Any]()
    for number, seat, player in sorted(seated):
        if player not in names and number <= len(rounds) + 1:
            names[seat] = player
            seating.append({"round": number, "seat": seat, "player": player})
    told = {"cents": stake.cents, "per": stake.per}
    sheet = evening(slug, *(each[:sides] for each in rounds), stake=told, seating=seating)
    found = balances(sheet)
    assert found is not None
    assert dict.fromkeys(found, 0) | of_pairs(sheet, stake) == found


def test_where_points_are_cents_the_rounds_add_up() -> None:
    rounds = [{"kind": "called", "caller": 0, "points": 2}] * 2
    seating = [{"round": 2, "seat": 1, "player": "Eva"}]
    sheet = sheet_of(TOY, rounds, players=PLAYERS[:3], seating=seating)
    first, second = (cents_of_round(sheet, played) for played in sheet.ledger.rounds)
    assert first == {"Anna": 40, "Bert": -20, "Clara": -20}
    assert second == {"Anna": 40, "Eva": -20, "Clara": -20}
    together = Counter[str](first)
    together.update(second)
    assert dict(together) == balances(sheet)
