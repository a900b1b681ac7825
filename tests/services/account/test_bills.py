"""The bills of a group and of its evenings: every number on them adds up."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

import pytest
from flask import Flask

from scorekeeper.core.bill import Bill
from scorekeeper.core.fewest_payments import fewest_transfers
from scorekeeper.files.archive import Archive, in_file
from scorekeeper.i18n.messages import messages_in
from scorekeeper.services.account.state import Account, bill_of, evenings, group_account
from scorekeeper.services.files.archives import import_archive
from scorekeeper.services.group.state import group_state
from scorekeeper.summary.bill_rows import RowKind, bill_rows, payment_rows
from scorekeeper.summary.chat_texts import LINES_AT_MOST, bill_text
from tests.services.journal.test_group_writing import group_now

NAMES = ["Anna", "Bert", "Clara", "Dirk"]
TODAY = date(2026, 11, 22)
FIRST, PAID_ON, SECOND = date(2026, 11, 13), date(2026, 11, 15), date(2026, 11, 20)


def klaverjassen(day: date, *points: int, **head: Any) -> dict[str, Any]:
    rounds = [{"kind": "played", "maker": 0, "points": [each, 162 - each]} for each in points]
    sheet = {
        "format": "scorekeeper-sheet/1", "game": "klaverjassen", "players": NAMES,
        "date": day.isoformat(), "stake": {"cents": 5, "per": 1}, "rounds": rounds,
    }  # fmt: skip
    return {"sheet": sheet | head}


GROUP: dict[str, Any] = {
    "format": "scorekeeper-group/1",
    "name": "Freitagsrunde",
    "people": [*NAMES, "Eva", "Fritz"],
    "sheets": [
        klaverjassen(SECOND, 100, title="Finale", closed=True),
        klaverjassen(SECOND, 71, 90),
        klaverjassen(FIRST, 62, closed=True),
        klaverjassen(date(2026, 11, 1), closed=True),
        klaverjassen(SECOND, 100, stake=None, closed=True),
    ],
    "costs": [
        {"what": "tip", "cents": 3, "paid_by": "Dirk", "shared_by": ["Anna", "Eva"]},
        {"what": "pizza", "cents": 1000, "paid_by": "Eva", "shared_by": [*NAMES[:2], "Eva"],
         "date": SECOND.isoformat()},
    ],
    "payments": [
        {"payer": "Bert", "payee": "Anna", "cents": 150, "date": SECOND.isoformat()},
        {"payer": "Clara", "payee": "Anna", "cents": 20, "date": PAID_ON.isoformat()},
    ],
    "settlements": [
        {"id": "s", "date": SECOND.isoformat(), "transfers": [
            {"payer": "Dirk", "payee": "Eva", "cents": 300, "paid": 100},
            {"payer": "Bert", "payee": "Eva", "cents": 40},
        ]}
    ],
}  # fmt: skip


def without_nothing(data: dict[str, Any]) -> dict[str, Any]:
    """The same without what is None: a sheet with no stake has no such key."""
    sheets = [
        {"sheet": {key: value for key, value in each["sheet"].items() if value is not None}}
        for each in data["sheets"]
    ]
    return data | {"sheets": sheets}


def account_of(data: dict[str, Any]) -> Account:
    found = in_file(json.dumps(without_nothing(data)).encode())
    assert isinstance(found, Archive)
    group, _ = import_archive(found, None)
    return group_account(group_state(group_now(group)))


@pytest.fixture
def account(app: Flask) -> Account:
    with app.app_context():
        return account_of(GROUP)


def added(several: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Sums by name, without those that are 0."""
    found = Counter[str]()
    for each in several:
        found.update(each)
    return {name: cents for name, cents in found.items() if cents}


def moved(bill: Bill) -> list[Mapping[str, int]]:
    return [row.cents for row in bill_rows(bill, messages_in("en"))]


def test_the_rows_of_every_bill_add_up_to_its_balances(account: Account) -> None:
    bills = [
        bill_of(account, TODAY),
        *(bill_of(account, TODAY, day) for day in evenings(account)),
    ]
    assert len(bills) == 4
    for bill in bills:
        rows = moved(bill)
        assert bool(rows) == (bill.evening != PAID_ON)
        assert all(sum(cents.values()) == 0 for cents in rows)
        assert added(rows) == added([bill.balances])


def test_who_pays_whom_clears_the_account(account: Account) -> None:
    whole = bill_of(account, TODAY)
    assert whole.transfers == fewest_transfers(whole.balances)
    owed = tuple(transfer.among(account.names) for transfer in account.transfers)
    assert whole.transfers == owed, "the open list is not what is owed any more"
    for day in evenings(account):
        assert bill_of(account, TODAY, day).transfers == owed


def test_the_bill_of_the_group_is_its_account(account: Account) -> None:
    bill = bill_of(account, TODAY)
    assert added([bill.balances]) == added([account.named(account.balances)])
    last = list(bill_rows(bill, messages_in("en")))[-1]
    assert (last.what, last.cents) == (
        "Settlement of 20 Nov 2026 (paid so far)",
        {"Dirk": 100, "Eva": -100},
    )
    assert list(bill.balances) == [*NAMES, "Eva"]  # Fritz has nothing to do with it
    # 100 : 62, 90 : 72 behind 0 : 162, and 0 : 162, at 5 cents; tip, pizza, two payments
    points = (100 - 62) + (90 - 162 - 72) - 162
    assert bill.balances["Anna"] == 5 * points - 2 - 334 - 150 - 20
    assert bill.balances["Eva"] == -1 + 1000 - 333 - 100


def test_the_evenings_and_all_that_has_no_day_are_the_bill_of_the_group(account: Account) -> None:
    days = evenings(account)
    assert days == (FIRST, PAID_ON, SECOND)
    whole = bill_of(account, TODAY)
    undated = [row.cents for row in bill_rows(whole, messages_in("en")) if row.day is None]
    paid = [{"Dirk": 100, "Eva": -100}, {"Bert": 150, "Anna": -150}, {"Clara": 20, "Anna": -20}]
    parts = [bill_of(account, TODAY, day).balances for day in days]
    assert added([*parts, *undated, *paid]) == added([whole.balances])


def test_an_evening_has_what_was_played_bought_and_paid_that_day(account: Account) -> None:
    bill = bill_of(account, TODAY, SECOND)
    rows = bill_rows(bill, messages_in("en"))
    assert [(row.kind, row.what) for row in rows] == [
        (RowKind.SHEET, "Klaverjassen: Finale"),
        (RowKind.SHEET, "Klaverjassen (still being played)"),
        (RowKind.COST, "pizza, €10.00 paid by Eva"),
    ]
    (paid,) = payment_rows(bill.uncounted_payments, messages_in("en"))
    assert (paid.kind, paid.what) == (RowKind.PAYMENT, "Bert has paid Anna €1.50")
    assert [each.id for each in bill.settlements] == ["s"]  # told, not counted
    assert bill.account == account.named(account.balances)
    for day in (TODAY, date(2026, 11, 1)):  # nothing at all, and a sheet without a round
        assert bill_of(account, TODAY, day).is_empty


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["Freitagsrunde: Evening of 15 Nov 2026",
                "Nothing was played for money or bought that day.",
                "Paid that day, not part of the balance", "Clara has paid Anna €0.20",
                "Account today (22 Nov 2026): who pays whom", "{payer} pays {payee} €{amount}"]),
        ("de", ["Freitagsrunde: Abend vom 15.11.2026",
                "An dem Tag wurde weder um Geld gespielt noch etwas gekauft.",
                "An dem Tag gezahlt, unterm Strich nicht dabei", "Clara hat Anna 0,20 € gezahlt",
                "Konto von heute (22.11.2026): wer zahlt wem", "{payer} zahlt {payee} {amount} €"]),
    ],
)  # fmt: skip
def test_the_text_for_a_chat(account: Account, language: str, lines: list[str]) -> None:
    text = bill_text(bill_of(account, TODAY, PAID_ON), messages_in(language))
    found = text.replace("\xa0", " ").split("\n")
    *told, payment = lines
    assert found[: len(told)] == told
    point = {"en": ".", "de": ","}[language]
    assert found[len(told) :] == [
        payment.format(payer=each.payer, payee=each.payee, amount=amount.replace(".", point))
        for each in (owed.among(account.names) for owed in account.transfers)
        for amount in [f"{each.cents // 100}.{each.cents % 100:02}"]
    ]


NOTHING: dict[str, Any] = {"sheets": [], "costs": [], "payments": [], "settlements": []}
PIZZA = {
    "what": "pizza", "cents": 1000, "paid_by": "Anna", "shared_by": NAMES[:2],
    "date": SECOND.isoformat(),
}  # fmt: skip


def evening_text(data: dict[str, Any]) -> list[str]:
    """The lines of the text of that evening below its title."""
    text = bill_text(bill_of(account_of(data), TODAY, SECOND), messages_in("en"))
    return text.split("\n")[1:]


def test_an_old_debt_that_is_repaid_does_not_change_the_evening(app: Flask) -> None:
    earlier = PIZZA | {"cents": 600, "date": FIRST.isoformat(), "shared_by": ["Bert"]}
    repaid = {"payer": "Bert", "payee": "Anna", "cents": 600, "date": SECOND.isoformat()}
    with app.app_context():
        found = evening_text(GROUP | NOTHING | {"costs": [earlier, PIZZA], "payments": [repaid]})
    assert found == [
        "Anna: +€5.00", "Bert: −€5.00",
        "Paid that day, not part of the balance", "Bert has paid Anna €6.00",
        "Account today (22 Nov 2026): who pays whom", "Bert pays Anna €5.00",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("paid", "owed"),
    [(500, "Nobody owes anybody anything."), (200, "Bert pays Anna €3.00")],
)
def test_what_was_ticked_off_is_not_asked_for_again(app: Flask, paid: int, owed: str) -> None:
    line = {"payer": "Bert", "payee": "Anna", "cents": 500, "paid": paid}
    settled = {"id": "s", "date": SECOND.isoformat(), "transfers": [line]}
    with app.app_context():
        found = evening_text(GROUP | NOTHING | {"costs": [PIZZA], "settlements": [settled]})
    assert found == [
        "Anna: +€5.00", "Bert: −€5.00", "Account today (22 Nov 2026): who pays whom", owed,
    ]  # fmt: skip


def test_untitled_sheets_of_one_game_and_day_are_told_apart(app: Flask) -> None:
    sheets = [
        klaverjassen(SECOND, 90), klaverjassen(SECOND, 80, title="Finale"),
        klaverjassen(SECOND, 70, closed=True), klaverjassen(FIRST, 60, closed=True),
    ]  # fmt: skip
    with app.app_context():
        bill = bill_of(account_of(GROUP | NOTHING | {"sheets": sheets}), TODAY)
    found = [row.what for row in bill_rows(bill, messages_in("en"))]
    assert [each.split(" (")[0] for each in found] == [
        "Klaverjassen", "Klaverjassen: Sheet 1 of 20 Nov 2026", "Klaverjassen: Finale",
        "Klaverjassen: Sheet 3 of 20 Nov 2026",
    ]  # fmt: skip


def test_the_text_stays_short_with_many_people(app: Flask) -> None:
    names = [f"Guest {number}" for number in range(30)]
    hall = {"what": "hall", "cents": 30_000, "paid_by": names[0], "shared_by": names}
    with app.app_context():
        found = account_of(GROUP | {"people": names, "sheets": [], "costs": [hall]})
    text = bill_text(bill_of(found, TODAY), messages_in("en"))
    assert text.count("\n") + 1 <= 1 + 2 * LINES_AT_MOST
    for name in names:
        assert f"{name}: " in text
        assert name == names[0] or f"{name} pays {names[0]} €10.00" in text


def test_quits_is_said(app: Flask) -> None:
    costs = [{"what": "tea", "cents": 5, "paid_by": "Anna", "shared_by": ["Anna"]}]
    nothing: dict[str, Any] = {"sheets": [], "payments": [], "settlements": []}
    with app.app_context():
        found = account_of(GROUP | nothing | {"costs": costs})
    text = bill_text(bill_of(found, TODAY), messages_in("en"))
    assert text.split("\n")[1:] == ["Anna: €0.00", "Nobody owes anybody anything."]
