"""Who is writing on which sheet at this moment, so that two do not enter the same round.

Phones say so themselves, under names that nobody checks. Nothing of it is stored or moves a
revision, and it lapses unless a phone says it again. Processes tell each other, where the database
carries messages; where it is a file, a phone hears only of those whose requests its own process has
answered.
"""

import json
import logging
import os
import threading
from collections.abc import Callable, Mapping
from time import monotonic
from typing import NamedTuple
from uuid import uuid4

from scorekeeper.services.live.streams import Hub
from scorekeeper.store.db import send_message
from scorekeeper.store.errors import is_of_database
from scorekeeper.store.rows import SheetRow

SECONDS_TO_LAPSE = 20.0
PHONES_AT_MOST = 12  # of a sheet; whoever comes later is not shown
WRITERS_AT_MOST = 4000  # of all sheets

log = logging.getLogger("scorekeeper")


class Writer(NamedTuple):
    """Somebody who is writing, by the *name* given to the phone (None: it has none), and what.

    It is round *round_id* that is corrected, or the next round, with a form made for revision
    *based_on* of the sheet; where both are None, nobody knows.
    """

    name: str | None
    round_id: int | None = None
    based_on: int | None = None

    def is_at_the_same(self, other: "Writer") -> bool:
        """Whether both are known to write the same round."""
        mine = self.round_id, self.based_on
        return mine == (other.round_id, other.based_on) != (None, None)


class Presence:
    """The writers that one process knows of; *clock* gives seconds that never go back.

    What its phones say goes to other processes.
    """

    def __init__(self, hub: Hub, clock: Callable[[], float] = monotonic) -> None:
        self._hub = hub
        self._clock = clock
        self._host = uuid4().hex
        # By sheet and phone, each with the moment when that lapses.
        self._sheets: dict[int, dict[str, tuple[Writer, float]]] = {}
        self._lock = threading.Lock()

    def note(self, sheet: SheetRow, phone: str, writer: Writer | None) -> None:
        """Somebody writes on a sheet with a phone; None: nobody does any longer, if anybody did.

        Who follows the sheet is told unless that is known already.
        """
        self._take(sheet.id, phone, writer)
        said = None if writer is None else writer._asdict()
        _send_if_possible(json.dumps([self._process, sheet.group_id, sheet.id, phone, said]))

    def receive(self, message: str) -> None:
        """Note what another process says of its phones; what another version says may be odd."""
        try:
            process, _, sheet_id, phone, said = json.loads(message)
            writer = None if said is None else Writer(**said)
        except (ValueError, TypeError) as error:
            log.debug("a message of another process cannot be read: %s", error)
            return
        if process != self._process:
            self._take(sheet_id, phone, writer)

    @property
    def _process(self) -> str:
        """This process among all others: it may have been made before the process was."""
        return f"{self._host}.{os.getpid()}"

    def _take(self, sheet_id: int, phone: str, writer: Writer | None) -> None:
        """Keep what is known of a phone up to date, and tell who follows the sheet what is new."""
        self.lapse()
        with self._lock:
            known = self._sheets.setdefault(sheet_id, {})
            before, _ = known.get(phone, (None, 0.0))
            if writer is None:
                known.pop(phone, None)
            elif before is None and not self._has_room(known):
                return
            else:
                known[phone] = writer, self._clock() + SECONDS_TO_LAPSE
        if writer != before:
            self._hub.tell_writing(sheet_id)

    def _has_room(self, on_sheet: Mapping[str, object]) -> bool:
        """Whether one more phone on a sheet is remembered."""
        in_all = sum(map(len, self._sheets.values()))
        return len(on_sheet) < PHONES_AT_MOST and in_all < WRITERS_AT_MOST

    def writers(self, sheet_id: int) -> Mapping[str, Writer]:
        """Who is writing on a sheet, by their phones, in the order in which they began."""
        with self._lock:
            known, now = self._sheets.get(sheet_id, {}), self._clock()
            return {phone: writer for phone, (writer, until) in known.items() if until > now}

    def lapse(self) -> None:
        """Forget whoever has not said it again for too long, and tell who follows their sheets."""
        with self._lock:
            now, over = self._clock(), set[int]()
            for sheet_id, known in list(self._sheets.items()):
                for phone in [phone for phone, (_, until) in known.items() if until <= now]:
                    del known[phone]
                    over.add(sheet_id)
                if not known:
                    del self._sheets[sheet_id]
        for sheet_id in over:
            self._hub.tell_writing(sheet_id)


def _send_if_possible(message: str) -> None:
    """Send a message to other processes; what they do not hear, a phone says again soon."""
    try:
        send_message(message)
    except Exception as error:
        if not is_of_database(error):
            raise
        log.debug("other processes do not hear who is writing: %s", error)
