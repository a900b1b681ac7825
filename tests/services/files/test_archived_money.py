"""The money of a group leaves in its file and comes in again, once."""

from dataclasses import replace

import pytest
from flask import Flask

from scorekeeper.core.account import Cost, Payment, Settlement, Transfer
from scorekeeper.files.archive import MONEY_AT_MOST, Archive, in_file
from scorekeeper.files.archive_text import FRAME_AT_MOST, archive_text, archive_texts
from scorekeeper.services.account.state import group_account
from scorekeeper.services.account.writing import take_back
from scorekeeper.services.files.archives import export_group, import_archive
from scorekeeper.services.group import checks as group_checks
from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.group.state import group_state
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.journal.writing import ImpossibleError
from scorekeeper.services.sheet.lookup import people_of
from scorekeeper.store import group_queries
from scorekeeper.store.rows import GroupRow
from scorekeeper.summary.result import archive_balances
from tests.services.group_changes import add_person, merge_people
from tests.services.journal.test_group_writing import group_now
from tests.services.journal.test_two_phones import opened

ROOM = Cost(what="room", cents=1000, paid_by="Anna", shared_by=("Bert", "anna", "Eva"))
TIP = Payment(payer="Eva", payee="Anna", cents=50)
LINES = (
    Transfer(payer="Bert", payee="Anna", cents=334, paid=300),
    Transfer(payer="Eva", payee="Anna", cents=233),
)
LIST = Settlement(id="s", transfers=LINES)
MONEY = Archive(
    people=("Anna", "Bert"),
    sheets=(),
    name="Friday",
    currency="CHF",
    costs=(ROOM,),
    payments=(TIP, TIP),
    settlements=(LIST,),
)
BALANCES = {"Anna": 1000 - 333 - 100 - 300, "Bert": -334 + 300, "Eva": -333 + 100}


def balances(group: GroupRow) -> dict[str, int]:
    account = group_account(group_state(group_now(group)))
    return account.named(account.balances)


def copied(archive: Archive) -> Archive:
    found = in_file(archive_text(archive).encode())
    assert isinstance(found, Archive)
    return found


def test_a_group_of_costs_and_no_sheet_comes_in_once_however_often_it_is_sent(app: Flask) -> None:
    with app.app_context():
        key = new_key()
        group, count = import_archive(copied(MONEY), None, key=key)
        again, _ = import_archive(copied(MONEY), None, key=key)
        assert (again.id, count, group.link) == (group.id, (0, 0), again.link)
        for _ in range(2):
            import_archive(copied(MONEY), group_now(group))
        assert balances(group) == BALANCES == archive_balances(MONEY)
        state = group_state(group_now(group))
        assert (state.name, state.row.currency) == ("Friday", "CHF")
        assert len(state.entries) == 7


def test_a_group_gives_the_same_account_wherever_its_file_is_opened(app: Flask) -> None:
    with app.app_context():
        first, _ = import_archive(MONEY, None)
        left = export_group(group_now(first))
        second, _ = import_archive(copied(left), None)
        assert second.id != first.id
        assert balances(second) == balances(first)
        assert export_group(group_now(second)) == left
        import_archive(copied(left), group_now(first))
        assert balances(first) == BALANCES


def test_what_was_taken_back_does_not_come_in_again_with_the_old_file(app: Flask) -> None:
    with app.app_context():
        group, _ = import_archive(MONEY, None)
        old = export_group(group_now(group))
        now = group_now(group)
        take_back(now, FormToken(new_key(), now.revision), GroupEntryType.COST, 1)
        import_archive(old, group_now(group))
        assert export_group(group_now(group)).costs == ()
        assert sum(balances(group).values()) == 0


def test_a_file_in_another_currency_is_refused_and_nothing_of_it_comes_in(app: Flask) -> None:
    with app.app_context():
        group = opened().group
        with pytest.raises(ImpossibleError) as refusal:
            import_archive(MONEY, group)
        assert [each.code for each in refusal.value.problems] == ["other_currency"]
        assert group_state(group_now(group)).entries == ()
        assert "Eva" not in [each.name for each in group_queries.people_rows(group.id)]
        import_archive(replace(MONEY, currency="EUR"), group)
        assert balances(group)["Eva"] == BALANCES["Eva"]


def test_money_too_large_for_one_file_leaves_in_several(app: Flask) -> None:
    many = tuple(replace(TIP, id=f"tip {number}", cents=number) for number in range(1, 601))
    texts = archive_texts(replace(MONEY, payments=many), at_most=FRAME_AT_MOST + 30_000)
    assert len(texts) == 2
    with app.app_context():
        group: GroupRow | None = None
        for text in texts:
            found = in_file(text.encode())
            assert isinstance(found, Archive)
            group, _ = import_archive(found, group and group_now(group))
        assert group is not None
        assert balances(group)["Eva"] == sum(range(601)) - 333


def test_a_file_with_both_names_of_somebody_comes_in_once_and_under_one_name(app: Flask) -> None:
    with app.app_context():
        row = opened()
        old = export_group(group_now(row.group))
        ids = {name: person for person, name in people_of(row.group).items()}
        new = add_person(group_now(row.group), "Anni", FormToken(new_key(), row.group.revision))
        now = group_now(row.group)
        merge_people(now, ids["Anna"], new.subject, FormToken(new_key(), now.revision))
        _, count = import_archive(old, group_now(row.group))
        assert count == (0, 0)
        import_archive(replace(MONEY, currency=None), group_now(row.group))
        assert list(balances(row.group)) == ["Bert", "Clara", "Dirk", "Anni", "Eva"]
        assert balances(row.group)["Anni"] == BALANCES["Anna"]


def test_money_between_two_names_of_somebody_keeps_nothing_else_out(app: Flask) -> None:
    with app.app_context():
        row = opened()
        ids = {name: person for person, name in people_of(row.group).items()}
        new = add_person(group_now(row.group), "Anni", FormToken(new_key(), row.group.revision))
        now = group_now(row.group)
        merge_people(now, new.subject, ids["Anna"], FormToken(new_key(), now.revision))
        both = Cost(what="pizza", cents=1000, paid_by="Bert", shared_by=("Anna", "Bert", "Anni"))
        own = Payment(payer="Anni", payee="Anna", cents=70)
        for _ in range(2):
            import_archive(Archive(sheets=(), costs=(both,), payments=(own, TIP)), now)
            now = group_now(row.group)
            assert balances(now) == {
                "Anna": -334 - 333 - 50, "Bert": 667, "Clara": 0, "Dirk": 0, "Eva": 50,
            }  # fmt: skip


@pytest.mark.parametrize("at_most", [3, pytest.param(MONEY_AT_MOST, marks=pytest.mark.soak)])
def test_a_group_holds_no_more_payments_than_its_file(
    app: Flask, monkeypatch: pytest.MonkeyPatch, at_most: int
) -> None:
    monkeypatch.setattr(group_checks, "MONEY_AT_MOST", at_most)
    many = tuple(replace(TIP, id=f"tip {number}") for number in range(at_most))
    with app.app_context():
        group, _ = import_archive(replace(MONEY, payments=many, currency=None), None)
        one_more = replace(MONEY, costs=(), payments=(replace(TIP, id="one more"),), currency=None)
        with pytest.raises(ImpossibleError) as refusal:
            import_archive(one_more, group_now(group))
        assert [each.code for each in refusal.value.problems] == ["too_much_money"]
