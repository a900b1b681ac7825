"""The tables of the rule page say what the score says."""

import pytest

from scorekeeper.core.tarock import ALL_POINTS
from scorekeeper.games.french_tarot.game import FRENCH_TAROT
from scorekeeper.games.french_tarot.plugin import DISTANCES, rule_page
from scorekeeper.games.french_tarot.rules import FACTORS, NEEDED, Contract, HouseRules
from tests.games.one_round import PLAYERS, score_of

TABLES = rule_page(HouseRules())


@pytest.mark.parametrize("playing", [3, 4, 5])
@pytest.mark.parametrize("contract", FACTORS)
def test_defenders_pay_and_takers_get_what_the_tables_say(contract: Contract, playing: int) -> None:
    for distance, paid in zip(DISTANCES, TABLES.paid[contract], strict=True):
        dealt = {"kind": "played", "taker": 0, "contract": contract, "bouts": 2}
        dealt |= {"points": NEEDED[2] + distance} | ({"partner": 1} if playing == 5 else {})
        points = score_of(FRENCH_TAROT, dealt, None, PLAYERS[:playing]).points
        assert points[0] == TABLES.shares[playing] * paid
        assert points[playing - 1] == -paid
        if playing == 5:
            assert points[1] == paid


def test_a_taker_alone_against_four_gets_as_many_shares_as_the_table_says() -> None:
    dealt = {"kind": "played", "taker": 0, "contract": "petite", "bouts": 2, "points": NEEDED[2]}
    points = score_of(FRENCH_TAROT, dealt, None, PLAYERS[:5]).points
    assert points[0] == TABLES.alone * TABLES.numbers.BASE


def test_the_cards_of_the_table_count_as_much_as_all_cards() -> None:
    values = dict(TABLES.values)
    plain = TABLES.pack.CARDS - 3 - 4 * 4
    of_suits = sum(4 * values[card] for card in ("K", "Q", "knight", "J"))
    assert 3 * values["bouts"] + of_suits + plain * values["others"] == ALL_POINTS
