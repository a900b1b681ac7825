"""With whom as dealer a round could have happened; and rounds that nobody understands any more."""

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.core.game import Game, Round, Table, Unreadable
from scorekeeper.core.ledger import other_dealers, reason_of
from scorekeeper.core.phrases import Problem
from tests.core.test_agreed import game, played


def dealt_by(*seats: int) -> Game[Any, Any]:
    """A game whose rounds can only have happened where one of these dealt."""

    def check(observation: Any, table: Table[Any]) -> list[Problem]:
        return [] if table.dealer in seats else [Problem("dealer")]

    return replace(game(), check=check)


@pytest.mark.parametrize(
    ("seats", "others"),
    [((), ()), ((0,), ()), ((0, 1), ()), ((1,), (1,)), ((3,), (3,)), ((1, 2, 3), (1, 2, 3))],
)
def test_others_are_asked_about_only_where_this_dealer_cannot_be(
    seats: tuple[int, ...], others: tuple[int, ...]
) -> None:
    table = played().table._replace(dealer=0)
    assert other_dealers(dealt_by(*seats), "dealt", table) == others


def test_a_round_that_nobody_understands_any_more_is_told_in_no_words() -> None:
    unreadable = Unreadable({"kind": "poker"}, (Problem("unknown_kind"),))
    assert tuple(reason_of(game(), unreadable, played().table)) == ()
    (kept,) = played(Round(unreadable)).rounds
    assert (kept.problems, kept.score.points) == (unreadable.problems, (0, 0))
