"""The beginning of a ledger is the ledger of the beginning; what is left out scores nothing."""

import pytest

from scorekeeper.core.game import RoundScore, Table
from scorekeeper.core.ledger import shortened, without_misfits
from tests.core.test_ledger import FIRST, SEATS, Counting, HouseRules, Toy, dealt, played

POINTS = (3, 4, -1, 5, 6)


@pytest.mark.parametrize("count", range(len(POINTS) + 2))
@pytest.mark.parametrize("deals", [None, 3])
def test_a_shortened_ledger_is_that_of_its_rounds(count: int, deals: int | None) -> None:
    house = HouseRules(deals)
    whole = played(*map(Toy, POINTS), house=house)
    assert shortened(Counting().game, whole, count) == played(
        *map(Toy, POINTS[:count]), house=house
    )


def test_shortening_scores_nothing() -> None:
    counting = Counting()
    shortened(counting.game, played(*map(Toy, POINTS)), 2)
    assert (counting.checked, counting.scored, counting.remembered) == (0, 0, 0)


def test_what_is_left_out_scores_nothing() -> None:
    _, dropped = without_misfits(Counting().game, FIRST, dealt(1, -1, 100, 100))
    nothing = (0,) * SEATS
    assert [(each.score, each.totals) for each in dropped] == [(RoundScore(nothing), nothing)] * 2


def test_what_is_left_out_is_called_by_the_deal_that_it_would_have_been() -> None:
    _, dropped = without_misfits(Counting().game, FIRST, dealt(1, -1, 100, 100))
    assert [each.label for each in dropped] == ["2", "3"]


def test_a_table_of_which_nothing_is_said_is_before_the_first_round() -> None:
    assert Table(SEATS, HouseRules(), 0).number == played().table.number == 1
