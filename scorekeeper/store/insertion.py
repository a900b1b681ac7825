"""Inserting new sheets, and the entries of sheets and of groups; nothing here commits.

What takes long can be done before the transaction that inserts: entries are made ready to be handed
to the driver (`ready_entries`), so that inside it they only have to be handed over.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple

from sqlalchemy import Dialect, insert

from scorekeeper.store.db import current_connection, db, execute
from scorekeeper.store.rows import EntryRow
from scorekeeper.store.secret_links import new_link
from scorekeeper.store.sheet_queries import last_number
from scorekeeper.store.tables import EntryRecord, GroupEntryRecord, SheetRecord, now

EntryTable = type[EntryRecord] | type[GroupEntryRecord]
ReadyEntry = tuple[Any, ...]  # the values of all columns behind the owner, in their order
# The columns of a sheet that its group does not say, and the entries that it begins with.
NewSheet = tuple[Mapping[str, Any], Sequence[ReadyEntry]]


def new_entry(
    kind: str, subject: int, edition: int, after: int | None, data: Any, revision: int = 1
) -> EntryRow:
    """An entry that is not written yet: what is written by whom, and when, is known later."""
    return EntryRow(
        revision,
        str(kind),
        subject,
        edition,
        after,
        data,
        key=None,
        author=None,
        written_at=now(),
    )


def dated_behind(moment: datetime | None, entries: Sequence[EntryRow]) -> Sequence[EntryRow]:
    """Entries that are certainly behind a moment, if there is one, whatever the clock says.

    It may have been set back since, or be that of another host.
    """
    if moment is None:
        return entries
    least = moment + timedelta(microseconds=1)
    return [entry._replace(written_at=max(entry.written_at, least)) for entry in entries]


def add_entries(
    table: EntryTable,
    owner: int,
    entries: Sequence[EntryRow],
    key: str | None = None,
    author: str | None = None,
) -> tuple[EntryRow, ...]:
    """Insert entries at their latest moment, the first one under *key*; returns them as written.

    They say their revision, and have no keys yet; *owner* is the id of the sheet or of the group
    whose they are.
    """
    moment = max(entry.written_at for entry in entries)
    written = [entry._replace(author=author, written_at=moment) for entry in entries]
    written[0] = written[0]._replace(key=key)
    ready = ready_entries(table, written, author, moment)
    insert_ready(table, ((owner, entry) for entry in ready))
    return tuple(written)


def ready_entries(
    table: EntryTable,
    entries: Iterable[EntryRow],
    author: str | None = None,
    moment: datetime | None = None,
) -> list[ReadyEntry]:
    """Entries of one *moment*, or of this one, which *author* says to write, for the driver."""
    into = _insertion(table, db.engine.dialect)
    written_at = into.moment_as_taken(moment or now())
    return [
        into.values(
            entry._replace(
                data=into.data_as_taken(entry.data), author=author, written_at=written_at
            )
        )
        for entry in entries
    ]


def insert_ready(table: EntryTable, rows: Iterable[tuple[int, ReadyEntry]]) -> None:
    """Hand entries to the driver in the way of its parameters: many of them quickly.

    Each comes with the id of the sheet or of the group whose it is.
    """
    connection = current_connection()
    into = _insertion(table, connection.dialect)
    values: list[Any] = [(owner, *ready) for owner, ready in rows]
    if not connection.dialect.positional:
        values = [dict(zip(into.columns, row, strict=True)) for row in values]
    connection.exec_driver_sql(into.statement, values)


class _Insertion(NamedTuple):
    """A *statement* as the driver takes it, and what its *columns* take of an entry.

    These are all but the id: that of the owner first, then those named as in an `EntryRow`. A
    moment and data are no values that every driver takes.
    """

    statement: str
    columns: Sequence[str]
    values: Callable[[EntryRow], ReadyEntry]
    moment_as_taken: Callable[[Any], Any]
    data_as_taken: Callable[[Any], Any]


@lru_cache(maxsize=8)  # a dialect is one for each engine, and there is one engine to a process
def _insertion(table: EntryTable, dialect: Dialect) -> _Insertion:
    """The insertion into a table: put together once, not for every round that is saved."""

    def as_taken(name: str) -> Callable[[Any], Any]:
        kind = table.__table__.c[name].type
        return kind.dialect_impl(dialect).bind_processor(dialect) or (lambda value: value)

    columns = [column.name for column in table.__table__.c if column.name != "id"]
    statement = insert(table).inline().compile(dialect=dialect, column_keys=columns)
    values = attrgetter(*columns[1:])
    return _Insertion(str(statement), columns, values, as_taken("written_at"), as_taken("data"))


def add_sheets(group_id: int, sheets: Sequence[NewSheet]) -> list[int]:
    """Insert sheets into a group and return their ids; call `advance_group` first."""
    number = last_number(group_id)
    rows = [
        {"group_id": group_id, "number": place, "revision": 1, "look_link": new_link(), **columns}
        for place, (columns, _) in enumerate(sheets, number + 1)
    ]
    if not rows:
        return []
    added = insert(SheetRecord).returning(SheetRecord.number, SheetRecord.id)
    ids = [sheet_id for _, sheet_id in sorted(execute(added, rows))]
    entries = (
        (sheet_id, entry)
        for sheet_id, (_, begun_with) in zip(ids, sheets, strict=True)
        for entry in begun_with
    )
    insert_ready(EntryRecord, entries)
    return ids
