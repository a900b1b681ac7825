"""Processes on several hosts, with nothing in common but a database of PostgreSQL."""

from collections.abc import Iterator
from itertools import product

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper.app import create_app
from scorekeeper.services.live import change_watch
from scorekeeper.services.live.change_watch import current_watch
from scorekeeper.services.live.presence import Writer
from scorekeeper.services.live.streams import Event, Stream, stream_of_sheet
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.store.changes import LinksEnded, Moved, note
from scorekeeper.store.db import current_connection, db, execute, release_connection, transaction
from scorekeeper.store.revisions import advance_sheet
from scorekeeper.store.rows import SheetRow
from tests.services.live.test_live import save
from tests.web.counting import sheet

SECONDS = 10.0
ANN = Writer("Änn", based_on=1)

pytestmark = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)


@pytest.fixture
def elsewhere(app: Flask, database_url: str) -> Iterator[Flask]:
    """The same program in another process, as far as it can tell."""
    other = create_app({"DATABASE": database_url})
    yield other
    for each in (app, other):
        change_watch.stop(each)
    with other.app_context():
        db.engine.dispose()


@pytest.fixture
def row(app: Flask) -> Iterator[SheetRow]:
    with app.app_context():
        yield open_sheet(sheet(2), None)
        release_connection()


def following(row: SheetRow) -> Stream:
    stream = stream_of_sheet(row, row.link)
    assert change_watch.listen(stream)
    stream.wait(2 * change_watch.SECONDS_BETWEEN_LOOKS)  # what it is told when the watch begins
    return stream


def break_off(change: Moved) -> None:
    with transaction():
        note(change)
        raise ZeroDivisionError


def test_who_is_writing_is_known_elsewhere_until_it_is_over(
    elsewhere: Flask, row: SheetRow
) -> None:
    with elsewhere.app_context():
        stream = following(row)
    current_watch().presence.note(row, "a", ANN)
    assert stream.wait(SECONDS) == {Event.WRITING}
    with elsewhere.app_context():
        assert current_watch().presence.writers(row.id) == {"a": ANN}
    assert current_watch().presence.writers(row.id) == {"a": ANN}
    current_watch().presence.note(row, "a", None)
    assert stream.wait(SECONDS) == {Event.WRITING}
    with elsewhere.app_context():
        assert current_watch().presence.writers(row.id) == {}
    assert current_watch().presence.writers(row.id) == {}


def test_who_writes_is_heard_of_also_while_another_phone_begins_to_listen(
    elsewhere: Flask, row: SheetRow
) -> None:
    with elsewhere.app_context():
        stream, watch = following(row), elsewhere.extensions[change_watch.EXTENSION]
    for writer in (ANN, None) * 10:
        watch.begin()
        current_watch().presence.note(row, "a", writer)
        assert stream.wait(SECONDS) == {Event.WRITING}


def test_more_changes_than_fit_into_one_notification_are_told(
    elsewhere: Flask, row: SheetRow
) -> None:
    with elsewhere.app_context():
        stream = following(row)
    with transaction():
        for number in range(1000):
            note(Moved(row.group_id, 1, 1_000_000 + number))
        advance_sheet(row.id, row.revision)
    assert stream.wait(SECONDS) == {Event.MOVED}
    assert stream.revision == row.revision + 1


def test_a_transaction_that_is_not_committed_is_told_to_nobody(
    elsewhere: Flask, row: SheetRow
) -> None:
    with elsewhere.app_context():
        stream = following(row)
    with pytest.raises(ZeroDivisionError):
        break_off(Moved(row.group_id, row.revision + 1, row.id))
    with transaction():
        note(LinksEnded(row.group_id))
    current_watch().presence.note(row, "a", ANN)
    assert stream.wait(SECONDS) == {Event.WRITING}  # what was said last is heard last


def test_what_another_version_says_makes_nobody_deaf(elsewhere: Flask, row: SheetRow) -> None:
    with elsewhere.app_context():
        stream = following(row)
    channels = ("scorekeeper_changes", "scorekeeper_messages")
    words = ("", "x", "7", '["p", 1]', '[["sheet", 1, 2, 3, 4]]', '[["sheet", "a", "b"]]')
    for number, (channel, said) in enumerate(product(channels, words), 1):
        execute(text("SELECT pg_notify(:channel, :said)"), {"channel": channel, "said": said})
        current_connection().commit()
        save(row)
        assert Event.MOVED in stream.wait(SECONDS), (channel, said)
        assert stream.revision == row.revision + number, (channel, said)
