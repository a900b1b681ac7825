"""Who is writing: told to who follows the sheet, lapsing by itself, and bounded."""

from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.services.live import presence
from scorekeeper.services.live.presence import SECONDS_TO_LAPSE, Presence, Writer
from scorekeeper.services.live.streams import Event, Hub, Stream, stream_of_group, stream_of_sheet
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.store.rows import SheetRow
from tests.web.counting import sheet

ANN, BEN = Writer("Ann", based_on=1), Writer("Ben", based_on=1)


class Clock:
    """A clock that is moved."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def hub() -> Hub:
    return Hub()


@pytest.fixture
def known(hub: Hub, clock: Clock) -> Presence:
    return Presence(hub, clock)


@pytest.fixture
def row(app: Flask) -> Iterator[SheetRow]:
    with app.app_context():
        yield open_sheet(sheet(2), None)


@pytest.fixture
def stream(hub: Hub, row: SheetRow) -> Stream:
    """What a phone hears that follows the sheet."""
    found = stream_of_sheet(row, "")
    assert hub.open(found, 10)
    return found


def hears(stream: Stream) -> bool:
    """Whether the stream was told that somebody begins or stops, and of nothing else."""
    heard = stream.wait(0.001)
    assert heard <= {Event.WRITING}
    return bool(heard)


def test_beginning_changing_and_stopping_are_told_and_going_on_is_not(
    known: Presence, row: SheetRow, stream: Stream
) -> None:
    known.note(row, "a", ANN)
    assert hears(stream)
    assert known.writers(row.id) == {"a": ANN}
    known.note(row, "a", ANN)
    assert not hears(stream)
    known.note(row, "a", Writer("Ann", round_id=1))
    assert hears(stream)
    known.note(row, "b", BEN)
    assert hears(stream)
    assert list(known.writers(row.id)) == ["a", "b"]
    known.note(row, "a", None)
    assert hears(stream)
    assert known.writers(row.id) == {"b": BEN}
    known.note(row, "a", None)
    assert not hears(stream)


def test_it_lapses_unless_it_is_said_again(
    known: Presence, row: SheetRow, stream: Stream, clock: Clock
) -> None:
    known.note(row, "a", ANN)
    known.note(row, "b", BEN)
    clock.seconds += SECONDS_TO_LAPSE - 1
    known.note(row, "b", BEN)
    assert hears(stream)
    clock.seconds += 1
    assert known.writers(row.id) == {"b": BEN}
    known.lapse()
    assert hears(stream)
    known.lapse()
    assert not hears(stream)
    clock.seconds += SECONDS_TO_LAPSE
    known.note(row, "b", BEN)
    assert hears(stream), "it had lapsed, though nobody was told"
    clock.seconds += SECONDS_TO_LAPSE
    known.lapse()
    assert hears(stream)
    assert known.writers(row.id) == {}


def test_only_who_follows_the_sheet_hears_of_it(
    known: Presence, hub: Hub, row: SheetRow, stream: Stream
) -> None:
    of_group = stream_of_group(row.group, "")
    another = Stream(row.group_id, row.id + 1, "", {})
    assert hub.open(of_group, 10)
    assert hub.open(another, 10)
    known.note(row, "a", ANN)
    assert [hears(each) for each in (stream, of_group, another)] == [True, False, False]


def test_a_full_sheet_takes_nobody_more_until_somebody_lapses(
    known: Presence, row: SheetRow, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "PHONES_AT_MOST", 2)
    for phone in ("a", "b", "c"):
        known.note(row, phone, ANN)
        clock.seconds += 1
    assert list(known.writers(row.id)) == ["a", "b"]
    known.note(row, "b", BEN)
    assert known.writers(row.id) == {"a": ANN, "b": BEN}
    clock.seconds += SECONDS_TO_LAPSE - 2
    known.note(row, "c", ANN)
    assert list(known.writers(row.id)) == ["b", "c"]


def test_so_many_writers_are_remembered(
    known: Presence, row: SheetRow, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "WRITERS_AT_MOST", 1)
    other = row._replace(id=row.id + 1)
    known.note(row, "a", ANN)
    known.note(other, "a", ANN)
    assert known.writers(other.id) == {}
    clock.seconds += SECONDS_TO_LAPSE
    known.note(other, "a", ANN)
    assert known.writers(other.id) == {"a": ANN}


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (Writer("Ben", based_on=1), True),
        (Writer(None, based_on=2), False),
        (Writer("Ben", round_id=1), False),
        (Writer("Ben"), False),
    ],
)
def test_two_are_at_the_same_round_where_both_know_which(other: Writer, same: bool) -> None:
    assert ANN.is_at_the_same(other) is other.is_at_the_same(ANN) is same
    assert not Writer("Ben").is_at_the_same(Writer("Ann"))
