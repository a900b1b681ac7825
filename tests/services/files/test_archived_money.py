"""The money of a group leaves in its file and comes in again, once."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from flask import Flask

from scorekeeper.core.account import Cost, Payment, Settlement, Transfer
from scorekeeper.core.game import Round
from scorekeeper.files.archive import MONEY_AT_MOST, Archive, ArchivedSheet, in_file
from scorekeeper.files.archive_text import FRAME_AT_MOST, archive_text, archive_texts
from scorekeeper.files.reading import parsed
from scorekeeper.files.sheet import Sheet
from scorekeeper.games.registry import GAMES
from scorekeeper.services.account.sheet_results import settled_by
from scorekeeper.services.account.state import group_account
from scorekeeper.services.account.writing import start_settling, take_back
from scorekeeper.services.files.archives import export_group, import_archive
from scorekeeper.services.group import checks as group_checks
from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.group.state import group_state
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.journal.writing import ImpossibleError
from scorekeeper.services.sheet.entries import EntryType
from scorekeeper.services.sheet.lookup import people_of, sheets_of
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.services.sheet.writing import write_on_sheet
from scorekeeper.store import group_queries
from scorekeeper.store.rows import GroupRow, SheetRow
from scorekeeper.summary.result import archive_balances
from tests.services.group_changes import add_person, merge_people
from tests.services.journal.test_group_writing import group_now
from tests.services.journal.test_two_phones import opened
from tests.services.rounds import correct_round
from tests.web.account.test_account import KLAVERJASSEN

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
DAY = date(2026, 11, 20)
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


def sheet(day: date) -> SheetRow:
    """A finished evening for money in a group of its own: Anna and Clara win."""
    return open_sheet(evening(day), None)


def evening(day: date) -> Sheet:
    data = KLAVERJASSEN | {"closed": True, "date": day.isoformat()}
    return parsed(data, GAMES)


def settle(group: GroupRow) -> None:
    account = group_account(group_state(group_now(group)))
    start_settling(account, FormToken(new_key(), account.state.row.revision), DAY)


def settled(group: GroupRow) -> list[bool]:
    """Which sheets of a group were settled, in the order in which they were opened."""
    return [settled_by(load(row)) is not None for row in sheets_of(group_now(group))[::-1]]


def file_of(group: GroupRow) -> Archive:
    return copied(export_group(group_now(group)))


def test_where_the_file_of_a_group_is_opened_a_settlement_counts_what_it_did_at_home(
    app: Flask,
) -> None:
    with app.app_context():
        group = sheet(DAY).group
        settle(group)
        for played in (DAY, DAY - timedelta(days=7)):
            open_sheet(evening(played), group_now(group))
        assert settled(group) == [True, False, False]
        there, _ = import_archive(file_of(group), None)
        assert settled(there) == [True, False, False]
        further, _ = import_archive(file_of(there), None)
        assert settled(further) == [True, False, False]


def test_a_settlement_counts_the_sheets_that_stood_in_its_file_and_no_others(app: Flask) -> None:
    with app.app_context():
        group, other = sheet(DAY - timedelta(days=2)).group, sheet(DAY - timedelta(days=3)).group
        settle(other)
        for file in (file_of(other), without_key(file_of(sheet_settled()))):
            import_archive(file, group_now(group))
        assert settled(group) == [False, True, True]


def sheet_settled() -> GroupRow:
    group = sheet(DAY - timedelta(days=4)).group
    settle(group)
    return group


def without_key(archive: Archive) -> Archive:
    """As earlier versions have written it: it does not say which sheets a settlement counts."""
    listed = tuple(replace(each, sheets=None) for each in archive.settlements)
    return replace(archive, settlements=listed)


def test_a_settlement_that_comes_home_counts_the_sheet_of_which_a_copy_was_settled(
    app: Flask,
) -> None:
    with app.app_context():
        home = sheet(DAY).group
        for is_told in (True, False):
            there, _ = import_archive(file_of(home), None)
            settle(there)
            file = file_of(there) if is_told else without_key(export_group(group_now(there)))
            import_archive(file, group_now(home))
            assert settled(home) == [True]
            assert settled(there) == [True]
            home = sheet(DAY - timedelta(days=1)).group


def test_a_settled_copy_stays_so_where_it_follows_another_one(app: Flask) -> None:
    with app.app_context():
        home = sheet(DAY).group
        settle(home)
        first, second = (import_archive(file_of(home), None)[0] for _ in range(2))
        state = load(sheets_of(first)[0])
        titled = EntryType.ABOUT.draft(replace(state.sheet.head, title="Friday"), 0)
        write_on_sheet(state, [titled], FormToken(new_key(), state.row.revision))
        _, count = import_archive(file_of(first), group_now(second))
        (row,) = sheets_of(group_now(second))
        assert (count, load(row).sheet.head.title, settled(second)) == ((0, 1), "Friday", [True])


def test_a_settlement_counts_the_sheet_of_its_file_that_came_beside_the_one_here(
    app: Flask,
) -> None:
    with app.app_context():
        group, other = (sheet(DAY).group for _ in range(2))
        for points, each in ((100, group), (110, other)):
            (row,) = sheets_of(group_now(each))
            told = replace(load(row).sheet.rounds[0].observation, points=(points, 162 - points))
            correct_round(load(row), 1, Round(told), FormToken(new_key(), row.revision))
        settle(other)
        file, id_ = file_of(other), sheets_of(group_now(group))[0].file_id
        (version,) = (each.version for each in file.sheets)
        assert version is not None
        claimed = replace(file.sheets[0], version=replace(version, id=id_))
        (listed,) = (replace(each, sheets=(id_,)) for each in file.settlements)
        for count in ((1, 0), (0, 0)):
            archive = replace(file, sheets=(claimed,), settlements=(listed,))
            assert import_archive(archive, group_now(group))[1] == count
            assert settled(group) == [False, True]


def test_a_sheet_is_counted_once_however_many_settlements_of_an_older_file_are_later(
    app: Flask,
) -> None:
    with app.app_context():
        evenings = [ArchivedSheet(sheet=evening(DAY - timedelta(days=days))) for days in (2, 1)]
        listed = [
            Settlement(id=f"list {days}", date=DAY - timedelta(days=days), transfers=LINES)
            for days in (2, 1, 0)
        ]
        file = Archive(sheets=tuple(evenings), settlements=tuple(listed))
        group, _ = import_archive(copied(file), None)
        assert settled(group) == [True, True]
        stored = group_state(group_now(group)).standing(GroupEntryType.SETTLEMENT).values()
        assert [len(each.sheets) for each in stored] == [1, 1, 0]


def test_a_settlement_finds_a_sheet_by_an_id_in_any_letters(app: Flask) -> None:
    with app.app_context():
        group = sheet_settled()
        (row,) = sheets_of(group_now(group))
        file = archive_text(export_group(group_now(group))).replace(row.file_id, "Cafe\u0301  1")
        found = in_file(file.encode())
        assert isinstance(found, Archive)
        there, _ = import_archive(replace(found, id=None), None)
        assert settled(there) == [True]
