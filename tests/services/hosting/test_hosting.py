"""What whoever hosts the groups does: list them, hide and show them, forget one for good."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from scorekeeper.services.group.state import group_state
from scorekeeper.services.group.writing import GroupDescription, describe_group
from scorekeeper.services.hosting.groups import HostedGroup, forget, hosted_groups, set_hidden
from scorekeeper.services.hosting.readiness import known_to_this_version
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.live import change_watch
from scorekeeper.services.live.streams import Event, stream_of_group, stream_of_sheet
from scorekeeper.services.sheet import writing as sheets
from scorekeeper.services.sheet.entries import EntryType
from scorekeeper.services.sheet.lookup import group_by_link, people_of
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.services.sheet.writing import write_on_sheet
from scorekeeper.store import sheet_queries
from scorekeeper.store.db import execute, release_connection
from scorekeeper.store.erasure import overwrite_deleted
from scorekeeper.store.errors import MovedOnError, StoreUnavailableError
from scorekeeper.store.hosting_queries import count_standing
from scorekeeper.store.rows import GroupRow, SheetRow
from scorekeeper.store.sqlite.verification import verified_content
from scorekeeper.store.tables import Model
from tests.services.group_changes import add_person, hosted_group, merge_people, rename_person
from tests.services.journal.test_group_writing import group_now
from tests.services.journal.test_writing import deal, now, opened, token
from tests.services.rounds import append_round
from tests.web.counting import queries, sheet

pytestmark = pytest.mark.both_databases

Rows = dict[str, list[tuple[object, ...]]]


@pytest.fixture(autouse=True)
def context(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


def named(row: SheetRow, name: str) -> GroupRow:
    """The group of a sheet, under a name."""
    group = group_now(row.group)
    describe_group(
        group, GroupDescription(name=name, currency="EUR"), FormToken(new_key(), group.revision)
    )
    return group_now(group)


def hosted(row: SheetRow) -> HostedGroup:
    return hosted_group(row.group_id)


def whole_database() -> Rows:
    tables = Model.metadata.tables
    found = {
        name: execute(select(table).order_by(*table.primary_key)).all()
        for name, table in tables.items()
    }
    release_connection()
    return {name: [tuple(row) for row in rows] for name, rows in found.items()}


# ---- listing ------------------------------------------------------------------------------------


def test_groups_are_listed_by_number_with_what_they_are_known_by() -> None:
    first, second = opened(), opened(2)
    named(second, "Stammtisch")
    open_sheet(sheet(1), group_now(second.group))
    mine, theirs = filter(None, hosted_groups().values())
    assert (mine.number, theirs.number) == (first.group_id, second.group_id)
    assert (mine.name, theirs.name) == (None, "Stammtisch")
    assert (mine.sheets, theirs.sheets) == (1, 2)
    assert mine.people == ("anna", "Bert", "Clara", "Dirk")
    assert mine.last_entry is not None
    assert not mine.hidden
    assert hosted(second) == theirs


def test_people_are_listed_once_under_their_own_names() -> None:
    row = opened()
    add_person(row.group, "Bertie", FormToken(new_key(), group_now(row.group).revision))
    ids = {name: player for player, name in people_of(row.group).items()}
    merge_people(
        row.group, ids["Bertie"], ids["Bert"], FormToken(new_key(), group_now(row.group).revision)
    )
    rename_person(
        row.group, ids["Dirk"], "Diederik", FormToken(new_key(), group_now(row.group).revision)
    )
    assert hosted(row).people == ("anna", "Bert", "Clara", "Diederik")
    assert len(group_state(row.group).persons) == 5


def test_the_last_entry_is_that_of_the_group_or_of_any_of_its_sheets(database: Path) -> None:
    row = opened()
    named(row, "Stammtisch")
    for table, day in (("entries", "2026-03-01"), ("group_entries", "2026-02-01")):
        _write_at(database, table, day)
    assert str(hosted(row).last_entry) == "2026-03-01"
    _write_at(database, "group_entries", "2026-04-01")
    assert str(hosted(row).last_entry) == "2026-04-01"


def _write_at(database: Path, table: str, day: str) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(f"UPDATE {table} SET written_at = ?", (f"{day} 12:00:00.000000",))
    release_connection()  # it would go on reading what was there before


def test_however_many_groups_are_listed_in_three_queries(app: Flask) -> None:
    for _ in range(3):
        opened()
    with queries(app) as asked:
        assert len(hosted_groups()) == 3
    assert len(asked) == 3


def test_only_rounds_that_stand_are_counted() -> None:
    row, other = opened(3), opened(1)
    state = now(row)
    entry = append_round(state, deal(80), token(state))
    state = now(row)
    taken_back = state.undoing(state.rounds_saved_at(entry.revision))
    write_on_sheet(state, taken_back, token(state))
    assert count_standing(EntryType.ROUND, row.group_id) == 3 == len(now(row).sheet.rounds)
    assert count_standing(EntryType.ROUND, other.group_id) == 1


def test_a_number_that_nobody_ever_had_is_unknown() -> None:
    assert hosted_groups(opened().group_id + 1) == {}


# ---- hiding and showing -------------------------------------------------------------------------


def test_hiding_and_showing_change_nothing_else_and_say_whether_they_did_anything() -> None:
    row, other = opened(1), opened(1)
    before = whole_database()
    assert set_hidden(hosted(row), True)
    assert not set_hidden(hosted(row), True)
    assert (hosted(row).hidden, hosted(other).hidden) == (True, False)
    assert set_hidden(hosted(row), False)
    assert not set_hidden(hosted(row), False)
    assert whole_database() == before


@pytest.mark.parametrize("act", [lambda group: set_hidden(group, True), forget])
def test_whoever_follows_a_group_hears_no_more_of_it(act: Callable[[HostedGroup], object]) -> None:
    row, other = opened(), opened()
    streams = [
        stream_of_sheet(row, row.link),
        stream_of_group(row.group, row.link),
        stream_of_sheet(other, other.link),
    ]
    for each in streams:
        assert change_watch.current_watch().hub.open(each, 100)
    act(hosted(row))
    assert [each.wait(0) for each in streams] == [{Event.ENDED}, {Event.ENDED}, set()]


def test_showing_a_group_tells_nobody_that_it_ended() -> None:
    row = opened()
    set_hidden(hosted(row), True)
    stream = stream_of_sheet(row, row.link)
    assert change_watch.current_watch().hub.open(stream, 100)
    set_hidden(hosted(row), False)
    assert stream.wait(0) == set()


# ---- forgetting ---------------------------------------------------------------------------------


def test_a_forgotten_group_is_gone_and_all_others_are_as_they_were(database: Path) -> None:
    other = opened(2)
    named(other, "Stammtisch")
    before = whole_database()
    row = opened(3)
    named(row, "Doppelkopf")
    open_sheet(sheet(1), group_now(row.group))
    forget(hosted(row))
    assert hosted_groups(row.group_id) == {row.group_id: None}
    assert [number for number, each in hosted_groups().items() if each] == [other.group_id]
    now_there = whole_database()
    for table, rows in before.items():
        assert [each for each in now_there[table] if each in rows] == rows
    added = {name: len(rows) - len(before[name]) for name, rows in now_there.items()}
    assert {name for name, count in added.items() if count} == {"groups", "sheets"}
    assert added["groups"] == added["sheets"] == 1  # the ids that nothing else may get
    content = verified_content(database, known_to_this_version())
    assert content is not None
    assert (content.groups, content.sheets, content.rounds) == (1, 1, 2)


@pytest.mark.parametrize("is_last", [True, False])
def test_no_number_of_a_forgotten_group_or_sheet_is_given_anew(is_last: bool) -> None:
    row = opened(1)
    second = open_sheet(sheet(1), group_now(row.group))
    last = second if is_last else opened()
    forget(hosted(row))
    further = opened()
    assert further.group_id > last.group_id
    assert further.id > last.id
    if is_last:  # the same once more, when a row is left of the group before
        forget(hosted(further))
        assert opened().id > further.id


def test_its_links_are_dead_though_its_sheets_are_in_memory(
    app: Flask, client: FlaskClient
) -> None:
    row, other = opened(1), opened(1)
    pages = [f"/g/{row.link}/1/", f"/g/{row.link}/", f"/g/{row.link}/1/board"]
    assert [client.get(page).status_code for page in pages] == [200] * 3
    forget(hosted(row))
    assert [client.get(page).status_code for page in pages] == [404] * 3
    assert group_by_link(row.link) is None
    assert client.get(f"/g/{other.link}/1/").status_code == 200


def test_what_was_begun_before_is_refused_and_leaves_nothing_behind() -> None:
    row = opened(1)  # its sheet is the last of all, so that its row stays
    state, group = load(row), group_now(row.group)
    forget(hosted(row))
    left = whole_database()
    key = FormToken(new_key(), state.row.revision)
    with pytest.raises(MovedOnError):
        append_round(state, deal(80), key)
    with pytest.raises(StoreUnavailableError, match="forgotten"):
        sheets.put_away(state, True, key)
    with pytest.raises(StoreUnavailableError, match="forgotten"):
        open_sheet(sheet(1), group)
    with pytest.raises(MovedOnError):
        describe_group(
            group, GroupDescription(name="Us", currency="EUR"), FormToken(new_key(), group.revision)
        )
    assert sheet_queries.sheet_by_id(row.id) is None
    assert whole_database() == left


def words_in(database: Path) -> set[bytes]:
    """Those of what is looked for that the files of the database hold."""
    log = Path(f"{database}-wal")
    held = database.read_bytes() + (log.read_bytes() if log.exists() else b"")
    return {word for word in (b"Doppelkopf", b"Zacharias", b"Stammtisch") if word in held}


def test_what_was_forgotten_is_overwritten_in_the_files(database: Path) -> None:
    named(opened(), "Stammtisch")
    row = opened(40)
    named(row, "Doppelkopf")
    add_person(row.group, "Zacharias", FormToken(new_key(), group_now(row.group).revision))
    assert words_in(database) == {b"Doppelkopf", b"Zacharias", b"Stammtisch"}
    forget(hosted(row))
    assert overwrite_deleted()
    assert words_in(database) == {b"Stammtisch"}


def test_it_is_said_when_somebody_is_reading_and_it_cannot_be_overwritten(
    database: Path,
) -> None:
    row = opened()
    named(row, "Doppelkopf")
    with closing(sqlite3.connect(database, isolation_level=None)) as phone:
        phone.execute("BEGIN")
        phone.execute("SELECT count(*) FROM groups").fetchone()
        forget(hosted(row))
        assert not overwrite_deleted()
        assert words_in(database) == {b"Doppelkopf"}
        phone.execute("COMMIT")
        assert overwrite_deleted()
    assert words_in(database) == set()
