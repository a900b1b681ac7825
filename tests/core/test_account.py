"""The account of a group: whole cents that add up to nothing, and the fewest payments."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.account import (
    Cost,
    Payment,
    Posting,
    Settlement,
    Transfer,
    account_balances,
    completed_amounts,
    cost_problems,
    equal_shares,
    transfer_problems,
)
from scorekeeper.core.fewest_payments import fewest_transfers, left_by, unpaid
from scorekeeper.core.phrases import Money, Problem

FOUR = ("Anna", "Bert", "Clara", "Dirk")


def drinks(cents: int, *, amounts: tuple[int, ...] | None = None) -> Cost[str]:
    return Cost(what="drinks", cents=cents, paid_by="Anna", shared_by=FOUR[:3], amounts=amounts)


@pytest.mark.parametrize(
    ("cents", "count", "shares"),
    [(900, 3, (300, 300, 300)), (1000, 3, (334, 333, 333)), (2, 3, (1, 1, 0)), (7, 1, (7,))],
)
def test_odd_cents_fall_on_the_first_of_those_who_share(
    cents: int, count: int, shares: Sequence[int]
) -> None:
    assert equal_shares(cents, count) == shares


def test_who_paid_for_all_is_owed_the_parts_of_the_others() -> None:
    found = account_balances(FOUR, [], [drinks(1000)])
    assert found == {"Anna": 666, "Bert": -333, "Clara": -333, "Dirk": 0}


def test_parts_may_be_amounts_and_nothing_for_somebody() -> None:
    found = account_balances(FOUR, [], [drinks(1000, amounts=(0, 400, 600))])
    assert found == {"Anna": 1000, "Bert": -400, "Clara": -600, "Dirk": 0}


def test_the_account_is_sheets_and_payments_and_what_was_ticked_off() -> None:
    sheets = [{"Anna": 30, "Bert": -30}, {"Eva": 50, "Anna": -50}]
    postings: list[Posting[str]] = [
        Payment(payer="Bert", payee="Anna", cents=10),
        Settlement(id="s", transfers=(Transfer(payer="Bert", payee="Eva", cents=20, paid=15),)),
    ]
    found = account_balances(FOUR[:2], sheets, postings)
    assert found == {"Anna": -30, "Bert": -5, "Eva": 35}
    assert list(found) == ["Anna", "Bert", "Eva"]


@pytest.mark.parametrize(
    ("cost", "problem"),
    [
        (drinks(10, amounts=(5, 5)), Problem("list_length", {"count": 3}, "amounts")),
        (
            Cost(what="x", cents=1, paid_by="Anna", shared_by=()),
            Problem("shared_by_nobody", field="shared_by", incomplete=True),
        ),
        (
            Cost(what="x", cents=1, paid_by="Anna", shared_by=("Bert", "Bert")),
            Problem("shared_twice", field="shared_by"),
        ),
    ],
)
def test_a_cost_that_cannot_be_shared_like_that_says_why(cost: Cost[str], problem: Problem) -> None:
    assert list(cost_problems(cost, cost.shared_by)) == [problem]


def test_amounts_that_do_not_fit_are_repeated_as_money() -> None:
    cost = drinks(10, amounts=(5, 5, 1))
    values = {"sum": Money(11), "cents": Money(10)}
    assert list(cost_problems(cost, cost.shared_by)) == [Problem("amounts_sum", values, "amounts")]


@pytest.mark.parametrize(
    ("amounts", "parts"),
    [
        ((None, None, None), (334, 333, 333)),
        ((None, 500, None), (250, 500, 250)),
        ((None, 499, None), (251, 499, 250)),
        ((0, None, 400), (0, 600, 400)),
        ((400, 600, None), (400, 600, 0)),
        ((700, 600, None), (700, 600, 0)),
        ((1, 2, 3), (1, 2, 3)),
    ],
)
def test_who_has_no_amount_pays_an_equal_part_of_the_rest(
    amounts: Sequence[int | None], parts: Sequence[int]
) -> None:
    assert completed_amounts(1000, amounts) == parts


@pytest.mark.parametrize(
    ("line", "problems"),
    [
        (
            Transfer(payer="Anna", payee="ANNA", cents=5),
            [Problem("pays_oneself", field="payee")],
        ),
        (
            Transfer(payer="Anna", payee="Bert", cents=5, paid=6),
            [Problem("paid_too_much", {"cents": Money(5)}, "paid")],
        ),
        (Transfer(payer="Anna", payee="Bert", cents=5, paid=5), []),
    ],
)
def test_a_line_of_a_settlement_that_cannot_be_says_why(
    line: Transfer[str], problems: list[Problem]
) -> None:
    assert list(transfer_problems(line)) == problems


def test_a_settlement_is_open_until_all_is_paid_or_another_one_was_begun() -> None:
    line = Transfer(payer="Anna", payee="Bert", cents=5)
    paid = Transfer(payer="Anna", payee="Bert", cents=5, paid=5)
    to_oneself = Transfer(payer="Anna", payee="Anna", cents=5)  # merged since
    assert Settlement(id="1", transfers=(line, paid)).is_open
    assert not Settlement(id="1", transfers=(line,), closed=True).is_open
    assert not Settlement(id="1", transfers=(paid, to_oneself)).is_open


def test_transfers_carry_names_in_the_order_of_the_account() -> None:
    assert fewest_transfers({"Anna": 30, "Bert": -10, "Clara": -20, "Dirk": 0}) == (
        Transfer(payer="Bert", payee="Anna", cents=10),
        Transfer(payer="Clara", payee="Anna", cents=20),
    )


LINES = (
    Transfer(payer="Bert", payee="Anna", cents=10),
    Transfer(payer="Clara", payee="Anna", cents=20, paid=20),
    Transfer(payer="Clara", payee="Dirk", cents=9, paid=5),
)


def test_open_lines_leave_nothing_of_balances_that_they_clear() -> None:
    assert left_by({"Anna": 10, "Bert": -10, "Clara": -4, "Dirk": 4}, LINES) == {}
    corrected = {"Anna": 13, "Bert": -10, "Clara": -7, "Eva": 0}
    assert left_by(corrected, LINES) == {"Anna": 3, "Clara": -3, "Dirk": -4}
    assert left_by({}, LINES[:1]) == {"Bert": 10, "Anna": -10}


def test_what_is_still_to_be_paid_of_lines_is_what_is_open_of_them() -> None:
    assert unpaid(LINES) == (
        Transfer(payer="Bert", payee="Anna", cents=10),
        Transfer(payer="Clara", payee="Dirk", cents=4),
    )


names = st.sampled_from(FOUR)
costs = st.builds(
    Cost,
    what=st.just("room"),
    cents=st.integers(1, 10_000),
    paid_by=names,
    shared_by=st.lists(names, min_size=1, unique=True).map(tuple),
)
payments = st.builds(Payment, payer=names, payee=names, cents=st.integers(1, 10_000))


@given(st.lists(st.one_of(costs, payments)))
def test_the_account_adds_up_to_nothing_and_its_payments_clear_it(
    postings: list[Cost[str] | Payment[str]],
) -> None:
    found = account_balances(FOUR, [], postings)
    assert sum(found.values()) == 0
    paid = [
        Payment(payer=each.payer, payee=each.payee, cents=each.cents)
        for each in fewest_transfers(found)
    ]
    assert not any(account_balances(FOUR, [], [*postings, *paid]).values())


def test_everybody_in_it_can_be_named_or_be_somebody_else() -> None:
    ids = {"Anna": 3, "Bert": 1, "Clara": 2}
    names = {person: name for name, person in ids.items()}
    cost = replace(drinks(1000, amounts=(334, 333, 333)), id="c", date=date(2026, 11, 20))
    line = Transfer(payer="Bert", payee="Anna", cents=20, paid=15)
    payment = Payment(payer="Clara", payee="Bert", cents=7, id="p", date=date(2026, 11, 20))
    listed = Settlement(id="s", date=date(2026, 11, 20), closed=True, transfers=(line,))
    by_id = cost.among(ids)
    assert (by_id.paid_by, by_id.shared_by) == (3, (3, 1, 2))
    assert by_id.among(names) == cost
    assert payment.among(ids).payer == 2
    assert payment.among(ids).among(names) == payment
    assert listed.among(ids).transfers == (line.among(ids),)
    assert listed.among(ids).among(names) == listed
    owed = Transfer(payer="Bert", payee="Anna", cents=20)
    assert owed.among(ids) == Transfer(payer=1, payee=3, cents=20)


def test_who_shares_a_cost_under_two_names_has_both_parts() -> None:
    persons = {"Anna": 1, "Bert": 2, "Clara": 3, "Anni": 1}
    cost = Cost(what="pizza", cents=1000, paid_by="Anni", shared_by=("Anna", "Bert", "Anni"))
    assert cost.among(persons).parts == ((1, 334 + 333), (2, 333))
    assert cost.among(persons).paid_by == 1
    apart = {name: number for number, name in enumerate(persons)}
    assert cost.among(apart).amounts is None, "equal parts stay equal parts"


def test_a_line_between_two_names_of_one_person_asks_for_nothing() -> None:
    line = Transfer(payer="Bert", payee="Berti", cents=20)
    assert line.open_cents == 20
    assert line.among({"Bert": 1, "Berti": 1}).open_cents == 0


def test_a_settlement_has_its_lines_by_their_places_but_for_those_of_one_person() -> None:
    lines = [
        Transfer(payer=payer, payee=payee, cents=20)
        for payer, payee in ((1, 1), (1, 2), (2, 2), (3, 1))
    ]
    settlement = Settlement(id="s" * 20, transfers=tuple(lines))
    assert settlement.lines == {1: lines[1], 3: lines[3]}
