"""Points by agreement on a sheet: what they score, and that they leave the deals alone."""

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.core.agreed_points import Agreed
from scorekeeper.core.game import Game, Progress, Round, Table, Unit
from scorekeeper.core.ledger import (
    Ledger,
    extended,
    reason_of,
    replay,
    spelled_out,
    without_misfits,
)
from scorekeeper.core.phrases import Amount, Line, Phrase, Problem
from scorekeeper.core.seats import opposite_partners

DEALT = Round("dealt")
WHY = "penalty for Bert"


def game(deals: int | None = None, **more: Any) -> Game[Any, Any]:
    """Two sides; the dealer's side wins a point, and the game remembers how many deals."""
    return Game(
        slug="toy",
        seat_counts=(4,),
        kinds={"dealt": str},
        house=dict,
        sides=opposite_partners,
        check=lambda observation, table: (),
        lines=lambda observation, table: [Line(table.dealer % 2, 1, "dealt")],
        reason=lambda observation, table: (Phrase("dealt"),),
        beginning=lambda seats: 0,
        remember=lambda observation, table: table.past + (observation is not None),
        spelled_out=lambda observation, table: "spelled out",
        progress=lambda table: Progress(table.number, deals),
        **more,
    )


def agreed(*points: int, deal: bool = False, dealer: int | None = None) -> Round[Any]:
    return Round(Agreed(points=points, why=WHY, deal=deal), dealer)


def played(*rounds: Round[Any], at: Game[Any, Any] | None = None) -> Ledger:
    at = at or game()
    return replay(at, at.first_table(4, {}, 3), rounds)


def test_a_line_for_each_side_whose_points_are_not_0_adds_up_to_them() -> None:
    (first,) = played(agreed(-20, 0)).rounds
    assert first.score.points == (-20, 0)
    assert first.score.lines == (Line(0, -20, "agreed", {"why": WHY}),)
    assert played(DEALT, agreed(-20, 5)).totals == (-20, 6)


def test_points_beside_the_deals_leave_number_dealer_and_progress() -> None:
    alone, beside = played(DEALT), played(DEALT, agreed(1, 2), agreed(3, 4))
    assert beside.table == alone.table
    assert beside.deals == 1
    assert [each.label for each in beside.rounds] == ["1", "1a", "1b"]
    assert [each.number for each in beside.rounds] == [1, 2, 3]
    assert [each.dealer for each in beside.rounds] == [3, None, None]


def test_a_ledger_goes_on_counting_the_points_beside_its_last_deal() -> None:
    at, many = game(), [agreed(1, 2)] * 3
    ledger = extended(at, played(DEALT, *many, at=at), [*many, DEALT, agreed(1, 2)])
    labels = [each.label for each in ledger.rounds]
    assert labels == ["1", "1a", "1b", "1c", "1d", "1e", "1f", "2", "2a"]
    assert ledger == played(DEALT, *many, *many, DEALT, agreed(1, 2), at=at)


def test_points_for_a_deal_move_the_deal_on_and_count() -> None:
    ledger = played(DEALT, agreed(1, 2, deal=True), agreed(0, 3), DEALT)
    assert [each.label for each in ledger.rounds] == ["1", "2", "2a", "3"]
    assert [each.dealer for each in ledger.rounds] == [3, 0, None, 1]
    assert (ledger.table.dealer, ledger.table.number, ledger.table.past) == (2, 4, 2)


def test_the_last_deal_is_the_one_before_the_points_beside_it() -> None:
    ledger = played(DEALT, DEALT, agreed(1, 2), agreed(3, 4))
    assert ledger.last_deal is ledger.rounds[1]
    assert played(agreed(1, 2)).last_deal is None


def test_labels_before_the_first_deal_and_beyond_z() -> None:
    labels = [each.label for each in played(*[agreed(0, 1)] * 53, DEALT).rounds]
    assert labels[:2] == ["0a", "0b"]
    assert labels[25:28] == ["0z", "0aa", "0ab"]
    assert labels[52:] == ["0ba", "1"]


def test_a_label_can_be_told_of_rounds_to_come() -> None:
    ledger = played(DEALT, agreed(0, 1))
    assert [ledger.label_at(number) for number in range(1, 5)] == ["1", "1a", "2", "3"]


def test_the_game_says_what_it_remembers_of_a_deal_settled_by_agreement() -> None:
    counting = replace(game(), remember=lambda settled, table: table.past + 100 * (settled is None))
    assert played(agreed(1, 2, deal=True), at=counting).table.past == 100
    assert played(agreed(1, 2), at=counting).table.past == 0


def test_the_game_says_where_no_deal_is_settled_by_agreement() -> None:
    def never(table: Table[Any]) -> list[Problem]:
        return [Problem("no_deal_here", field="deal")]

    refusing = game(check_settled_deal=never)
    (found,) = played(agreed(1, 2, deal=True), at=refusing).misfits
    assert [each.code for each in found.problems] == ["no_deal_here"]
    assert found.score.points == (0, 0)
    assert played(agreed(1, 2), at=refusing).misfits == ()


@pytest.mark.parametrize("points", [(1,), (1, 2, 3), ()])
def test_there_is_a_number_for_every_side(points: tuple[int, ...]) -> None:
    (found,) = played(agreed(*points)).misfits
    assert found.problems == (Problem("list_length", {"count": 2}, "points"),)


@pytest.mark.parametrize("unit", [Unit.CENTS, Unit.CHIPS])
def test_money_and_chips_sum_to_zero(unit: Unit) -> None:
    money = game(unit=lambda house: unit)
    (found,) = played(agreed(30, -20), at=money).misfits
    assert found.problems == (Problem("agreed_sum", {"given": Amount(10)}, "points"),)
    assert played(agreed(20, -20), at=money).totals == (20, -20)


def test_a_finished_sheet_takes_points_beside_its_deals_and_no_further_deal() -> None:
    short = game(deals=1)
    ledger = played(DEALT, agreed(-5, 0), agreed(1, 1, deal=True), at=short)
    assert [each.problems for each in ledger.rounds[:2]] == [(), ()]
    assert [each.code for each in ledger.rounds[2].problems] == ["finished"]
    assert ledger.totals == (-5, 1)
    assert ledger.finished


def test_they_are_told_in_the_words_of_the_table_and_mean_the_same_under_other_rules() -> None:
    table = played().table
    observation = agreed(1, 2).observation
    assert list(reason_of(game(), observation, table)) == [Phrase("agreed", {"why": WHY})]
    in_place = replace(observation, deal=True)
    assert list(reason_of(game(), in_place, table)) == [Phrase("agreed_deal", {"why": WHY})]
    assert list(reason_of(game(), "dealt", table)) == [Phrase("dealt")]
    assert spelled_out(game(), observation, table) is observation
    assert spelled_out(game(), "dealt", table) == "spelled out"


def test_what_does_not_fit_is_left_out_without_moving_a_deal() -> None:
    rounds = (DEALT, agreed(1), agreed(2, 3), DEALT)
    kept, dropped = without_misfits(game(), game().first_table(4, {}, 3), rounds)
    assert kept == (DEALT, rounds[2], DEALT)
    assert [each.number for each in dropped] == [2]
    assert [each.dealer for each in played(*kept).rounds] == [3, None, 0]


def test_only_what_the_rules_scored_is_scored() -> None:
    ledger = played(DEALT, agreed(1, 2), agreed(1, deal=True), DEALT)
    assert [each.number for each in ledger.scored] == [1, 4]
    assert ledger._replace(rounds=()).scored == ()
