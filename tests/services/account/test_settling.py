"""Settling up: a list is frozen, ticked off once, and clears exactly what it was made for."""

from contextlib import suppress
from datetime import date
from functools import partial

import pytest
from flask import Flask

from scorekeeper.core.account import Cost, Payment, Settlement, Transfer
from scorekeeper.files.archive import Archive
from scorekeeper.services.account.state import Account, group_account
from scorekeeper.services.account.statements import statement_of
from scorekeeper.services.account.writing import (
    drop_settlement,
    pay_transfer,
    start_settling,
    take_back,
)
from scorekeeper.services.files.archives import import_archive
from scorekeeper.services.group.entries import GroupEntryType, PaidTransfer
from scorekeeper.services.group.state import group_state
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.journal.writing import ImpossibleError
from scorekeeper.services.sheet.lookup import people_of
from scorekeeper.store.errors import MovedOnError
from scorekeeper.store.rows import GroupRow
from tests.services.group_changes import save_money
from tests.services.journal.test_group_writing import group_now
from tests.services.journal.test_two_phones import PHONES, all_at_once

DAY = date(2026, 11, 20)
ROOM = Cost(what="room", cents=900, paid_by="Anna", shared_by=("Anna", "Bert", "Clara"))


def opened_group(**money: tuple[Cost[str] | Payment[str], ...]) -> GroupRow:
    archive = Archive(people=("Anna", "Bert", "Clara"), sheets=(), costs=(ROOM,), **money)  # type: ignore[arg-type]
    group, _ = import_archive(archive, None)
    return group_now(group)


def account(group: GroupRow) -> Account:
    return group_account(group_state(group_now(group)))


def token(group: GroupRow) -> FormToken:
    return FormToken(new_key(), group_now(group).revision)


def settle(group: GroupRow) -> int:
    return start_settling(account(group), token(group), DAY).subject


def pay(group: GroupRow, settlement: int, transfer: int, cents: int, before: int = 0) -> None:
    paid = PaidTransfer(settlement=settlement, transfer=transfer, cents=cents)
    pay_transfer(group_now(group), token(group), paid, paid_before=before)


def lines(group: GroupRow, settlement: int) -> list[tuple[str, str, int, int]]:
    found = account(group)
    listed = found.money.settlements[settlement].among(found.names)
    return [(line.payer, line.payee, line.cents, line.paid) for line in listed.transfers]


def balances(group: GroupRow) -> dict[str, int]:
    found = account(group)
    return found.named(found.balances)


def since_settling(group: GroupRow) -> dict[str, int]:
    found = account(group)
    return found.named(found.since_settling)


def test_a_list_moves_nothing_until_it_is_ticked_off_and_then_clears_everything(app: Flask) -> None:
    with app.app_context():
        group = opened_group()
        before = balances(group)
        number = settle(group)
        assert lines(group, number) == [("Bert", "Anna", 300, 0), ("Clara", "Anna", 300, 0)]
        assert balances(group) == before
        pay(group, number, 0, 300)
        pay(group, number, 1, 100)
        assert balances(group) == {"Anna": 200, "Bert": 0, "Clara": -200}
        assert since_settling(group) == {}
        pay(group, number, 1, 300, before=100)
        assert not any(account(group).balances.values())
        assert account(group).money.open_settlement is None
        with pytest.raises(ImpossibleError):
            settle(group)


def test_a_new_list_closes_the_old_one_at_what_was_paid_of_it(app: Flask) -> None:
    with app.app_context():
        group = opened_group()
        first = settle(group)
        pay(group, first, 0, 120)
        second = settle(group)
        assert lines(group, second) == [("Bert", "Anna", 180, 0), ("Clara", "Anna", 300, 0)]
        money = account(group).money
        assert (money.open_settlement, money.settlements[first].closed) == (second, True)
        with pytest.raises(ImpossibleError):
            pay(group, first, 1, 300)
        pay(group, first, 0, 0, before=120)
        assert balances(group) == {"Anna": 600, "Bert": -300, "Clara": -300}
        assert since_settling(group) == {"Anna": 120, "Bert": -120}


def test_what_comes_after_settling_is_a_difference_of_its_own(app: Flask) -> None:
    with app.app_context():
        group = opened_group()
        number = settle(group)
        for place in range(2):
            pay(group, number, place, 300)
        _, bert, clara = people_of(group)
        payment = Payment(payer=bert, payee=clara, cents=5)
        save_money(group_now(group), token(group), payment)
        assert since_settling(group) == {"Bert": 5, "Clara": -5}
        assert [each[3] for each in lines(group, number)] == [300, 300]


def test_a_list_is_taken_back_only_while_nothing_of_it_is_paid(app: Flask) -> None:
    with app.app_context():
        group = opened_group()
        number = settle(group)
        pay(group, number, 0, 1)
        kind = GroupEntryType.SETTLEMENT
        with pytest.raises(ImpossibleError):
            take_back(group_now(group), token(group), kind, number)
        pay(group, number, 0, 0, before=1)
        take_back(group_now(group), token(group), kind, number)
        assert account(group).money.settlements == {}
        with pytest.raises(ImpossibleError):
            pay(group, number, 0, 1)


def test_no_more_is_paid_than_the_line_says(app: Flask) -> None:
    with app.app_context():
        group = opened_group()
        number = settle(group)
        with pytest.raises(ImpossibleError):
            pay(group, number, 0, 301)
        assert lines(group, number)[0][3] == 0


def test_two_phones_tick_the_same_payment_and_it_counts_once(app: Flask) -> None:
    with app.app_context():
        group = opened_group()
        number = settle(group)
        now = group_now(group)
    told = list[int]()

    def tick(phone: int) -> None:
        paid = PaidTransfer(settlement=number, transfer=0, cents=300)
        if pay_transfer(now, FormToken(new_key(), now.revision), paid, paid_before=0) is None:
            told.append(phone)

    assert all_at_once(app, tick) == {"saved": PHONES}
    with app.app_context():
        assert len(told) == PHONES - 1
        assert lines(group, number)[0] == ("Bert", "Anna", 300, 300)
        entries = group_state(group_now(group)).entries
        assert sum(each.type == GroupEntryType.PAID for each in entries) == 1


def test_two_phones_tick_two_payments_and_both_count(app: Flask) -> None:
    with app.app_context():
        group = opened_group()
        number = settle(group)
        now = group_now(group)

    def tick(phone: int) -> None:
        paid = PaidTransfer(settlement=number, transfer=phone, cents=300)
        pay_transfer(now, FormToken(new_key(), now.revision), paid, paid_before=0)

    for phone in range(2):
        with app.app_context():
            tick(phone)
    with app.app_context():
        assert not any(account(group).balances.values())


def test_a_button_pressed_twice_begins_one_list(app: Flask) -> None:
    with app.app_context():
        group = opened_group()
        send = partial(start_settling, account(group), token(group), DAY)
        assert send() == send()
        assert len(account(group).money.settlements) == 1


def test_two_phones_make_a_list_anew_and_there_is_one(app: Flask) -> None:
    with app.app_context():
        group = opened_group()
        first = settle(group)
        pay(group, first, 0, 100)
        anna, bert, _ = people_of(group)
        payment = Payment(cents=30, payer=anna, payee=bert)
        save_money(group_now(group), token(group), payment)
        seen = account(group)
        based_on = group_now(group).revision

    def renew(phone: int) -> None:
        with suppress(MovedOnError):
            start_settling(seen, FormToken(new_key(), based_on), DAY)

    assert all_at_once(app, renew) == {"saved": PHONES}
    with app.app_context():
        found = account(group)
        assert len(found.money.settlements) == 2
        assert found.money.settlements[first].closed
        assert lines(group, first)[0] == ("Bert", "Anna", 300, 100), "it is as it was seen"
        assert not found.is_list_outdated
        with pytest.raises(ImpossibleError):  # whoever ticks the old list off meanwhile
            pay(group, first, 1, 300)


def test_taking_a_list_back_opens_the_one_again_that_it_had_closed(app: Flask) -> None:
    with app.app_context():
        group = opened_group()
        first = settle(group)
        pay(group, first, 0, 300)
        second = settle(group)
        drop_settlement(group_now(group), token(group), second)
        assert account(group).money.open_settlement == first
        assert since_settling(group) == {}
        pay(group, first, 1, 300)
        assert not any(account(group).balances.values())


def test_nothing_more_is_paid_of_a_list_behind_which_another_one_came_in(app: Flask) -> None:
    with app.app_context():
        group = opened_group()
        first = settle(group)
        line = Transfer(payer="Bert", payee="Anna", cents=5)
        newer = Settlement(id="newer", transfers=(line,))
        import_archive(Archive(people=("Anna",), sheets=(), settlements=(newer,)), group_now(group))
        with pytest.raises(ImpossibleError):
            pay(group, first, 0, 300)


def test_statements_and_account_call_the_same_new(app: Flask) -> None:
    with app.app_context():
        group = opened_group()
        first = settle(group)
        pay(group, first, 0, 100)
        second = settle(group)
        pay(group, second, 0, 50)
        drop = account(group).money.settlements[second]
        assert drop.transfers[0].paid == 50
        found = account(group)
        for person in people_of(group):
            statement = statement_of(found, person)
            assert statement is not None
            assert statement.new_difference == found.since_settling.get(person, 0)
