"""Costs and payments: written once, corrected and taken back by one phone at a time."""

import pytest
from flask import Flask

from scorekeeper.core.account import Cost, Payment
from scorekeeper.services.account.state import group_account
from scorekeeper.services.account.writing import bring_back, take_back
from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.group.state import group_state
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.journal.writing import AlreadySavedError
from scorekeeper.services.sheet.lookup import people_of
from scorekeeper.store.errors import MovedOnError
from scorekeeper.store.rows import GroupRow
from tests.services.group_changes import save_money
from tests.services.journal.test_group_writing import group_now
from tests.services.journal.test_two_phones import PHONES, all_at_once, opened

COST, PAYMENT = GroupEntryType.COST, GroupEntryType.PAYMENT


def drinks(group: GroupRow, cents: int) -> Cost[int]:
    """Paid by the first of the group, shared by the first three."""
    people = tuple(people_of(group))
    return Cost(what="drinks", cents=cents, paid_by=people[0], shared_by=people[:3])


def tip(group: GroupRow, cents: int) -> Payment[int]:
    payer, payee = tuple(people_of(group))[1::-1]
    return Payment(payer=payer, payee=payee, cents=cents)


def token_for(group: GroupRow) -> FormToken:
    return FormToken(new_key(), group.revision, "Anna")


def balances(group: GroupRow) -> list[int]:
    return list(group_account(group_state(group_now(group))).balances.values())


def test_a_cost_tapped_twice_counts_once_and_of_many_phones_one_is_first(app: Flask) -> None:
    with app.app_context():
        group = opened().group
        cost, told = drinks(group, 1000), list[int]()
    token = token_for(group)
    seen = all_at_once(app, lambda _: save_money(group, token, cost))
    assert seen == {"saved": PHONES}

    def save(number: int) -> None:
        try:
            save_money(now, token_for(now), tip(now, 100 + number))
        except MovedOnError:
            told.append(number)

    with app.app_context():
        now = group_now(group)
        assert balances(group) == [666, -333, -333, 0]
    all_at_once(app, save)
    with app.app_context():
        assert len(told) == PHONES - 1
        assert len(group_state(group_now(group)).entries) == 2


def test_a_cost_is_corrected_twice_and_keeps_its_id(app: Flask) -> None:
    with app.app_context():
        group = opened().group
        first = save_money(group, token_for(group), drinks(group, 1000))
        for cents in (900, 600):
            now = group_now(group)
            token = token_for(now)
            entry = save_money(now, token, drinks(group, cents), first.subject)
            again = save_money(group_now(group), token, drinks(group, cents), first.subject)
            assert again == entry
        found = group_state(group_now(group))
        assert [each.edition for each in found.entries] == [1, 2, 3]
        assert {each.data["id"] for each in found.entries} == {first.key}
        assert balances(group) == [400, -200, -200, 0]
        with pytest.raises(AlreadySavedError):
            save_money(group_now(group), token, drinks(group, 300), first.subject)


def written(group: GroupRow, kind: GroupEntryType) -> int:
    """The subject of a cost or a payment that was just written down."""
    if kind is COST:
        return save_money(group, token_for(group), drinks(group, 1000)).subject
    return save_money(group, token_for(group), tip(group, 1000)).subject


@pytest.mark.parametrize("kind", [COST, PAYMENT])
def test_what_is_taken_back_comes_back_as_it_was(app: Flask, kind: GroupEntryType) -> None:
    with app.app_context():
        group = opened().group
        subject = written(group, kind)
        owed = balances(group)
        for act, left in ((take_back, [0, 0, 0, 0]), (bring_back, owed)) * 2:
            now = group_now(group)
            token = token_for(now)
            entry = act(now, token, kind, subject)
            assert act(group_now(group), token, kind, subject) == entry
            now = group_now(group)
            assert act(now, token_for(now), kind, subject) == entry
            assert balances(group) == left
        assert [each.edition for each in group_state(group_now(group)).entries] == [1, 2, 3, 4, 5]


def test_what_was_taken_back_is_corrected_under_its_old_id(app: Flask) -> None:
    with app.app_context():
        group = opened().group
        first = save_money(group, token_for(group), tip(group, 500))
        take_back(now := group_now(group), token_for(now), PAYMENT, first.subject)
        now = group_now(group)
        entry = save_money(now, token_for(now), tip(group, 300), first.subject)
        assert (entry.subject, entry.edition, entry.data["id"]) == (first.subject, 3, first.key)
        assert balances(group) == [-300, 300, 0, 0]


def test_nothing_comes_back_that_nobody_wrote_and_a_late_phone_is_told(app: Flask) -> None:
    with app.app_context():
        group = opened().group
        assert bring_back(group, token_for(group), COST, 1) is None
        first = save_money(group, token_for(group), drinks(group, 1000))
        with pytest.raises(MovedOnError):
            take_back(group, token_for(group), COST, first.subject)
        assert len(group_state(group_now(group)).entries) == 1
