"""One list is open at a time, whatever is put back of the others."""

from datetime import date, timedelta

import pytest
from flask import Flask

from scorekeeper.core.account import Cost, Payment, Settlement, Transfer
from scorekeeper.files.archive import Archive
from scorekeeper.services.account.state import Account, group_account
from scorekeeper.services.account.statements import statement_of
from scorekeeper.services.account.writing import bring_back, pay_transfer, start_settling, take_back
from scorekeeper.services.files.archives import import_archive
from scorekeeper.services.group.entries import GroupEntryType, PaidTransfer
from scorekeeper.services.group.state import group_state
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.sheet.lookup import people_of
from scorekeeper.store.rows import GroupRow
from tests.services.group_changes import save_money
from tests.services.journal.test_group_writing import group_now

ROOM = Cost(what="room", cents=800, paid_by="Anna", shared_by=("Anna", "Bert"))
KIND = GroupEntryType.SETTLEMENT
DAY = date(2026, 11, 20)


def token(group: GroupRow) -> FormToken:
    return FormToken(new_key(), group_now(group).revision)


def account(group: GroupRow) -> Account:
    return group_account(group_state(group_now(group)))


def settled(group: GroupRow) -> int:
    return start_settling(account(group), token(group), DAY).subject


def tick(group: GroupRow, settlement: int, cents: int, *, before: int = 0) -> None:
    paid = PaidTransfer(settlement=settlement, transfer=0, cents=cents)
    pay_transfer(group_now(group), token(group), paid, paid_before=before)


def open_lists(group: GroupRow) -> list[int]:
    settlements = account(group).money.settlements
    return [number for number, each in settlements.items() if each.is_open]


@pytest.fixture
def group(app: Flask) -> GroupRow:
    """Bert owes Anna four euros."""
    with app.app_context():
        return import_archive(Archive(people=("Anna", "Bert"), sheets=(), costs=(ROOM,)), None)[0]


def test_a_paid_list_that_loses_its_payment_stays_behind_the_next_one(
    app: Flask, group: GroupRow
) -> None:
    with app.app_context():
        first = settled(group)
        tick(group, first, 400)
        anna, bert = people_of(group)
        payment = Payment(cents=30, payer=anna, payee=bert)
        save_money(group_now(group), token(group), payment)
        second = settled(group)
        tick(group, first, 0, before=400)
        assert open_lists(group) == [account(group).money.open_settlement] == [second]
        third = settled(group)
        assert open_lists(group) == [third]


def test_a_list_that_comes_back_does_so_behind_the_one_begun_since(
    app: Flask, group: GroupRow
) -> None:
    with app.app_context():
        first = settled(group)
        take_back(group_now(group), token(group), KIND, first)
        second = settled(group)
        bring_back(group_now(group), token(group), KIND, first)
        assert open_lists(group) == [second]
        take_back(group_now(group), token(group), KIND, second)
        assert open_lists(group) == [first]


def test_of_the_lists_of_two_files_the_last_one_is_open(app: Flask, group: GroupRow) -> None:
    line = Transfer(payer="Bert", payee="Anna", cents=10)
    with app.app_context():
        settled(group)
        archive = Archive(
            people=("Anna", "Bert"),
            sheets=(),
            settlements=(
                Settlement(id="open", transfers=(line,)),
                Settlement(id="closed", transfers=(line,), closed=True),
            ),
        )
        import_archive(archive, group_now(group))
        settlements = account(group).money.settlements
        assert [settlements[each].id for each in open_lists(group)] == ["open"]


@pytest.mark.parametrize(
    ("paid", "closed", "days"), [(0, True, 0), (10, False, 0), (0, False, 1), (10, False, 1)]
)
def test_a_list_out_of_a_file_that_is_older_or_paid_leaves_the_open_one_open(
    app: Flask, group: GroupRow, paid: int, closed: bool, days: int
) -> None:
    line = Transfer(payer="Bert", payee="Anna", cents=10, paid=paid)
    day = DAY - timedelta(days=days)
    listed = Settlement(id="other", date=day, closed=closed, transfers=(line,))
    with app.app_context():
        own = settled(group)
        archive = Archive(people=("Anna", "Bert"), sheets=(), settlements=(listed,))
        import_archive(archive, group_now(group))
        found = account(group)
        assert (open_lists(group), len(found.money.settlements)) == ([own], 2)
        statement = statement_of(found, next(iter(people_of(group))))
        assert statement is not None
        assert statement.settled is not None
        assert statement.settled.begun.subject == own
        assert statement.new_difference == -paid
        tick(group, own, 400)
        assert open_lists(group) == []
        assert not account(group).money.settlements[own].closed
