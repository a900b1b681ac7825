"""The tables of the rule page say what the score says."""

from scorekeeper.games.tuebinger_tarock.game import TUEBINGER_TAROCK
from scorekeeper.games.tuebinger_tarock.plugin import PLUGIN
from scorekeeper.games.tuebinger_tarock.rules import HouseRules
from tests.games.one_round import score_of

TABLES = PLUGIN.rule_page(HouseRules())


def scored(**dealt: object) -> tuple[int, ...]:
    return score_of(TUEBINGER_TAROCK, dealt, None, ("Anna", "Bert", "Clara", "Dirk")).points


def test_the_ruf_that_the_page_works_out_is_scored_so() -> None:
    result, lost = TABLES.shown_result, TABLES.numbers.RUF_LOST_TIMES * TABLES.shown_result
    assert scored(kind="ruf", caller=0, called=1, points=TABLES.shown) == (result, result, 0, 0)
    theirs = TABLES.pack.ALL_POINTS - TABLES.shown
    assert scored(kind="ruf", caller=0, called=1, points=theirs) == (-lost, 0, 0, 0)


def test_a_tout_is_scored_as_the_table_says() -> None:
    by_tricks = [
        TABLES.numbers.GROSSER_TOUT,
        TABLES.numbers.KLEINER_TOUT,
        TABLES.numbers.FAILED_TOUT,
    ]
    for fewer, points in enumerate(by_tricks):
        tout = scored(kind="tout", soloist=0, tricks=TABLES.numbers.TRICKS - fewer)
        assert tout == (points, 0, 0, 0)


def test_the_cards_of_the_table_count_as_much_as_all_cards() -> None:
    values = dict(TABLES.values)
    plain = TABLES.pack.CARDS - 3 - 4 * 4
    of_suits = sum(4 * values[card] for card in ("K", "Q", "knight", "J"))
    assert 3 * values["honours"] + of_suits + plain * values["others"] == TABLES.pack.ALL_POINTS
