"""Who sits where from which round on: a file, the sheet opened from it and its own file agree."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from flask import Flask

from scorekeeper.files.archive import Archive, ArchivedSheet
from scorekeeper.files.reading import parsed, read
from scorekeeper.files.sheet import Sheet, sheet_text
from scorekeeper.games.registry import GAMES
from scorekeeper.services.account.state import group_account
from scorekeeper.services.files.archives import export_group, import_archive
from scorekeeper.services.group.state import group_state
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.sheet import writing as seats
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.services.sheet.writing import write_on_sheet
from scorekeeper.store import group_queries, sheet_queries
from scorekeeper.store.rows import GroupRow, SheetRow
from scorekeeper.summary.result import archive_balances
from tests.services.rounds import append_round

NAMES = ["Anna", "Bert", "Clara", "Dirk"]
RUF = {"kind": "ruf", "caller": 0, "called": 2, "points": 52}
IMPOSSIBLE = RUF | {"called": 0}
PENALTY = {"kind": "agreed", "points": [100, 0, 0, 0], "why": "late"}
EVA = {"round": 2, "seat": 0, "player": "Eva"}


@pytest.fixture(autouse=True)
def context(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


def evening(rounds: Sequence[Any], *seating: Any) -> Sheet:
    data = {
        "format": "scorekeeper-sheet/1",
        "game": "tuebinger_tarock",
        "players": NAMES,
        "stake": {"cents": 1, "per": 1},
        "rounds": list(rounds),
        "seating": list(seating),
    }
    return parsed(data, GAMES)


def now(row: SheetRow) -> SheetState:
    found = sheet_queries.sheet_by_id(row.id)
    assert found is not None
    return load(found)


def account_of(group: GroupRow) -> dict[str, int]:
    row = group_queries.group_by_id(group.id)
    assert row is not None
    account = group_account(group_state(row))
    return account.named(account.balances)


def assert_one_account(sheet: Sheet) -> SheetRow:
    """The file, the sheet opened from it, its group's file and a group made of that agree."""
    kept = Archive(people=(), sheets=(ArchivedSheet(sheet=sheet),))
    expected = archive_balances(kept)
    row = open_sheet(sheet, None, imported=True)
    assert now(row).sheet.seated == sheet.seated
    assert account_of(row.group) == expected
    exported = export_group(row.group)
    assert archive_balances(exported) == expected
    there, count = import_archive(exported, None)
    assert (count, account_of(there)) == ((1, 0), expected)
    for again in (exported, kept):
        assert import_archive(again, row.group)[1] == (0, 0)
        assert import_archive(again, there)[1] == (0, 0)
    assert account_of(row.group) == expected
    return row


def test_who_sits_down_with_points_by_agreement_gets_them() -> None:
    sheet = evening([RUF, PENALTY, RUF], EVA)
    row = assert_one_account(sheet)
    assert account_of(row.group) == {
        "Anna": 58, "Bert": -216, "Clara": 16, "Dirk": -216, "Eva": 358
    }  # fmt: skip


def test_every_place_of_a_substitute_in_a_file_is_the_one_on_the_sheet() -> None:
    random = Random(24)
    for _ in range(15):
        rounds = random.choices([RUF, PENALTY, PENALTY | {"deal": True}], k=random.randrange(7))
        places = random.sample(range(1, len(rounds) + 4), k=3)
        seating = [
            {"round": place, "seat": random.randrange(4), "player": name}
            for place, name in zip(places, ("Eva", "Fritz", "Gil"), strict=True)
        ]
        assert_one_account(evening(rounds, *seating))


def test_a_substitute_of_a_file_keeps_their_place_when_rounds_come_and_go() -> None:
    row = open_sheet(evening([RUF, PENALTY, RUF], EVA), None, imported=True)
    token = FormToken(new_key(), 1)
    write_on_sheet(now(row), [now(row).new_round(now(row).sheet.rounds[0], 0)], token)
    assert [each.round for each in now(row).substitutes.values()] == [3]
    first = now(row).order[1]
    write_on_sheet(now(row), [now(row).next_edition(first, None)], FormToken(new_key(), 2))
    state = now(row)
    assert [each.round for each in state.substitutes.values()] == [2]
    assert state.seated[1][0] == "Eva"
    assert_one_account(state.sheet)


def test_who_was_seated_on_a_page_sits_down_with_the_next_deal_in_the_file_too() -> None:
    row = open_sheet(evening([RUF]), None)
    seats.substitute(now(row), 0, "Eva", 1, FormToken(new_key(), 1))
    for dealt in evening([PENALTY, RUF]).rounds:
        append_round(now(row), dealt, FormToken(new_key(), now(row).row.revision))
        assert_one_account(now(row).sheet)
    assert now(row).sheet.seated == evening([RUF, PENALTY, RUF], EVA | {"round": 3}).seated


def test_a_copy_under_other_house_rules_seats_the_same_people() -> None:
    row = open_sheet(evening([RUF, IMPOSSIBLE, PENALTY, RUF], EVA), None)
    state = now(row)
    other = state.sheet.under_other_rules(state.sheet.house, state.sheet.head.stake)
    copied, dropped = other.without_misfits()
    assert [each.number for each in dropped] == [2]
    opened = now(open_sheet(copied, row.group))
    assert opened.sheet.seated == evening([RUF, PENALTY, RUF], EVA).seated
    assert_one_account(opened.sheet)


def test_of_two_changes_of_a_seat_that_a_copy_brings_together_the_later_one_holds() -> None:
    fritz = {"round": 3, "seat": 0, "player": "Fritz"}
    row = open_sheet(evening([RUF, IMPOSSIBLE, RUF], fritz, EVA), None)
    state = now(row)
    other = state.sheet.under_other_rules(state.sheet.house, state.sheet.head.stake)
    copied, _ = other.without_misfits()
    opened = now(open_sheet(copied, row.group))
    assert opened.sheet.seated == evening([RUF, RUF], fritz | {"round": 2}).seated
    assert read(sheet_text(opened.sheet).encode(), GAMES).seated == opened.sheet.seated


def test_the_same_form_sent_twice_opens_such_a_sheet_once() -> None:
    sheet, key = evening([RUF, PENALTY, RUF], EVA), new_key()
    first = open_sheet(sheet, None, key=key)
    assert open_sheet(replace(sheet), None, key=key).id == first.id
