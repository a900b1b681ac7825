"""Much money is as much more work, and others wait only while it is written."""

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event

from scorekeeper.core.account import Cost, Payment, Settlement, Transfer
from scorekeeper.files.archive import TICKS_AT_MOST, Archive, in_file
from scorekeeper.files.archive_text import archive_text
from scorekeeper.i18n.messages import messages_in
from scorekeeper.printing.bill_paper import bill_paper
from scorekeeper.services.account.state import bill_of, group_account
from scorekeeper.services.account.statements import statement_of
from scorekeeper.services.account.writing import pay_transfer
from scorekeeper.services.files.archives import export_group, import_archive
from scorekeeper.services.files.complete_export import complete_export
from scorekeeper.services.group.entries import PaidTransfer
from scorekeeper.services.group.state import GroupState, group_state
from scorekeeper.services.group.writing import undo
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.journal.writing import ImpossibleError
from scorekeeper.services.sheet.lookup import people_of
from scorekeeper.store.db import db
from scorekeeper.store.people import KnownPeople
from scorekeeper.store.rows import GroupRow, PersonRow
from scorekeeper.web.account.bill_routes import bill_page, bill_table
from scorekeeper.web.account.pages import account_page
from scorekeeper.web.history.group_pages import group_history_page
from tests.services.files.test_importing import statements, under_lock
from tests.services.group_changes import save_money
from tests.services.journal.test_group_writing import group_now
from tests.steps import expect_linear

DAY = date(2026, 11, 20)
ENGLISH = messages_in("en")
PEOPLE = tuple(f"Player {number}" for number in range(12))
PER_LIST = 4


def listed(number: int) -> Transfer[str]:
    payer, payee = PEOPLE[number % 12], PEOPLE[(number + 1) % 12]
    return Transfer(payer=payer, payee=payee, cents=10, paid=5)


def money(size: int, people: tuple[str, ...] = PEOPLE) -> Archive:
    """So many costs, payments, lists and ticks on them."""
    return Archive(
        people=people,
        sheets=(),
        name="Friday",
        currency="EUR",
        costs=tuple(
            Cost(what=f"cost {each}", cents=1000 + each, paid_by=people[each % 12], date=DAY,
                 shared_by=(people[0], people[-1], people[each % 7 + 2]))
            for each in range(size)
        ),
        payments=tuple(
            Payment(payer=people[1], payee=people[2], cents=1 + each) for each in range(size)
        ),
        settlements=tuple(
            Settlement(id=f"list {each}", transfers=tuple(map(listed, range(PER_LIST))), date=DAY)
            for each in range(size)
        ),
    )  # fmt: skip


def brought(size: int, people: tuple[str, ...] = PEOPLE) -> GroupRow:
    group, _ = import_archive(money(size, people), None)
    return group_now(group)


def everybody(size: int) -> tuple[str, ...]:
    return tuple(f"Player {number}" for number in range(size + 12))


def of_page(show: Callable[[GroupState], object]) -> Callable[[int], Callable[[], object]]:
    """Work that begins with the state of a group that was brought before."""

    def prepare(size: int) -> Callable[[], object]:
        row = brought(size)
        return lambda: show(group_state(row))

    return prepare


def _reading(text: bytes) -> Callable[[], object]:
    return lambda: in_file(text)


def _again(row: GroupRow, archive: Archive) -> Callable[[], object]:
    return lambda: import_archive(archive, row)


def _exporting(row: GroupRow) -> Callable[[], object]:
    return lambda: export_group(row)


def _exporting_all(row: GroupRow) -> Callable[[], object]:
    return lambda: "".join(complete_export(row.id))


def _undoing(row: GroupRow) -> Callable[[], object]:
    return lambda: undo(row, 1, FormToken(new_key(), row.revision))


def _account_page(state: GroupState) -> object:
    return account_page(group_account(state), ENGLISH, token=FormToken("key", 0))


def _paying(row: GroupRow) -> Callable[[], object]:
    one, other, *_ = people_of(row)
    token = FormToken(new_key(), row.revision)
    return lambda: save_money(row, token, Payment(payer=one, payee=other, cents=7))


def _billing(row: GroupRow) -> Callable[[], object]:
    def work() -> object:
        account = group_account(group_state(row))
        return bill_page(account, bill_of(account, DAY), ENGLISH, None)

    return work


def _tabling(row: GroupRow) -> Callable[[], object]:
    return lambda: bill_table(bill_of(group_account(group_state(row)), DAY), ENGLISH)


def _papering(row: GroupRow) -> Callable[[], object]:
    return lambda: bill_paper(bill_of(group_account(group_state(row)), DAY), ENGLISH)


WORK: dict[str, Callable[[int], Callable[[], object]]] = {
    "read": lambda size: _reading(archive_text(money(size)).encode()),
    "brought": lambda size: lambda: import_archive(money(size), None),
    "brought again": lambda size: _again(brought(size), money(size)),
    "brought into a group": lambda size: _again(brought(1), money(size)),
    "exported": lambda size: _exporting(brought(size)),
    "exported whole": lambda size: _exporting_all(brought(size)),
    "undone": lambda size: _undoing(brought(size)),
    "the account": of_page(_account_page),
    "a statement": of_page(
        lambda state: statement_of(group_account(state), next(iter(state.people)))
    ),
    "the history": of_page(
        lambda state: group_history_page(state, ENGLISH, 1, FormToken("key", 0), 1)
    ),
    "one payment more": lambda size: _paying(brought(size)),
    "the bill of many": lambda size: _billing(brought(size, everybody(size))),
    "its table": lambda size: _tabling(brought(size)),
    "its paper": lambda size: _papering(brought(size, everybody(size))),
}


@pytest.mark.parametrize("what", WORK)
def test_as_much_money_again_is_as_much_work_again(app: Flask, what: str) -> None:
    with app.test_request_context():
        expect_linear(WORK[what])


def test_many_names_put_together_are_as_much_work_each_as_a_few() -> None:
    written = ENGLISH.joined("text.semicolon", ["Anna", "Noa נועה", "Bert"])
    assert written == "Anna; \u2068Noa נועה\u2069; Bert"
    expect_linear(lambda size: lambda: ENGLISH.joined("text.comma", ["Zoë"] * size))


def test_people_merged_one_into_the_other_are_found_at_the_end_of_the_row() -> None:
    def row(size: int) -> list[PersonRow]:
        return [PersonRow(each, f"{each}", each + 1 if each < size else None)
                for each in range(1, size + 1)]  # fmt: skip

    assert set(KnownPeople(row(9)).persons.values()) == {9}
    expect_linear(lambda size: lambda: KnownPeople(row(size)).persons)


# ---- What others wait for ---------------------------------------------------------------------


def test_nothing_but_what_is_written_is_done_while_others_wait(app: Flask) -> None:
    found = []
    with app.app_context():
        for size in (3, 30):
            into = brought(1)
            for group in (None, into):
                with statements() as told:
                    import_archive(replace(money(size), name=None), group)
                locked = under_lock(told)
                assert not any(re.match(r"\s*SELECT (group_)?entries\.", each) for each in locked)
                found.append(len(locked))
    assert found[:2] == found[2:]
    assert max(found) < 12


@contextmanager
def somebody_faster(app: Flask, row: GroupRow, times: int) -> Iterator[list[int]]:
    """Somebody else writes about the group whenever the import is about to."""
    here, done, one = threading.get_ident(), list[int](), next(iter(people_of(row)))
    other = list(people_of(row))[1]

    def write() -> None:
        with app.app_context():
            now = group_now(row)
            payment = Payment(payer=one, payee=other, cents=1 + len(done))
            done.append(save_money(now, FormToken(new_key(), now.revision), payment).subject)

    def note(*arguments: Any) -> None:
        is_ours = arguments[2] == "BEGIN IMMEDIATE" and threading.get_ident() == here
        if is_ours and len(done) < times:
            writer = threading.Thread(target=write)
            writer.start()
            writer.join()

    event.listen(db.engine, "before_cursor_execute", note)
    try:
        yield done
    finally:
        event.remove(db.engine, "before_cursor_execute", note)


@pytest.mark.parametrize("times", [1, 9])
@pytest.mark.usefixtures("database")  # of SQLite, where every transaction says that it begins
def test_what_is_written_while_a_file_is_looked_at_is_kept_and_so_is_the_file(
    app: Flask, times: int
) -> None:
    with app.app_context():
        row = brought(2)
        more = replace(money(2), payments=(Payment(payer="Eva", payee=PEOPLE[0], cents=9, id="e"),))
        with somebody_faster(app, row, times) as written:
            import_archive(more, row)
        assert written
        left = export_group(group_now(row))
        assert [each.cents for each in left.payments] == [1, 2, *range(1, 1 + len(written)), 9]
        assert left.people[-1] == "Eva"
        assert len(left.costs) == 4


# ---- How much a group holds -------------------------------------------------------------------


def ticked(size: int) -> Archive:
    """A group with so many ticks, and a list of which nothing was paid."""
    lists = tuple(
        Settlement(id=f"list {number}", transfers=tuple(map(listed, range(min(1_000, left)))))
        for number, left in enumerate(range(size, 0, -1_000))
    )
    unpaid = tuple(replace(listed(number), paid=0) for number in range(2))
    return Archive(
        people=PEOPLE, sheets=(), settlements=(*lists, Settlement(id="last", transfers=unpaid))
    )


def codes_of(work: Callable[[], object]) -> list[str]:
    with pytest.raises(ImpossibleError) as refusal:
        work()
    return [each.code for each in refusal.value.problems]


def tick(row: GroupRow, subject: int, line: int = 0) -> GroupRow:
    paid = PaidTransfer(settlement=subject, transfer=line, cents=10)
    pay_transfer(row, FormToken(new_key(), row.revision), paid, paid_before=0)
    return group_now(row)


def test_a_group_with_as_many_ticks_as_it_may_have_takes_no_more_of_them(app: Flask) -> None:
    with app.app_context():
        assert codes_of(lambda: import_archive(ticked(4), None, ticks_at_most=3)) == [
            "too_many_ticks"
        ]
        row = group_now(import_archive(ticked(3), None, ticks_at_most=3)[0])
        more = Archive(
            people=(), sheets=(), settlements=(replace(money(1).settlements[0], id="more"),)
        )
        assert codes_of(lambda: import_archive(more, row, ticks_at_most=3)) == ["too_many_ticks"]
        import_archive(replace(money(1), settlements=()), row, ticks_at_most=3)
        import_archive(more, row, ticks_at_most=None)
        assert sum(each.paid > 0 for listed in export_group(group_now(row)).settlements
                   for each in listed.transfers) == 3 + PER_LIST  # fmt: skip


def test_ticks_that_were_taken_back_are_stored_and_have_a_bound_too(app: Flask) -> None:
    with app.app_context():
        row = None
        for time in range(3):
            archive = ticked(3)
            lists = tuple(replace(each, id=f"{each.id} {time}") for each in archive.settlements)
            archive = replace(archive, settlements=lists)
            if time == 2:
                assert row is not None
                assert codes_of(lambda: import_archive(archive, row, ticks_at_most=3)) == [  # noqa: B023
                    "too_many_ticks"
                ]
                break
            row = group_now(import_archive(archive, row, ticks_at_most=3)[0])
            undo(row, row.revision, FormToken(new_key(), row.revision))
            row = group_now(row)


@pytest.mark.soak(short="test_a_group_with_as_many_ticks_as_it_may_have_takes_no_more_of_them")
def test_what_a_command_brings_may_be_more_and_stays_so(app: Flask) -> None:
    with app.app_context():
        archive = ticked(TICKS_AT_MOST + 1)
        assert codes_of(lambda: import_archive(archive, None)) == ["too_many_ticks"]
        row = group_now(import_archive(archive, None, ticks_at_most=None)[0])
        last = max(group_account(group_state(row)).money.settlements)
        assert codes_of(lambda: tick(row, last)) == ["too_many_ticks"]
        row = group_now(import_archive(ticked(TICKS_AT_MOST - 1), None)[0])
        row = tick(row, last - 1)
        assert codes_of(lambda: tick(row, last - 1, 1)) == ["too_many_ticks"]
