"""What nobody tells: looked for as long as anybody here listens.

It is what another process has committed (another worker of the server, or a command such as
`import`, writes to the same database), and who has stopped to write without saying so.
"""

import logging
import threading
from collections.abc import Sequence
from contextlib import closing

from flask import Flask, current_app

from scorekeeper.services.live.presence import Presence
from scorekeeper.services.live.streams import Event, Hub, Stream
from scorekeeper.store.backend import ChangeFeed
from scorekeeper.store.changes import Change, LinksEnded, committed
from scorekeeper.store.db import change_feed
from scorekeeper.store.errors import is_of_database
from scorekeeper.store.revisions import revisions_now
from scorekeeper.store.secret_links import living_links

EXTENSION = "live"
STREAMS_AT_MOST = "STREAMS_AT_MOST"  # of the configuration: how many streams a process keeps open
SECONDS_BETWEEN_LOOKS = 0.2
SECONDS_TO_STOP = 2.0

log = logging.getLogger("scorekeeper")


class ChangeWatch:
    """A thread that begins with the first stream and ends some time after the last one.

    *hub* has the streams of its application, *presence* knows who is writing on their sheets.
    """

    def __init__(self, app: Flask) -> None:
        self.hub = Hub()
        self.presence = Presence(self.hub)
        self._app = app
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._has_newcomer = threading.Event()

    def begin(self) -> None:
        """Look for changes from now on, if nobody does so already.

        The next look is at everything, whether anything has changed or not: what was saved while a
        stream was being opened may have been told before it could hear.
        """
        self._has_newcomer.set()
        with self._lock:
            if self._thread is None and not self._stop.is_set():
                thread = threading.Thread(target=self._run, name="changes", daemon=True)
                thread.start()
                self._thread = thread

    def stop(self) -> None:
        """End every stream and look no more; the connection is given back."""
        self.hub.end_all()
        self._stop.set()
        thread = self._thread
        if thread is not None:
            thread.join(SECONDS_TO_STOP)

    def _run(self) -> None:
        """Look as long as anybody listens; where the database cannot be read, begin again."""
        with self._app.app_context():
            while self._is_needed():
                try:
                    with closing(change_feed()) as feed:
                        self._listen_to(feed)
                except Exception as error:
                    level = logging.DEBUG if is_of_database(error) else logging.ERROR
                    log.log(level, "changes of others cannot be looked for: %s", error)
                    self._stop.wait(SECONDS_BETWEEN_LOOKS)

    def _is_needed(self) -> bool:
        with self._lock:
            if not self._stop.is_set() and len(self.hub):
                return True
            self._thread = None
            return False

    def _listen_to(self, feed: ChangeFeed) -> None:
        """Tell what has changed, again and again until nobody listens."""
        while len(self.hub) and not self._stop.is_set():
            told = feed.wait(SECONDS_BETWEEN_LOOKS)
            self._tell(told or ())
            if told is None or self._has_newcomer.is_set():
                self._has_newcomer.clear()
                self._look_at_everything()
            self.presence.lapse()

    def _tell(self, heard: Sequence[Change | str]) -> None:
        for message in heard:
            if isinstance(message, str):
                self.presence.receive(message)
            else:
                self.hub.tell([message])
        if any(isinstance(message, LinksEnded) for message in heard):
            self._end_streams_of_dead_links()

    def _look_at_everything(self) -> None:
        """Tell where everything stands that anybody listens to."""
        streams = list(self.hub)
        sheets = {stream.sheet_id for stream in streams if stream.sheet_id is not None}
        groups = {stream.group_id for stream in streams}
        with_all_sheets = {stream.group_id for stream in streams if stream.sheet_id is None}
        self.hub.tell(revisions_now(sheets, groups, with_all_sheets))
        self._end_streams_of_dead_links()

    def _end_streams_of_dead_links(self) -> None:
        streams = list(self.hub)
        living = living_links({stream.link for stream in streams})
        for stream in streams:
            if stream.link not in living:
                stream.put(Event.ENDED)


def install(app: Flask) -> None:
    """Give the application a watch of its own, whose hub hears of every commit."""
    app.extensions[EXTENSION] = watch = ChangeWatch(app)
    committed.connect(lambda _, changes: watch.hub.tell(changes), sender=app, weak=False)


def current_watch() -> ChangeWatch:
    """The watch of this application."""
    watch: ChangeWatch = current_app.extensions[EXTENSION]
    return watch


def listen(stream: Stream) -> bool:
    """Have a stream told of everything, whoever writes it; False where there is no room for it."""
    watch = current_watch()
    if not watch.hub.open(stream, current_app.config[STREAMS_AT_MOST]):
        return False
    try:
        watch.begin()
    except RuntimeError:  # this machine has no thread left
        watch.hub.close(stream)
        return False
    return True


def stop(app: Flask) -> None:
    """End every stream and look no more; nobody can listen afterwards."""
    app.extensions[EXTENSION].stop()
