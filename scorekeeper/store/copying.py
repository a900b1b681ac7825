"""Copying everything that one database holds into another one, of the same or another kind."""

import secrets
from collections.abc import Callable, Mapping

from sqlalchemy import Connection, Engine, Table, func, insert, select

from scorekeeper.store.db import backend_at
from scorekeeper.store.tables import Model

ROWS_AT_A_TIME = 2_000
LOCKS = 2**63  # that a server tells apart
TABLES: tuple[Table, ...] = tuple(Model.metadata.sorted_tables)  # what is referred to comes first

Progress = Callable[[str, int], None]


def are_same(one: Engine, other: Engine) -> bool:
    """Whether both are one database of a server, under whatever names: what one locks, both do."""
    number = secrets.randbelow(LOCKS)  # nobody else locks this one
    with one.connect() as here, other.connect() as there:
        pair = (here, there)
        return not all(backend_at(each.engine.url).try_lock(each, number) for each in pair)


def copy_rows(source: Engine, target: Engine, progress: Progress) -> Mapping[str, int] | None:
    """Copy all rows as they are at one moment, or nothing; returns how many, by table.

    Both are at the newest migration. *progress* is told the table and how many of its rows are
    copied. None where the target has any row: its tables stay as they are.
    """
    backend = backend_at(target.url)
    with (
        source.connect() as reading,
        target.connect() as writing,
        backend.begin_writing(writing),
    ):
        backend.lock_migrations(writing)
        if any(counts(writing).values()):
            return None
        copied = {table.name: _copy_table(reading, writing, table, progress) for table in TABLES}
        backend.reset_sequences(writing, TABLES)
    return copied


def counts(connection: Connection) -> dict[str, int]:
    """How many rows every table has."""
    return {
        table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
        for table in TABLES
    }


def _copy_table(reading: Connection, writing: Connection, table: Table, progress: Progress) -> int:
    number, wanted = 0, select(table).order_by(*table.primary_key)
    result = reading.execute(wanted, execution_options={"yield_per": ROWS_AT_A_TIME})
    for rows in result.mappings().partitions():
        writing.execute(insert(table).inline(), [dict(row) for row in rows])
        number += len(rows)
        progress(table.name, number)
    return number
