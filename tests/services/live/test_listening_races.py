"""Streams that are opened, told and closed in several threads: none of them is left behind."""

import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.services.live import change_watch
from scorekeeper.services.live.streams import Event, stream_of_group, stream_of_sheet
from scorekeeper.store.db import change_feed, db
from scorekeeper.store.errors import LostDatabaseError
from scorekeeper.store.rows import SheetRow
from scorekeeper.store.sqlite.database_file import LOG, beside
from tests.printing.test_queue import no_thread
from tests.services.journal.test_writing import opened
from tests.services.live.test_live import SECONDS, group_of, save

pytestmark = pytest.mark.both_databases

SETTLED = 3 * change_watch.SECONDS_BETWEEN_LOOKS  # what was there before has been looked at


@pytest.fixture(autouse=True)
def context(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield
    change_watch.stop(app)


def save_elsewhere(url: str, row: SheetRow) -> None:
    """Save a round as another process would."""
    elsewhere = create_app({"DATABASE": url})
    with elsewhere.app_context():
        save(row)
        db.engine.dispose()


def test_what_was_saved_just_before_a_stream_listens_is_told() -> None:
    row = opened()
    others = [stream_of_sheet(each, each.link) for each in (row, opened())]
    for each in others:
        assert change_watch.listen(each)
        each.wait(SETTLED)
    late = stream_of_sheet(row, row.link)
    save(row)
    assert others[0].wait(SECONDS) == {Event.MOVED}
    others[1].wait(SETTLED)
    assert change_watch.listen(late)
    assert late.wait(SECONDS) == {Event.MOVED}
    assert late.revision == row.revision + 1


@pytest.mark.parametrize("elsewhere", [False, True], ids=["here", "by another process"])
def test_so_it_is_where_nobody_else_follows_the_sheet(database_url: str, elsewhere: bool) -> None:
    row, beside = opened(), opened()
    other = stream_of_sheet(beside, beside.link)
    assert change_watch.listen(other)
    other.wait(SETTLED)
    late = stream_of_sheet(row, row.link)
    if elsewhere:
        save_elsewhere(database_url, row)
    else:
        save(row)
    other.wait(SETTLED)
    assert change_watch.listen(late)
    assert late.wait(SECONDS) == {Event.MOVED}
    assert late.revision == row.revision + 1


def test_a_sheet_of_which_another_phone_of_the_group_had_heard_is_told_too() -> None:
    row = opened()
    first, late = (stream_of_group(group_of(row), row.link) for _ in range(2))
    assert change_watch.listen(first)
    first.wait(SETTLED)
    save(row)
    assert first.wait(SECONDS) == {Event.MOVED}
    first.wait(SETTLED)
    assert change_watch.listen(late)
    assert late.wait(SECONDS) == {Event.MOVED}


def test_the_last_stream_may_end_at_the_moment_when_the_next_one_begins(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(change_watch, "SECONDS_BETWEEN_LOOKS", 0.0001)
    row, hub = opened(), change_watch.current_watch().hub
    for _ in range(100):
        stream = stream_of_sheet(row, row.link)
        assert change_watch.listen(stream)
        stream.wait(0.0005)
        hub.close(stream)
    stream = stream_of_sheet(row, row.link)
    assert change_watch.listen(stream)
    save_elsewhere(database_url, row)
    assert Event.MOVED in stream.wait(SECONDS)
    assert stream.revision == row.revision + 1


def test_where_no_thread_can_be_had_nobody_listens_and_the_next_one_does(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    row, hub = opened(), change_watch.current_watch().hub
    stream = stream_of_sheet(row, row.link)
    with monkeypatch.context() as full:
        full.setattr(threading.Thread, "start", no_thread)
        assert not change_watch.listen(stream)
    assert len(hub) == 0
    assert change_watch.listen(stream)
    save_elsewhere(database_url, row)
    assert Event.MOVED in stream.wait(SECONDS)


def test_where_the_log_was_removed_nothing_is_heard_of_any_more(database: Path) -> None:
    opened()
    with closing(change_feed()) as feed:
        assert feed.wait(0) is None
        assert feed.wait(0) == ()
        beside(database, LOG).unlink()
        with pytest.raises(LostDatabaseError):
            feed.wait(0)
    with pytest.raises(LostDatabaseError):
        change_feed()
