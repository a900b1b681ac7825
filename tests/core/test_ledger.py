"""Replay: a toy game at a toy table, from the first round to the last."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.game import Game, Progress, Round, RoundScore, Table, Unreadable
from scorekeeper.core.ledger import (
    Ledger,
    other_dealers,
    problems_of,
    replay,
    without_misfits,
)
from scorekeeper.core.phrases import Line, Problem
from scorekeeper.core.seats import every_seat_alone

SEATS = 3


@dataclass(frozen=True)
class HouseRules:
    """How long a toy sheet is."""

    deals: int | None = None


@dataclass(frozen=True)
class Toy:
    """The dealer wins so many points; negative ones cannot be."""

    points: int
    again: bool = False  # the same dealer deals again


class Counting:
    """A toy game that counts what it is asked."""

    def __init__(self) -> None:
        self.checked = self.scored = self.remembered = 0

    def check(self, observation: Toy, table: Table[HouseRules]) -> Iterator[Problem]:
        self.checked += 1
        if observation.points < 0:
            yield Problem("range", {"low": 0}, "points")
        if observation.points in table.past:
            yield Problem("had_before", {"points": observation.points}, "points")

    def lines(self, observation: Toy, table: Table[HouseRules]) -> list[Line]:
        assert observation.points >= 0, "a round that cannot be is never scored"
        self.scored += 1
        return [Line(table.dealer, observation.points, "dealt")]

    def remember(self, observation: Toy, table: Table[HouseRules]) -> frozenset[int]:
        self.remembered += 1
        kept: frozenset[int] = table.past
        return kept | {observation.points} if observation.points >= 100 else kept

    @property
    def game(self) -> Game[Toy, HouseRules]:
        return Game(
            slug="toy",
            seat_counts=(SEATS,),
            kinds={"toy": Toy},
            house=HouseRules,
            sides=every_seat_alone,
            check=self.check,
            lines=self.lines,
            reason=lambda observation, table: (),
            beginning=lambda seats: frozenset(),
            remember=self.remember,
            next_dealer=lambda observation, table: (
                (table.dealer + (not observation.again)) % table.seats
            ),
            progress=lambda table: Progress(table.number, table.house.deals),
        )


FIRST = Counting().game.first_table(SEATS, HouseRules(), 0)


def played(*rounds: Any, house: HouseRules | None = None, first: int = 0) -> Ledger:
    wrapped = [each if isinstance(each, Round) else Round(each) for each in rounds]
    game = Counting().game
    return replay(game, game.first_table(SEATS, house or HouseRules(), first), wrapped)


def dealers(ledger: Ledger) -> list[int]:
    return [entry.table.dealer for entry in ledger.rounds] + [ledger.table.dealer]


def test_before_the_first_round_everybody_leads_with_nothing() -> None:
    ledger = played()
    assert (ledger.totals, ledger.leaders) == ((0, 0, 0), (0, 1, 2))
    assert (ledger.rounds, ledger.misfits, ledger.finished) == ((), (), False)
    assert (ledger.table.number, ledger.table.dealer) == (1, 0)


def test_the_deal_moves_on_one_seat_a_round() -> None:
    assert dealers(played(*[Toy(1)] * 4)) == [0, 1, 2, 0, 1]
    assert dealers(played(*[Toy(1)] * 2, first=2)) == [2, 0, 1]


def test_a_named_dealer_dealt_and_later_deals_follow_on_from_there() -> None:
    ledger = played(Toy(1), Round(Toy(5), dealer=0), Toy(1))
    assert dealers(ledger) == [0, 0, 1, 2]
    assert ledger.totals == (6, 1, 0)


def test_naming_the_dealer_whose_turn_it_is_changes_nothing() -> None:
    named, silent = played(Toy(1), Round(Toy(1), dealer=1)), played(Toy(1), Toy(1))
    assert [entry.table for entry in named.rounds] == [entry.table for entry in silent.rounds]
    assert named.totals == silent.totals


def test_the_same_dealer_deals_again_where_the_game_says_so() -> None:
    assert dealers(played(Toy(1), Toy(1, again=True), Toy(1), Toy(1))) == [0, 1, 1, 2, 0]


def test_totals_run_along() -> None:
    ledger = played(Toy(3), Toy(4), Toy(5), Toy(6))
    assert [entry.totals for entry in ledger.rounds] == [(3, 0, 0), (3, 4, 0), (3, 4, 5), (9, 4, 5)]
    assert [entry.number for entry in ledger.rounds] == [1, 2, 3, 4]
    assert ledger.leaders == (0,)


def test_everybody_with_the_best_total_leads() -> None:
    assert played(Toy(3), Toy(3)).leaders == (0, 1)


def test_a_round_that_does_not_fit_scores_nothing_and_says_why() -> None:
    ledger = played(Toy(3), Toy(-1, again=True), Toy(5))
    (misfit,) = ledger.misfits
    assert (misfit.number, misfit.score, misfit.totals) == (2, RoundScore((0, 0, 0)), (3, 0, 0))
    assert [problem.code for problem in misfit.problems] == ["range"]
    assert ledger.totals == (3, 0, 5)
    assert dealers(ledger) == [0, 1, 2, 0]


def test_a_round_that_nobody_understands_any_more_keeps_its_place() -> None:
    why = (Problem("unknown_key", {"name": "colour"}, "colour"),)
    ledger = played(Toy(3), Unreadable({"colour": "blue"}, why), Toy(5))
    assert ledger.misfits[0].problems == why
    assert ledger.totals == (3, 0, 5)


def test_a_dealer_named_in_a_round_that_does_not_fit_still_dealt() -> None:
    assert dealers(played(Round(Toy(-1), dealer=2), Toy(1))) == [2, 0, 1]


def test_the_game_remembers_what_happened_before() -> None:
    ledger = played(Toy(100), Toy(100), Toy(200), Toy(200))
    assert [bool(entry.problems) for entry in ledger.rounds] == [False, True, False, True]
    assert ledger.table.past == {100, 200}


def test_a_round_that_does_not_fit_is_forgotten() -> None:
    house = HouseRules(deals=1)
    assert played(Toy(100), Toy(200), house=house).table.past == {100}


def test_a_round_after_the_last_does_not_fit() -> None:
    ledger = played(*[Toy(1)] * 5, house=HouseRules(deals=3))
    assert [entry.number for entry in ledger.misfits] == [4, 5]
    found = {problem for entry in ledger.misfits for problem in ledger_codes(entry.problems)}
    assert found == {("finished", 3)}
    assert ledger.totals == (1, 1, 1)


def ledger_codes(problems: tuple[Problem, ...]) -> list[tuple[str, Any]]:
    return [(problem.code, problem.values["deals"]) for problem in problems]


def test_the_last_round_finishes_the_sheet() -> None:
    house = HouseRules(deals=2)
    assert not played(Toy(1), house=house).finished
    assert played(Toy(1), Toy(1), house=house).finished
    assert not played(*[Toy(1)] * 99).finished


def test_nothing_more_fits_where_a_sheet_is_finished() -> None:
    ledger = played(Toy(1), house=HouseRules(deals=1))
    assert [p.code for p in problems_of(Counting().game, Toy(1), ledger.table)] == ["finished"]
    assert problems_of(Counting().game, Toy(1), played().table) == ()


@pytest.mark.parametrize("count", [0, 1, 10, 1000])
def test_every_round_is_looked_at_once_however_long_the_sheet(count: int) -> None:
    counting = Counting()
    rounds = [Round(Toy(number % 90)) for number in range(count)]
    replay(counting.game, FIRST, rounds)
    assert (counting.checked, counting.scored, counting.remembered) == (count, count, count)


def test_a_round_that_does_not_fit_is_neither_scored_nor_remembered() -> None:
    counting = Counting()
    rounds = [Round(Toy(-1)) for _ in range(10)]
    replay(counting.game, FIRST, rounds)
    assert (counting.checked, counting.scored, counting.remembered) == (10, 0, 0)


ROUNDS = st.lists(
    st.builds(
        Round,
        st.builds(Toy, st.integers(-2, 150), st.booleans()),
        st.none() | st.integers(0, SEATS - 1),
    ),
    max_size=20,
)


@given(ROUNDS, st.none() | st.integers(1, 15))
def test_totals_are_the_sum_of_the_rounds_and_of_their_lines(
    rounds: list[Round[Toy]], deals: int | None
) -> None:
    ledger = played(*rounds, house=HouseRules(deals))
    lines = [line for entry in ledger.rounds for line in entry.score.lines]
    for side in range(SEATS):
        assert ledger.totals[side] == sum(entry.score.points[side] for entry in ledger.rounds)
        assert ledger.totals[side] == sum(line.points for line in lines if line.side == side)


@given(ROUNDS)
def test_the_beginning_of_a_sheet_does_not_know_its_end(rounds: list[Round[Toy]]) -> None:
    whole = played(*rounds)
    for count in range(len(rounds)):
        part = played(*rounds[:count])
        assert part.rounds == whole.rounds[:count]
        assert part.table.number == whole.rounds[count].number


def dealt(*points: int) -> list[Round[Toy]]:
    return [Round(Toy(each)) for each in points]


def test_what_does_not_fit_is_left_out_as_if_it_had_never_been_dealt() -> None:
    rounds, first = dealt(1, -1, 100, 100, 2), FIRST._replace(house=HouseRules(deals=3))
    kept, dropped = without_misfits(Counting().game, first, rounds)
    assert kept == (rounds[0], rounds[2], rounds[4])
    assert [(each.number, each.problems[0].code) for each in dropped] == [
        (2, "range"),
        (4, "had_before"),
    ]
    assert replay(Counting().game, first, kept).misfits == ()


def test_behind_what_is_left_out_a_dealer_is_named_whose_turn_it_would_not_be() -> None:
    rounds = [Round(Toy(1), 0), Round(Toy(-1), 1), Round(Toy(3), 2), Round(Toy(4), 0)]
    kept, _ = without_misfits(Counting().game, FIRST, rounds)
    assert [each.dealer for each in kept] == [None, 2, None]
    assert [each.dealer for each in replay(Counting().game, FIRST, kept).rounds] == [0, 2, 0]


def test_rounds_are_left_out_in_one_pass_however_many_they_are() -> None:
    game = Counting()
    rounds = dealt(*[1, -1] * 500)
    kept, dropped = without_misfits(game.game, FIRST, rounds)
    assert (len(kept), len(dropped), game.checked) == (500, 500, 1_000)


def test_other_dealers_are_named_only_where_one_of_them_would_do() -> None:
    def not_by(observation: Any, table: Table[Any]) -> Iterator[Problem]:
        if table.dealer < observation:
            yield Problem("dealt_too_early")

    game: Game[Any, HouseRules] = replace(Counting().game, check=not_by)
    table = Table(SEATS, HouseRules(), 0)
    assert other_dealers(game, 1, table) == (1, 2)
    assert other_dealers(game, 2, table._replace(dealer=1)) == (2,)
    assert other_dealers(game, 0, table) == ()  # it fits as it is
    assert other_dealers(game, SEATS, table) == ()  # nobody can have dealt it
