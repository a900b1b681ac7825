"""Who stands where at the end of an evening."""

from scorekeeper.core.ledger import Ledger
from scorekeeper.summary.result import SidePlace, side_places
from tests.games.one_round import sheet_of
from tests.toy.rules import TOY


def ledger(*callers: int) -> Ledger:
    """Of a sheet of the made-up game: every call is worth 20, and 10 less to the others."""
    rounds = [{"kind": "called", "caller": caller, "points": 2} for caller in callers]
    return sheet_of(TOY, rounds, players=("Anna", "Bert", "Clara")).ledger


def test_the_highest_total_stands_first() -> None:
    played = ledger(1, 1, 2)
    assert played.totals[1] > played.totals[2] > played.totals[0]
    assert side_places(played) == (SidePlace(1, 1), SidePlace(2, 2), SidePlace(3, 0))


def test_equal_totals_share_a_place_and_the_next_one_is_left_out() -> None:
    assert side_places(ledger(0, 2)) == (SidePlace(1, 0), SidePlace(1, 2), SidePlace(3, 1))
    assert [place.number for place in side_places(ledger())] == [1, 1, 1]
