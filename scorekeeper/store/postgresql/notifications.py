"""What has changed, and what processes say to each other, by LISTEN and NOTIFY.

The notification of a change is sent inside the transaction that writes, so it arrives if and only
if that is committed. It names rows by their ids, and holds no link and no name.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Engine, PoolProxiedConnection, text

from scorekeeper.store.backend import Message
from scorekeeper.store.changes import Change, GroupMoved, LinksEnded, SheetMoved

CHANGES, MESSAGES = "scorekeeper_changes", "scorekeeper_messages"  # channels
BYTES_AT_MOST = 7_900  # of a notification; PostgreSQL takes 8,000
EVERYTHING = "*"  # instead of more than that
SHEET, GROUP, LINKS = "sheet", "group", "links"


def notify(connection: Connection, changes: Sequence[Change]) -> None:
    """Notify all processes of changes when the transaction of this connection is committed."""
    if not changes:
        return
    payload = json.dumps([_as_list(each) for each in changes], separators=(",", ":"))
    if len(payload) > BYTES_AT_MOST:
        payload = EVERYTHING
    _notify(connection, CHANGES, payload)


def send_message(connection: Connection, message: Message) -> None:
    """Notify all processes of a message; one that is too long is heard by nobody."""
    if len(message.text.encode()) <= BYTES_AT_MOST:
        _notify(connection, MESSAGES, message.text)


def _notify(connection: Connection, channel: str, payload: str) -> None:
    notify = text("SELECT pg_notify(:channel, :payload)")
    connection.execute(notify, {"channel": channel, "payload": payload})


class Notifications:
    """A connection that listens; the first thing it says is to look at everything."""

    def __init__(self, engine: Engine) -> None:
        pooled: PoolProxiedConnection = engine.raw_connection()
        self._connection: Any = pooled.driver_connection
        pooled.detach()  # from now on it is none of the pool's
        self._has_listened = False

    def wait(self, seconds: float) -> Sequence[Change | Message] | None:
        """What was committed or said, as soon as it is; None: look at everything."""
        if not self._has_listened:
            self._connection.autocommit = True
            for channel in (CHANGES, MESSAGES):
                self._connection.execute(f"LISTEN {channel}")
            self._has_listened = True
            return None
        told = list(self._connection.notifies(timeout=seconds, stop_after=1))
        messages = [Message(each.payload) for each in told if each.channel == MESSAGES]
        try:
            changes = _changes(each.payload for each in told if each.channel == CHANGES)
        except (ValueError, TypeError):  # everything, or what another version says
            return None
        return (*changes, *messages)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


def _changes(payloads: Iterable[str]) -> tuple[Change, ...]:
    return tuple(_change(*each) for payload in payloads for each in json.loads(payload))


def _as_list(change: Change) -> list[str | int]:
    match change:
        case SheetMoved(sheet_id=sheet_id, group_id=group_id, revision=revision):
            return [SHEET, group_id, revision, sheet_id]
        case GroupMoved(group_id=group_id, revision=revision):
            return [GROUP, group_id, revision]
        case LinksEnded(group_id=group_id):
            return [LINKS, group_id]


def _change(kind: str, group_id: int, revision: int = 0, sheet_id: int = 0) -> Change:
    if kind == LINKS:
        return LinksEnded(group_id, frozenset())
    return (
        GroupMoved(group_id, revision)
        if kind == GROUP
        else SheetMoved(sheet_id, group_id, revision)
    )
