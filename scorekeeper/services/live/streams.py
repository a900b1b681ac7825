"""Who is told at once when something was saved: the open streams of this process.

Nothing in here is stored, and what is told is a revision and no more: whoever hears of it fetches
what it stands for. A stream hears everything from the moment it is opened.
"""

import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from queue import Empty, Queue

from blinker import Namespace

from scorekeeper.store.changes import Change, LinksEnded, Moved
from scorekeeper.store.rows import GroupRow, SheetRow

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

    *seen* are the latest revisions that its phone has seen, or was told of: of sheets by their ids,
    and under None that of the group.
    """

    group_id: int
    sheet_id: int | None
    link: str
    seen: dict[int | None, int]
    # No SimpleQueue: where its time is over before it has begun to wait, it waits without an end.
    _events: Queue[Event] = field(default_factory=Queue)

    @property
    def revision(self) -> int:
        """The latest known one of that sheet or group."""
        return self.seen[self.sheet_id]

    def put(self, event: Event) -> None:
        """Tell it."""
        self._events.put(event)

    def hear(self, change: Change) -> None:
        """Take a change of its group over, unless it is known, or about another sheet or link.

        What was never seen, as a sheet on the page of a group, is news whatever its revision is.
        """
        match change:
            case LinksEnded(links=links) if links is None or self.link in links:
                self.put(Event.ENDED)
            case Moved(sheet_id=sheet_id, revision=revision):
                is_elsewhere = None not in (self.sheet_id, sheet_id) and sheet_id != self.sheet_id
                if not is_elsewhere and revision > self.seen.get(sheet_id, -1):
                    self.seen[sheet_id] = revision
                    self.put(Event.MOVED)

    def wait(self, seconds: float) -> set[Event]:
        """All that it is told, as soon as there is anything; nothing after so many seconds."""
        try:
            events = {self._events.get(timeout=seconds)}
        except Empty:
            return set()
        while not self._events.empty():
            events.add(self._events.get())
        return events


class Hub:
    """The open streams of a process."""

    def __init__(self) -> None:
        self._streams: set[Stream] = set()
        self._is_closed = False
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._streams)

    def __iter__(self) -> Iterator[Stream]:
        """Those that are open at this moment."""
        with self._lock:
            return iter(list(self._streams))

    def open(self, stream: Stream, streams_at_most: int) -> bool:
        """Have a stream hear what happens from now on; False where so many are open already."""
        with self._lock:
            if self._is_closed or len(self._streams) >= streams_at_most:
                return False
            self._streams.add(stream)
            return True

    def close(self, stream: Stream) -> None:
        """Forget a stream; harmless where that has happened already."""
        with self._lock:
            self._streams.discard(stream)

    def tell(self, changes: Iterable[Change]) -> None:
        """Tell the streams what has changed, as far as they do not know it."""
        of_group = defaultdict[int, list[Change]](list)
        for change in changes:
            of_group[change.group_id].append(change)
        with self._lock:
            for stream in self._streams:
                for change in of_group.get(stream.group_id, ()):
                    stream.hear(change)

    def tell_writing(self, sheet_id: int) -> None:
        """Tell who follows a sheet that somebody begins or stops to write on it."""
        for stream in self:
            if stream.sheet_id == sheet_id:
                stream.put(Event.WRITING)

    def end_all(self) -> None:
        """Wake every stream to its end, and open no further one."""
        with self._lock:
            self._is_closed = True
        for stream in self:
            stream.put(Event.ENDED)


def stream_of_sheet(sheet: SheetRow, link: str) -> Stream:
    """A stream about a sheet, for whoever came by this link."""
    seen = {sheet.id: sheet.revision, None: sheet.group_revision}
    return Stream(sheet.group_id, sheet.id, link, seen)


def stream_of_group(group: GroupRow, link: str) -> Stream:
    """A stream about a group, for whoever came by this link."""
    return Stream(group.id, None, link, {None: group.revision})
