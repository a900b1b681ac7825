"""Files come in quickly however much the group has, and what it has already is found again."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event

from scorekeeper.app import create_app
from scorekeeper.core.game import Round
from scorekeeper.files.archive import SHEETS_AT_MOST, Archive, ArchivedSheet, in_file
from scorekeeper.files.archive_text import FRAME_AT_MOST, archive_texts
from scorekeeper.files.reading import read
from scorekeeper.files.sheet import Head, Sheet, Substitution
from scorekeeper.files.sheet_link import fragment_of
from scorekeeper.games.klaverjassen.rules import Played
from scorekeeper.games.registry import GAMES
from scorekeeper.services.files.archives import export_group, import_archive
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.journal.writing import AlreadySavedError
from scorekeeper.services.sheet import writing as sheets
from scorekeeper.services.sheet.digests import content_digest, digests_of
from scorekeeper.services.sheet.duplicate_sheets import complete_digests
from scorekeeper.services.sheet.entries import EntryType
from scorekeeper.services.sheet.lookup import people_of, sheets_of
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.services.sheet.writing import write_on_sheet
from scorekeeper.store import sheet_queries
from scorekeeper.store.db import (
    BUSY_SECONDS,
    current_connection,
    db,
    release_connection,
    transaction,
)
from scorekeeper.store.rows import GroupRow, SheetRow
from tests.services.rounds import append_round
from tests.web.counting import counted, sheet

SAMPLES = sorted((Path(__file__).parents[3] / "docs" / "samples").glob("*.json"))
DEAL = Round(Played(maker=0, points=(90, 72)))
FEW, MANY = 6, 60
PAUSE = 0.01  # seconds: SQLite lets nobody in where the lock is taken again at once


def evening(number: int, rounds: int = 3) -> Sheet:
    return replace(sheet(rounds), head=Head(title=f"Evening {number}"))


def archive(evenings: int, rounds: int = 3, people: int = 0) -> Archive:
    names = tuple(f"Player {number}" for number in range(people))
    kept = (ArchivedSheet(sheet=evening(number, rounds)) for number in range(evenings))
    return Archive(people=names, sheets=tuple(kept))


def now(row: SheetRow) -> SheetRow:
    found = sheet_queries.sheet_by_id(row.id)
    assert found is not None
    return found


def play_on(row: SheetRow) -> None:
    row = now(row)
    append_round(load(row), DEAL, FormToken(new_key(), row.revision))


@contextmanager
def statements() -> Iterator[list[str]]:
    """What the database is told meanwhile, transactions included."""
    told: list[str] = []

    def note(*arguments: Any) -> None:
        told.append(str(arguments[2]))

    def committed(_: Any) -> None:
        told.append("COMMIT")

    event.listen(db.engine, "before_cursor_execute", note)
    event.listen(db.engine, "commit", committed)
    try:
        yield told
    finally:
        event.remove(db.engine, "before_cursor_execute", note)
        event.remove(db.engine, "commit", committed)


def under_lock(told: list[str]) -> list[str]:
    """Those of the statements for which everybody else who writes has to wait."""
    held, found = False, []
    for each in told:
        if each in ("BEGIN IMMEDIATE", "COMMIT"):
            held = each == "BEGIN IMMEDIATE"
        elif held:
            found.append(each)
    return found


# ---- How much work it is ----------------------------------------------------------------------


def reads_entries(statement: str) -> bool:
    """Whether it reads what sheets hold, and not only what they are called."""
    return statement.lstrip().startswith("SELECT entries.")


def test_a_sheet_comes_into_a_large_group_with_as_little_work_as_into_a_small_one(
    app: Flask,
) -> None:
    found = []
    with app.app_context():
        for evenings in (FEW, MANY):
            group, _ = import_archive(archive(evenings), None)
            with statements() as told, counted() as work:
                open_sheet(sheet(5), group, imported=True, twice=False)
            found.append(told)
            assert work == {"score": 0, "reason": 0}
            assert not any(map(reads_entries, told))
    assert len(found[0]) == len(found[1]) < 20


def test_an_archive_of_many_sheets_takes_as_many_statements_as_one_of_a_few(app: Flask) -> None:
    found = []
    with app.app_context():
        for evenings in (FEW, MANY):
            with statements() as told:
                import_archive(archive(evenings, people=evenings), None)
            found.append(under_lock(told))
            with statements() as told:
                import_archive(archive(evenings, people=evenings), latest_group())
            found[-1] += under_lock(told)
    assert len(found[0]) == len(found[1]) < 36


def latest_group() -> GroupRow:
    latest = current_connection().exec_driver_sql("SELECT max(id) FROM sheets").scalar_one()
    row = sheet_queries.sheet_by_id(latest)
    assert row is not None
    return row.group


def test_sheets_that_were_written_on_are_looked_at_before_the_lock_is_taken(app: Flask) -> None:
    with app.app_context():
        group, _ = import_archive(archive(FEW), None)
        for row in sheets_of(group)[:3]:
            play_on(row)
        with statements() as told:
            open_sheet(evening(77), group, imported=True, twice=False)
        assert any(map(reads_entries, told))
        assert not any(map(reads_entries, under_lock(told)))
        with statements() as told:
            open_sheet(evening(78), group, imported=True, twice=False)
        assert not any(map(reads_entries, told))


def test_a_sheet_in_memory_stays_the_same_when_its_digest_is_worked_out(app: Flask) -> None:
    with app.app_context():
        row = open_sheet(evening(1), None)
        play_on(row)
        state = load(now(row))
        complete_digests(now(row).group)
        assert now(row).digest == content_digest(state.sheet)
        assert load(now(row)) is state


def test_a_digest_is_not_kept_for_a_sheet_that_has_moved_on(app: Flask) -> None:
    with app.app_context():
        row = open_sheet(evening(1), None)
        read = now(row)
        play_on(row)
        with transaction():
            digests = [read._replace(digest=content_digest(evening(1)))]
            sheet_queries.keep_digests(row.group_id, digests)
        assert [each.id for each in sheet_queries.sheets_with(row.group_id)] == [row.id]
        complete_digests(row.group)
        assert sheet_queries.sheets_with(row.group_id) == []


def save_beside(app: Flask, row: SheetRow, done: threading.Event) -> int:
    """Save rounds on a sheet until somebody else is done; how many there were."""
    saved = 0
    with app.app_context():
        while not done.wait(PAUSE):
            play_on(row)
            saved += 1
    return saved


def import_beside_saving(database: Path, kept: Archive) -> int:
    """Import an archive while another table saves, which must never fail; how often it did."""
    app = create_app({"DATABASE": f"sqlite:///{database}", "BUSY_SECONDS": BUSY_SECONDS})
    done, saved = threading.Event(), list[int]()
    with app.app_context():
        row = open_sheet(evening(0), None)
        table = threading.Thread(target=lambda: saved.append(save_beside(app, row, done)))
        table.start()
        try:
            group, new = import_archive(kept, None)
            assert new == (len(kept.sheets), 0)
            open_sheet(evening(-1), group, imported=True, twice=False)
            assert import_archive(kept, group)[1] == (0, 0)
        finally:
            done.set()
            table.join()
        release_connection()
        db.engine.dispose()
    assert saved, "the other table failed to save"
    return saved[0]


def test_another_table_goes_on_saving_while_a_group_comes_in(database: Path) -> None:
    assert import_beside_saving(database, archive(MANY, 5)) > 0


@pytest.mark.soak(short="test_another_table_goes_on_saving_while_a_group_comes_in")
def test_another_table_goes_on_saving_while_a_large_group_comes_in(database: Path) -> None:
    assert import_beside_saving(database, archive(SHEETS_AT_MOST - 1, 24, people=1_990)) > 0


# ---- What is the same -------------------------------------------------------------------------


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sheet_is_found_by_what_it_says_once_it_is_open(app: Flask, path: Path) -> None:
    file = read(path.read_bytes(), GAMES)
    with app.app_context():
        row = open_sheet(file, None)
        assert content_digest(load(row).sheet) == digests_of(file).content
        with pytest.raises(AlreadySavedError):
            open_sheet(file, row.group, twice=False)


def test_a_digest_stays_what_it_is() -> None:
    """Databases hold it: whoever changes what it is made of clears them by a migration."""
    digests = digests_of(evening(1, rounds=1))
    assert digests.content == "a86819e37bf39d287e057c3df482626bad770f38414f758140d0a9d2c5246b8a"
    assert digests.written == "cd607b359148798dbc3b43533c5e6d048d7d14bceb9927524b307158b7facf33"


def test_respelled_names_and_the_order_of_substitutes_are_the_same_sheet() -> None:
    changes = (Substitution(2, 0, "Eva"), Substitution(3, 1, "Fritz"))
    one = replace(sheet(3), head=Head(seating=changes))
    changes = (Substitution(3, 1, "FRITZ"), Substitution(2, 0, "eva"))
    names = tuple(name.upper() for name in one.players)
    other = replace(one, players=names, head=Head(seating=changes))
    assert digests_of(one).content == digests_of(other).content
    assert digests_of(one).written != digests_of(other).written
    elsewhere = replace(one, head=Head(seating=(Substitution(2, 0, "Eva"),)))
    assert digests_of(one).content != digests_of(elsewhere).content


def test_the_last_substitute_for_a_seat_is_the_one_who_sits_there() -> None:
    twice = (Substitution(2, 0, "Eva"), Substitution(2, 0, "Fritz"))
    told, stands = (replace(sheet(3), head=Head(seating=changes)) for changes in (twice, twice[1:]))
    assert digests_of(told).content == digests_of(stands).content


def test_a_group_knows_its_own_sheets_though_one_has_become_what_another_was(app: Flask) -> None:
    with app.app_context():
        brought = open_sheet(evening(1), None, imported=True)
        sheets.write_value(
            load(brought), EntryType.ABOUT, Head(title="Another"), FormToken(new_key(), 1)
        )
        open_sheet(evening(1), brought.group)  # says what the file of the first one said
        kept = export_group(brought.group)
        assert import_archive(kept, brought.group)[1] == (0, 0)


def test_equal_sheets_in_different_files_of_a_group_all_come_in_and_each_once(app: Flask) -> None:
    kept = tuple(ArchivedSheet(sheet=evening(number % 2)) for number in range(6))
    texts = archive_texts(Archive(people=(), sheets=kept), FRAME_AT_MOST + 1_000)
    assert len(texts) > 2
    files = [in_file(text.encode()) for text in texts]
    with app.app_context():
        group = None
        for file in files:
            assert isinstance(file, Archive)
            group, count = import_archive(file, group)
            assert count == (len(file.sheets), 0)
        assert group is not None
        for file in (*files, *reversed(files)):
            assert isinstance(file, Archive)
            assert import_archive(file, group)[1] == (0, 0)
        there = export_group(group).sheets
        assert [each.sheet.head.title for each in there] == [each.sheet.head.title for each in kept]


def test_a_sheet_is_known_after_its_names_were_respelled(app: Flask) -> None:
    with app.app_context():
        row = open_sheet(evening(1), None)
        kept = export_group(row.group)
        sheets.correct_seats(
            load(row), [name.upper() for name in evening(1).players], 3, FormToken(new_key(), 1)
        )
        assert import_archive(kept, row.group)[1] == (0, 0)
        assert import_archive(export_group(row.group), row.group)[1] == (0, 0)
        assert list(people_of(row.group).values()) == ["ANNA", "BERT", "CLARA", "DIRK"]


def test_every_write_makes_it_another_sheet_and_taking_it_back_the_same(app: Flask) -> None:
    with app.app_context():
        row = open_sheet(evening(1), None)
        nameless = (ArchivedSheet(sheet=evening(1)),)  # a file that does not say which it is

        def is_known() -> bool:
            fresh = import_archive(Archive(people=(), sheets=nameless), row.group)[1]
            return fresh == (0, 0)

        assert is_known()
        state = load(now(row))
        sheets.write_value(
            state,
            EntryType.ABOUT,
            Head(title="Another"),
            FormToken(new_key(), state.row.revision),
        )
        with pytest.raises(AlreadySavedError) as same:
            open_sheet(replace(evening(1), head=Head(title="Another")), row.group, twice=False)
        assert same.value.saved.id == row.id
        state = load(now(row))
        change = state.next_edition(1, DEAL)
        write_on_sheet(state, [change], FormToken(new_key(), state.row.revision))
        open_sheet(replace(evening(1), head=Head(title="Another")), row.group, twice=False)
        assert not is_known()


def test_a_sheet_out_of_a_file_stays_known_however_it_was_played_on(app: Flask) -> None:
    with app.app_context():
        kept = archive(2)
        group, _ = import_archive(kept, None)
        play_on(sheets_of(group)[0])
        assert import_archive(kept, group)[1] == (0, 0)


@pytest.mark.parametrize("is_played_on", [False, True])
def test_a_sheet_that_came_in_by_its_link_is_known_in_the_file_of_its_group(
    app: Flask, is_played_on: bool
) -> None:
    with app.app_context():
        first = open_sheet(sheet(3), None)
        state = load(first)
        assert state.sheet.head.date is None
        told = in_file(f"#{fragment_of(state.sheet, state.day)}".encode())
        assert isinstance(told, Sheet)
        other = open_sheet(told, None, imported=True, twice=False)
        if is_played_on:
            play_on(other)
        file = export_group(first.group)
        assert import_archive(file, now(other).group)[1] == (0, 0)
        twice = replace(file, sheets=(replace(file.sheets[0], version=None),) * 2)
        assert import_archive(twice, now(other).group)[1] == (1, 0)


def test_every_sheet_a_group_has_stands_for_one(app: Flask) -> None:
    """Also where one was changed until it said what another one says."""
    twins = Archive(
        people=(), sheets=(ArchivedSheet(sheet=evening(1)), ArchivedSheet(sheet=evening(2)))
    )
    with app.app_context():
        group, _ = import_archive(twins, None)
        second, first = sheets_of(group)
        state = load(first)
        sheets.write_value(
            state,
            EntryType.ABOUT,
            Head(title="Evening 2"),
            FormToken(new_key(), state.row.revision),
        )
        assert import_archive(twins, group)[1] == (0, 0)
        thrice = Archive(people=(), sheets=(ArchivedSheet(sheet=evening(2)),) * 3)
        assert import_archive(thrice, group)[1] == (1, 0)
        assert import_archive(thrice, group)[1] == (0, 0)
        assert second.number == 2


def test_what_was_opened_before_digests_were_kept_is_known(app: Flask) -> None:
    with app.app_context():
        kept = archive(3)
        group, _ = import_archive(kept, None)
        with transaction():
            current_connection().exec_driver_sql("UPDATE sheets SET digest = NULL")
            current_connection().exec_driver_sql("UPDATE sheets SET imported = NULL")
        assert import_archive(kept, group)[1] == (0, 0)
        with pytest.raises(AlreadySavedError):
            open_sheet(evening(2), group, twice=False)
