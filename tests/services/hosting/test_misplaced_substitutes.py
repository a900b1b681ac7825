"""Sheets that older versions opened wrongly from files are found, and put right by entries."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import Table, select, update

from scorekeeper.files.archive import Archive, ArchivedSheet
from scorekeeper.files.sheet import Sheet
from scorekeeper.services.files.archives import export_group, import_archive
from scorekeeper.services.hosting import misplaced_substitutes
from scorekeeper.services.hosting.misplaced_substitutes import (
    MisplacedSheet,
    mend,
    misplaced_sheets,
    preview_of_mending,
)
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.sheet import writing as seats
from scorekeeper.services.sheet.digests import digests_of
from scorekeeper.services.sheet.entries import EntryType
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.writing import write_on_sheet
from scorekeeper.store.db import execute, release_connection, transaction
from scorekeeper.store.erasure import erase_group
from scorekeeper.store.rows import SheetRow
from scorekeeper.store.sheet_queries import entries_of_all, sheet_by_id
from scorekeeper.store.tables import EntryRecord, SheetRecord
from scorekeeper.summary.result import archive_balances
from tests.services.rounds import append_round
from tests.services.sheet.test_substitutes import (
    EVA,
    PENALTY,
    RUF,
    account_of,
    context,
    evening,
    now,
)
from tests.web.counting import queries

__all__ = ["context"]  # everything happens inside an application

ENTRIES: Table = EntryRecord.metadata.tables[EntryRecord.__tablename__]
SHEETS: Table = SheetRecord.metadata.tables[SheetRecord.__tablename__]
AS_IN_THE_FILE = evening([RUF, PENALTY, RUF], EVA)
AT_THE_END = evening([RUF, PENALTY, PENALTY], EVA)


def opened_by_an_older_version(sheet: Sheet) -> SheetRow:
    """A sheet as older versions stored it: its substitutes do not name their round."""
    row = open_sheet(sheet, None, imported=True)
    wanted = ENTRIES.c.sheet_id == row.id, ENTRIES.c.type == EntryType.SUBSTITUTE
    with transaction():
        found = execute(select(ENTRIES.c.id, ENTRIES.c.data).where(*wanted)).all()
        for entry, data in found:
            old = {key: value for key, value in data.items() if key != "round"}
            execute(update(ENTRIES).where(ENTRIES.c.id == entry).values(data=old))
        execute(update(SHEETS).values(digest=None))  # as the migration leaves it
    return row


def form(state: SheetState) -> FormToken:
    return FormToken(new_key(), state.row.revision)


def strike(state: SheetState, round_id: int) -> None:
    write_on_sheet(state, [state.next_edition(round_id, None)], form(state))


def correct(state: SheetState, round_id: int, **other_values: Any) -> None:
    other = evening([PENALTY | other_values]).rounds[0]
    write_on_sheet(state, [state.next_edition(round_id, other)], form(state))


def put_in(state: SheetState, after: int) -> None:
    dealt = evening([PENALTY]).rounds[0]
    write_on_sheet(state, [state.new_round(dealt, after)], form(state))


def play_on(row: SheetRow, *rounds: Any) -> None:
    for dealt in evening(rounds).rounds:
        append_round(now(row), dealt, form(now(row)))


def test_a_sheet_that_came_in_wrongly_is_found_and_says_after_mending_what_its_file_says() -> None:
    row = opened_by_an_older_version(AS_IN_THE_FILE)
    expected = archive_balances(Archive(people=(), sheets=(ArchivedSheet(sheet=AS_IN_THE_FILE),)))
    wrong, entries = account_of(row.group), now(row).entries
    assert wrong["Anna"] == expected["Eva"] != expected["Anna"]
    exported = export_group(row.group)
    assert import_archive(exported, row.group)[1] == (0, 0)

    (found,) = misplaced_sheets()
    assert (found.group, found.number, found.left) == (row.group_id, row.number, ())
    preview = preview_of_mending(found)
    assert preview is not None
    assert preview.after.seated == AS_IN_THE_FILE.seated
    assert now(row).entries == entries
    mend(found)

    state = now(row)
    assert account_of(row.group) == expected
    assert digests_of(state.sheet).written == state.row.imported
    assert (state.entries[:-1], len(state.entries)) == (entries, len(entries) + 1)
    assert misplaced_sheets() == []
    assert import_archive(export_group(row.group), row.group)[1] == (0, 0)
    mend(found)  # as whoever was asked at the same moment
    assert now(row).seated == AS_IN_THE_FILE.seated


def test_it_is_mended_though_the_table_played_on_and_put_something_else_right() -> None:
    row = opened_by_an_older_version(evening([RUF, RUF, PENALTY, RUF], EVA | {"round": 3}))
    play_on(row, RUF, PENALTY)
    strike(now(row), 1)
    seats.correct_seats(now(row), ["Ann", "Bert", "Clara", "Dirk"], 3, form(now(row)))
    (found,) = misplaced_sheets()
    mend(found)
    assert [players[0] for players in now(row).seated] == ["Ann", *["Eva"] * 5]


def test_all_who_sit_down_together_are_put_right_together() -> None:
    swapped = evening(
        [RUF, PENALTY, RUF],
        {"round": 2, "seat": 0, "player": "Bert"},
        {"round": 2, "seat": 1, "player": "Anna"},
    )
    row = opened_by_an_older_version(swapped)
    (found,) = misplaced_sheets()
    mend(found)
    assert now(row).seated == swapped.seated


CHANGES: dict[str, Callable[[SheetState], object]] = {
    "corrected": lambda state: correct(state, 2, points=[7, 0, 0, 0]),
    "put in before": lambda state: put_in(state, 1),
    "seated anew": lambda state: seats.substitute(state, 0, "Fay", 2, form(state)),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_the_table_changed_there_since_is_named_and_left(
    change: Callable[[SheetState], object],
) -> None:
    row = opened_by_an_older_version(AS_IN_THE_FILE)
    change(now(row))
    before = now(row)
    (found,) = misplaced_sheets()
    assert not found.substitutes
    assert preview_of_mending(found) is None
    mend(found)
    assert now(row).entries == before.entries


def test_points_that_were_struck_out_are_nobodys_and_nothing_to_mend() -> None:
    row = opened_by_an_older_version(AS_IN_THE_FILE)
    strike(now(row), 2)
    assert misplaced_sheets() == []


def test_another_reason_for_the_same_points_changes_nothing_about_whose_they_are() -> None:
    row = opened_by_an_older_version(AS_IN_THE_FILE)
    correct(now(row), 2, why="dealt wrongly")
    (found,) = misplaced_sheets()
    mend(found)
    assert now(row).seated == AS_IN_THE_FILE.seated


def test_one_whose_place_was_changed_bars_nobody_else() -> None:
    gil = {"round": 4, "seat": 1, "player": "Gil"}
    row = opened_by_an_older_version(evening([RUF, PENALTY, RUF, PENALTY, RUF], EVA, gil))
    correct(now(row), 2, points=[7, 0, 0, 0])
    (found,) = misplaced_sheets()
    assert [len(found.substitutes), len(found.left)] == [1, 1]
    mend(found)
    assert [names[:2] for names in now(row).seated] == [
        ("Anna", "Bert"), *[("Anna", "Bert")] * 1, *[("Eva", "Bert")] * 1, *[("Eva", "Gil")] * 3,
    ]  # fmt: skip
    (found,) = misplaced_sheets()
    assert [len(found.substitutes), len(found.left)] == [0, 1]


def test_a_substitute_who_was_taken_back_is_nothing_to_mend() -> None:
    row = opened_by_an_older_version(AS_IN_THE_FILE)
    seats.remove_substitute(now(row), 1, form(now(row)))
    assert misplaced_sheets() == []


@pytest.mark.parametrize("sheet", [AS_IN_THE_FILE, AT_THE_END], ids=["a deal behind", "at the end"])
def test_only_what_an_older_version_has_opened_is_named(sheet: Sheet) -> None:
    open_sheet(sheet, None, imported=True)
    assert misplaced_sheets() == []
    opened_by_an_older_version(sheet)
    assert len(misplaced_sheets()) == 1


def test_who_sat_down_with_a_deal_was_never_wrong() -> None:
    row = opened_by_an_older_version(evening([RUF, RUF, PENALTY | {"deal": True}], EVA))
    put_in(now(row), 1)  # the table sees at once to whom it belongs
    opened_by_an_older_version(evening([RUF, PENALTY], EVA | {"round": 3}))
    live = open_sheet(evening([RUF]), None)
    seats.substitute(now(live), 0, "Eva", 1, form(now(live)))
    play_on(live, PENALTY, RUF)
    assert misplaced_sheets() == []
    assert now(row).seated[1][0] == "Anna"


def test_a_sheet_that_is_forgotten_meanwhile_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    row = opened_by_an_older_version(AS_IN_THE_FILE)
    (sheet,) = misplaced_sheets()
    drafts = misplaced_substitutes._drafts

    def forgotten_first(state: SheetState, misplaced: MisplacedSheet) -> list[Draft]:
        if sheet_by_id(row.id) is not None:
            with transaction():
                erase_group(row.group_id)
        return drafts(state, misplaced)

    monkeypatch.setattr(misplaced_substitutes, "_drafts", forgotten_first)
    mend(sheet)
    assert sheet_by_id(row.id) is None


def test_a_sheet_that_is_damaged_meanwhile_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    row = opened_by_an_older_version(AS_IN_THE_FILE)
    (sheet,) = misplaced_sheets()
    drafts = misplaced_substitutes._drafts

    def damaged_first(state: SheetState, misplaced: MisplacedSheet) -> list[Draft]:
        with transaction():
            execute(update(SHEETS).values(revision=SHEETS.c.revision + 1))
            execute(update(ENTRIES).values(data=7))
        return drafts(state, misplaced)

    monkeypatch.setattr(misplaced_substitutes, "_drafts", damaged_first)
    mend(sheet)
    entries = entries_of_all([row.id])[row.id]
    assert {entry.edition for entry in entries} == {1}


def test_a_damaged_sheet_without_points_behind_its_substitute_bars_no_other() -> None:
    other = opened_by_an_older_version(evening([RUF, RUF, PENALTY], EVA))
    row = opened_by_an_older_version(AS_IN_THE_FILE)
    with transaction():
        execute(update(ENTRIES).where(ENTRIES.c.sheet_id == other.id).values(data={}))
    assert [found.id for found in misplaced_sheets()] == [row.id]


def test_sheets_are_found_in_as_many_queries_however_many_there_are(app: Flask) -> None:
    asked = []
    for _ in range(2):
        opened_by_an_older_version(AS_IN_THE_FILE)
        release_connection()
        with queries(app) as told:
            assert misplaced_sheets()
        asked.append(len(told))
    assert asked == [2, 2]
