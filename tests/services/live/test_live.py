"""Whoever listens is told of every commit, and of nothing else."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.app import create_app
from scorekeeper.files.sheet import Head
from scorekeeper.services.group.writing import GroupDescription, describe_group
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.live import change_watch
from scorekeeper.services.live.streams import Event, Stream, stream_of_group, stream_of_sheet
from scorekeeper.services.sheet import writing as sheets
from scorekeeper.services.sheet.entries import EntryType
from scorekeeper.services.sheet.lookup import group_by_link
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.store import revisions, sheet_queries
from scorekeeper.store.changes import LinksEnded, Moved, note
from scorekeeper.store.db import db, execute, transaction
from scorekeeper.store.errors import MovedOnError
from scorekeeper.store.rows import GroupRow, SheetRow
from scorekeeper.store.secret_links import living_links
from scorekeeper.store.tables import GroupRecord, SheetRecord
from tests.services.journal.test_writing import deal, opened
from tests.services.rounds import append_round
from tests.web.counting import queries, sheet

pytestmark = pytest.mark.both_databases

SECONDS = 10.0  # to wait for anything on a busy machine


@pytest.fixture(autouse=True)
def context(app: Flask) -> Any:
    with app.app_context():
        yield


def listening(stream: Stream) -> Stream:
    assert change_watch.current_watch().hub.open(stream, 100)
    return stream


def watching(row: SheetRow) -> Stream:
    """A stream of a phone that came by the link that writes."""
    return stream_of_sheet(row, row.link)


def told(stream: Stream) -> set[Event]:
    """What a stream was told; a commit tells before it is over, so nothing is waited for."""
    return stream.wait(0)


def save(row: SheetRow) -> None:
    state = load(sheet_queries.sheet_by_id(row.id) or row)
    append_round(state, deal(90), FormToken(new_key(), state.row.revision))


def group_of(row: SheetRow) -> GroupRow:
    found = group_by_link(row.group.link)
    assert found is not None
    return found


def test_a_saved_round_is_told_to_the_phones_of_its_sheet_and_group_alone() -> None:
    row, other = opened(), opened()
    mine, theirs = (listening(stream_of_sheet(each, "")) for each in (row, other))
    group = listening(stream_of_group(group_of(row), ""))
    save(row)
    assert told(mine) == {Event.MOVED}
    assert mine.revision == row.revision + 1
    assert told(group) == {Event.MOVED}
    assert told(theirs) == set()


def test_another_sheet_of_the_group_disturbs_nobody() -> None:
    row = opened()
    beside = open_sheet(sheet(1), group_of(row))
    stream = listening(stream_of_sheet(row, ""))
    save(beside)
    assert told(stream) == set()


def test_what_is_no_part_of_a_sheet_is_told_to_its_phones_too() -> None:
    row = opened()
    group = group_of(row)
    phone, account = (
        listening(stream_of_sheet(row, "")),
        listening(stream_of_group(group, "")),
    )
    describe_group(
        group, GroupDescription(name="Us", currency="EUR"), FormToken(new_key(), group.revision)
    )
    assert (told(phone), phone.revision) == ({Event.MOVED}, row.revision)
    assert told(account) == {Event.MOVED}
    assert account.revision == group_of(row).revision > group.revision


@pytest.mark.parametrize(
    "write",
    [
        lambda state, token: sheets.put_away(state, True, token),
        lambda state, token: sheets.write_value(state, EntryType.CLOSED, True, token),
        lambda state, token: sheets.write_value(
            state, EntryType.ABOUT, Head(title="Christmas"), token
        ),
    ],
    ids=["put away", "closed", "title"],
)
def test_everything_that_is_written_on_a_sheet_is_told(write: Callable[..., Any]) -> None:
    row = opened()
    stream = listening(stream_of_sheet(row, ""))
    write(load(row), FormToken(new_key(), row.revision))
    assert told(stream) == {Event.MOVED}


def break_off_a_save(row: SheetRow) -> None:
    with transaction():
        revisions.advance_sheet(row.id, row.revision)
        raise ZeroDivisionError


def test_what_was_not_saved_is_not_told() -> None:
    row = opened()
    stream = listening(stream_of_sheet(row, ""))
    with pytest.raises(MovedOnError):
        append_round(load(row), deal(90), FormToken(new_key(), row.revision + 7))
    with pytest.raises(ZeroDivisionError):
        break_off_a_save(row)
    assert told(stream) == set()
    save(row)
    assert (told(stream), stream.revision) == ({Event.MOVED}, row.revision + 1)


def test_several_changes_at_once_are_one_event() -> None:
    row = opened()
    stream = listening(stream_of_sheet(row, ""))
    for _ in range(5):
        save(row)
    assert told(stream) == {Event.MOVED}
    assert stream.revision == row.revision + 5
    assert told(stream) == set()


def test_a_closed_stream_makes_room_for_another() -> None:
    row, hub = opened(), change_watch.current_watch().hub
    first, second = stream_of_sheet(row, ""), stream_of_sheet(row, "")
    assert hub.open(first, 1)
    assert not hub.open(second, 1)
    hub.close(first)
    hub.close(first)
    assert hub.open(second, 1)
    save(row)
    assert told(first) == set()
    assert told(second) == {Event.MOVED}


def test_a_stopping_server_ends_all_and_begins_none() -> None:
    row, hub = opened(), change_watch.current_watch().hub
    stream = listening(stream_of_sheet(row, ""))
    hub.end_all()
    assert told(stream) == {Event.ENDED}
    assert not hub.open(stream_of_sheet(row, ""), 100)


def test_what_another_process_saves_is_told(app: Flask, database_url: str) -> None:
    row = opened()
    watched, group = stream_of_sheet(row, row.link), stream_of_group(group_of(row), row.link)
    beside = watching(opened())
    for each in (watched, group, beside):
        assert change_watch.listen(each)
    group.wait(2 * change_watch.SECONDS_BETWEEN_LOOKS)  # what was told of its sheets is not known
    elsewhere = create_app({"DATABASE": database_url})
    with elsewhere.app_context():
        save(row)
        db.engine.dispose()
    assert watched.wait(SECONDS) == {Event.MOVED}
    assert watched.revision == row.revision + 1
    assert group.wait(SECONDS) == {Event.MOVED}
    assert beside.wait(0) == set()
    change_watch.stop(app)
    assert watched.wait(SECONDS) == {Event.ENDED}


def test_streams_of_links_that_ended_end_and_no_others() -> None:
    row, other = opened(), opened()
    phone, theirs = listening(watching(row)), listening(watching(other))
    look = listening(stream_of_sheet(row, "looking"))
    with transaction():
        note(LinksEnded(row.group_id, frozenset(["looking"])))
    assert [told(each) for each in (phone, look, theirs)] == [set(), {Event.ENDED}, set()]
    with transaction():
        note(LinksEnded(row.group_id))
    assert [told(each) for each in (phone, theirs)] == [{Event.ENDED}, set()]


@pytest.mark.parametrize(
    ("change", "dead"),
    [
        ("UPDATE groups SET link = 'another' WHERE id = ?", {"link"}),
        ("UPDATE groups SET look_link = 'another' WHERE id = ?", {"look"}),
        ("UPDATE sheets SET look_link = 'another' WHERE group_id = ?", {"sheet"}),
        ("UPDATE groups SET hidden = 1 WHERE id = ?", {"link", "look", "sheet"}),
    ],
)
def test_links_are_alive_until_they_are_replaced_or_hidden(
    database: Path, change: str, dead: set[str]
) -> None:
    row, other = opened(), opened()
    looking = select(GroupRecord.look_link, SheetRecord.look_link).join_from(
        SheetRecord, GroupRecord
    )
    look, sheet_look = execute(looking.where(SheetRecord.id == row.id)).one()
    links = {"link": row.link, "look": look, "sheet": sheet_look}
    asked = {*links.values(), other.link}
    assert living_links([*asked, "unknown"]) == asked
    with closing(sqlite3.connect(database)) as elsewhere, elsewhere:
        elsewhere.execute(change, (row.group_id,))
    assert living_links(asked) == asked - {links[name] for name in dead}


def test_streams_of_links_that_another_process_ended_end(app: Flask, database: Path) -> None:
    row, other = opened(), opened()
    phone, theirs = watching(row), watching(other)
    for each in (phone, theirs):
        assert change_watch.listen(each)
    with closing(sqlite3.connect(database)) as elsewhere, elsewhere:
        elsewhere.execute("UPDATE groups SET hidden = 1 WHERE id = ?", (row.group_id,))
    heard = phone.wait(SECONDS)
    while heard == {Event.MOVED}:  # told when the watch began
        heard = phone.wait(SECONDS)
    assert Event.ENDED in heard
    assert Event.ENDED not in told(theirs)
    change_watch.stop(app)


def test_looking_for_changes_of_others_asks_nothing_while_nothing_changes(app: Flask) -> None:
    stream = watching(opened())
    assert change_watch.listen(stream)
    watch = app.extensions[change_watch.EXTENSION]
    assert stream.wait(2.5 * change_watch.SECONDS_BETWEEN_LOOKS) == set()
    with queries(app) as asked:
        assert stream.wait(5 * change_watch.SECONDS_BETWEEN_LOOKS) == set()
    assert asked == []
    change_watch.current_watch().hub.close(stream)
    watch.stop()


def test_a_change_that_was_told_is_not_told_again() -> None:
    row = opened()
    stream = listening(stream_of_sheet(row, ""))
    save(row)
    told(stream)
    moved = Moved(row.group_id, row.revision + 1, row.id)
    change_watch.current_watch().hub.tell([moved])
    assert told(stream) == set()
    change_watch.current_watch().hub.tell([moved._replace(revision=row.revision + 2)])
    assert told(stream) == {Event.MOVED}
