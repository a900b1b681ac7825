"""Who is told at once when something was saved: the open streams of this process.

Nothing in here is stored, and what is told is a revision and no more: whoever hears of it fetches
what it stands for. A stream hears everything from the moment it is opened.
"""

import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from queue import Empty, SimpleQueue
from typing import Any

from blinker import Namespace
from flask import Flask, current_app

from scorekeeper.store.changes import (
    Change,
    GroupMoved,
    LinksEnded,
    Moved,
    SheetMoved,
    Subject,
    committed,
    group_subject,
    sheet_subject,
)
from scorekeeper.store.rows import GroupRow, SheetRow

EXTENSION = "live"

# Sent when a stream tells its phone something; `kind`: revision, writing or heartbeat.
message_sent = Namespace().signal("message_sent")


class Event(Enum):
    """What a stream is told."""

    MOVED = "moved"  # what it is about stands at another revision, or shows something new
    WRITING = "writing"  # somebody begins or stops to write on the sheet
    ENDED = "ended"  # its link is dead, or the server stops


@dataclass(eq=False, slots=True)
class Stream:
    """What one phone listens to: a sheet, or a group with all of its sheets (*sheet_id* None).

    *revision* is the latest known one of that sheet or group.
    """

    group_id: int
    sheet_id: int | None
    link: str
    revision: int
    seen: Mapping[Subject, int]  # the revisions that its phone has seen, by their subjects
    _events: SimpleQueue[Event] = field(default_factory=SimpleQueue)

    @property
    def subject(self) -> Subject:
        """What *revision* belongs to."""
        if self.sheet_id is None:
            return group_subject(self.group_id)
        return sheet_subject(self.sheet_id)

    def put(self, event: Event) -> None:
        """Tell it."""
        self._events.put(event)

    def hear(self, change: Change) -> None:
        """Take a change of its group over, unless it is about another sheet or link than this."""
        match change:
            case LinksEnded(links=links):
                if links is None or self.link in links:
                    self.put(Event.ENDED)
                return
            case SheetMoved(sheet_id=sheet_id, revision=revision) if sheet_id == self.sheet_id:
                self.revision = max(self.revision, revision)
            case SheetMoved() if self.sheet_id is not None:
                return
            case GroupMoved(revision=revision) if self.sheet_id is None:
                self.revision = max(self.revision, revision)
        self.put(Event.MOVED)

    def wait(self, seconds: float) -> set[Event]:
        """All that it is told, as soon as there is anything; nothing after so many seconds."""
        try:
            found = {self._events.get(timeout=seconds)}
        except Empty:
            return set()
        while not self._events.empty():
            found.add(self._events.get())
        return found


class Hub:
    """The open streams of a process, by the group that they are about."""

    def __init__(self) -> None:
        self._streams: defaultdict[int, set[Stream]] = defaultdict(set)
        self._told: dict[int, dict[Subject, int]] = {}  # revisions, of groups with streams
        self._open = 0
        self._is_closed = False
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return self._open

    def __iter__(self) -> Iterator[Stream]:
        """Those that are open at this moment."""
        with self._lock:
            return iter([stream for streams in self._streams.values() for stream in streams])

    def open(self, stream: Stream, streams_at_most: int) -> bool:
        """Have a stream hear what happens from now on; False where so many are open already.

        What others of its group were told since its phone looked is told to it at once.
        """
        with self._lock:
            if self._is_closed or self._open >= streams_at_most:
                return False
            self._streams[stream.group_id].add(stream)
            self._open += 1
            told = self._told.setdefault(stream.group_id, {})
            for subject, revision in stream.seen.items():
                if told.setdefault(subject, revision) > revision:
                    stream.put(Event.MOVED)
            stream.revision = max(stream.revision, told.get(stream.subject, 0))
            return True

    def close(self, stream: Stream) -> None:
        """Forget a stream; harmless where that has happened already."""
        with self._lock:
            streams = self._streams.get(stream.group_id, set())
            if stream in streams:
                streams.remove(stream)
                self._open -= 1
            if not streams:
                self._streams.pop(stream.group_id, None)
                self._told.pop(stream.group_id, None)

    def tell(self, changes: Iterable[Change]) -> None:
        """Tell the streams of a group what has changed there."""
        with self._lock:
            for change in changes:
                self._tell(change)

    def tell_unless_told(self, changes: Iterable[Moved]) -> None:
        """Tell what has not been told yet: of changes that were found, not made, in this process.

        A sheet of which nobody knows what was told of it may be told without having changed.
        """
        with self._lock:
            for change in changes:
                if change.revision > self._told.get(change.group_id, {}).get(change.subject, -1):
                    self._tell(change)

    def tell_writing(self, group_id: int, sheet_id: int) -> None:
        """Tell who follows a sheet of a group that somebody begins or stops to write on it."""
        for stream in self._of_group(group_id):
            if stream.sheet_id == sheet_id:
                stream.put(Event.WRITING)

    def end_all(self) -> None:
        """Wake every stream to its end, and open no further one."""
        with self._lock:
            self._is_closed = True
        for stream in self:
            stream.put(Event.ENDED)

    def _tell(self, change: Change) -> None:
        if not isinstance(change, LinksEnded):
            told = self._told.get(change.group_id, {})
            told[change.subject] = max(change.revision, told.get(change.subject, 0))
        for stream in self._streams.get(change.group_id, ()):
            stream.hear(change)

    def _of_group(self, group_id: int) -> list[Stream]:
        with self._lock:
            return list(self._streams.get(group_id, ()))


def install(app: Flask) -> None:
    """Give the application a hub of its own, which hears of every commit."""
    app.extensions[EXTENSION] = found = Hub()

    def tell(_: Any, changes: tuple[Change, ...]) -> None:
        found.tell(changes)

    committed.connect(tell, sender=app, weak=False)


def hub() -> Hub:
    """The hub of this application."""
    found: Hub = current_app.extensions[EXTENSION]
    return found


def stream_of_sheet(sheet: SheetRow, link: str) -> Stream:
    """A stream about a sheet, for whoever came by this link."""
    seen = {
        sheet_subject(sheet.id): sheet.revision,
        group_subject(sheet.group_id): sheet.group_revision,
    }
    return Stream(sheet.group_id, sheet.id, link, sheet.revision, seen)


def stream_of_group(group: GroupRow, link: str) -> Stream:
    """A stream about a group, for whoever came by this link."""
    return Stream(group.id, None, link, group.revision, {group_subject(group.id): group.revision})
