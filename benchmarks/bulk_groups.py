"""A database filled with as many groups as wanted, all of them copies of one that has played.

Every copy has ids, links and keys of its own, so that each of its pages works.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from sqlalchemy import Connection

from benchmarks.deals import EVENINGS
from scorekeeper.core.codec import json_data, json_text
from scorekeeper.files.reading import parsed
from scorekeeper.games.registry import GAMES
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.store.db import current_connection, db, transaction
from scorekeeper.store.secret_links import LENGTH, LETTERS
from scorekeeper.store.tables import Model

PLAYED = ("Klaverjassen", "Tapp", "Tübinger Tarock", "French Tarot", "Tafferand")
SHEETS, ROUNDS = len(PLAYED), 4  # of every group; rounds of every sheet
TABLES = ("groups", "players", "sheets", "entries")  # each after those that it refers to
COLUMNS = {name: [each.name for each in Model.metadata.tables[name].columns] for name in TABLES}
OWNERS = {"group_id": "groups", "sheet_id": "sheets"}
SECRETS = {("groups", "link"), ("groups", "look_link"), ("sheets", "key"), ("sheets", "look_link")}
SEATED = "players"  # ids of players in the data of an entry
SEED = 15
GROUPS_AT_ONCE = 5_000  # in a transaction

Values = tuple[Any, ...]  # of the columns of a row, in their order
Rows = Mapping[str, Sequence[Values]]


def fill(count: int) -> list[str]:
    """Add *count* groups to an empty database, and return the link of each that writes."""
    played, random, links = _played(), Random(SEED), list[str]()
    while len(links) < count:
        numbers = range(len(links) + 1, min(len(links) + GROUPS_AT_ONCE, count) + 1)
        with transaction():
            connection = current_connection()
            for name in TABLES:
                rows = list(_copies(name, played, numbers, random))
                INSERT[connection.dialect.name](connection, name, rows)
                if name == "groups":
                    links += [row[COLUMNS[name].index("link")] for row in rows]
    if db.engine.dialect.name == "postgresql":
        _look_after()
    return links


def _played() -> Rows:
    """All rows of a database with one group, which has a sheet of every game."""
    first, *others = (parsed(EVENINGS[game](ROUNDS), GAMES) for game in PLAYED)
    group = open_sheet(first, None).group
    for sheet in others:
        open_sheet(sheet, group)
    with db.engine.connect() as connection:
        return {name: _rows(connection, name) for name in TABLES}


def _rows(connection: Connection, name: str) -> list[Values]:
    """The rows of a table as the driver has them, but JSON as text."""
    read = ["CAST(data AS TEXT)" if each == "data" else f'"{each}"' for each in COLUMNS[name]]
    wanted = f"SELECT {', '.join(read)} FROM {name} ORDER BY id"
    return [tuple(row) for row in connection.exec_driver_sql(wanted)]


def _copies(name: str, played: Rows, numbers: Iterable[int], random: Random) -> Iterator[Values]:
    """The rows of a table for the copies with these numbers."""
    change = [_changed(name, column, played, random) for column in COLUMNS[name]]
    for number in numbers:
        for row in played[name]:
            yield tuple(each(value, number) for each, value in zip(change, row, strict=True))


def _changed(name: str, column: str, played: Rows, random: Random) -> Callable[[Any, int], Any]:
    """What makes the value of a column of a copy, out of the original's and the copy's number."""
    if column == "id" or column in OWNERS:
        step = len(played[OWNERS.get(column, name)])
        return lambda value, number: value + number * step
    if (name, column) in SECRETS:
        return lambda value, number: "".join(random.choices(LETTERS, k=LENGTH))
    if column == "data":
        step = len(played["players"])
        return lambda value, number: _seated(value, number * step)
    return lambda value, number: value


def _seated(text: str, step: int) -> str:
    """The data of an entry, with other players at the table."""
    if SEATED not in text:
        return text
    data = json_data(text)
    return json_text(data | {SEATED: [player + step for player in data[SEATED]]})


def _insert_into_sqlite(connection: Connection, name: str, rows: Sequence[Values]) -> None:
    columns = ", ".join(f'"{each}"' for each in COLUMNS[name])
    gaps = ", ".join("?" for _ in COLUMNS[name])
    connection.exec_driver_sql(f"INSERT INTO {name} ({columns}) VALUES ({gaps})", list(rows))


def _insert_into_postgresql(connection: Connection, name: str, rows: Sequence[Values]) -> None:
    driver: Any = connection.connection.driver_connection
    columns = ", ".join(f'"{each}"' for each in COLUMNS[name])
    with driver.cursor() as cursor, cursor.copy(f"COPY {name} ({columns}) FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


def _look_after() -> None:
    """Do what PostgreSQL otherwise does by itself some time later; SQLite does nothing of it."""
    with db.engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
        for name in TABLES:
            last = f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), max(id)) FROM {name}"
            connection.exec_driver_sql(last)
        connection.exec_driver_sql("VACUUM (ANALYZE)")


INSERT = {"sqlite": _insert_into_sqlite, "postgresql": _insert_into_postgresql}
