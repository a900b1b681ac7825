"""Long sheets, and how much work their pages are: queries, rounds scored and put into words."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event

from scorekeeper.files.reading import parsed
from scorekeeper.files.sheet import Sheet
from scorekeeper.games.klaverjassen.game import KLAVERJASSEN
from scorekeeper.games.registry import GAMES
from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.sheet.opening import open_sheet as open_file
from scorekeeper.store import revisions, sheet_queries
from scorekeeper.store.db import db, transaction
from scorekeeper.store.insertion import add_entries
from scorekeeper.store.rows import EntryRow
from scorekeeper.store.tables import EntryRecord
from tests.web.table import NAMES

DEAL = {"kind": "played", "trump": "hearts", "roem": [[20, 50], [20]], "points": [82, 80]}


def deal(number: int) -> dict[str, Any]:
    return DEAL | {"maker": number % 4}


def sheet_data(rounds: int, **more: Any) -> dict[str, Any]:
    return {
        "format": "scorekeeper-sheet/1",
        "game": "klaverjassen",
        "players": list(NAMES),
        "house": {"deals": "open"},
        "rounds": [deal(number) for number in range(rounds)],
    } | more


def sheet(rounds: int, **more: Any) -> Sheet:
    return parsed(sheet_data(rounds, **more), GAMES)


def sheet_of(app: Flask, rounds: int, **more: Any) -> str:
    """The address of a sheet with so many rounds."""
    with app.app_context():
        row = open_file(sheet(rounds, **more), None)
    return f"/g/{row.link}/{row.number}/"


def write(app: Flask, address: str, entries: Sequence[EntryRow]) -> None:
    """Write entries on a sheet, as so many saves would have."""
    _, _, link, number, _ = address.split("/")
    with app.app_context():
        row = sheet_queries.sheet_by_link(link, int(number))
        assert row is not None
        with transaction():
            revision = revisions.advance_sheet(row.id, row.revision).revision
            written = [entry._replace(revision=revision) for entry in entries]
            add_entries(EntryRecord, row.id, written)


@contextmanager
def queries(app: Flask) -> Iterator[list[str]]:
    """What is asked of the database meanwhile."""
    seen: list[str] = []

    def note(_: Any, __: Any, statement: str, *___: Any) -> None:
        if not statement.startswith(("BEGIN", "PRAGMA", "SELECT pg_notify")):
            seen.append(statement)

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    yield seen
    event.remove(engine, "before_cursor_execute", note)


@contextmanager
def decoded() -> Iterator[list[Any]]:
    """The data of entries of groups that are decoded meanwhile."""
    seen: list[Any] = []
    real = GroupEntryType.read

    def read(kind: GroupEntryType, data: Any) -> Any:
        seen.append(data)
        return real(kind, data)

    with pytest.MonkeyPatch.context() as here:
        here.setattr(GroupEntryType, "read", read)
        yield seen


@contextmanager
def counted() -> Iterator[Mapping[str, int]]:
    """How many rounds are scored ("score") and put into words ("reason") meanwhile."""
    asked = {"score": 0, "reason": 0}
    named = {"lines": "score", "reason": "reason"}  # what the game is asked for, and how it counts
    real = {name: getattr(KLAVERJASSEN, name) for name in named}

    def counting(name: str) -> Any:
        def ask(*arguments: Any) -> Any:
            asked[named[name]] += 1
            return real[name](*arguments)

        return ask

    for name in named:
        object.__setattr__(KLAVERJASSEN, name, counting(name))
    try:
        yield asked
    finally:
        for name, function in real.items():
            object.__setattr__(KLAVERJASSEN, name, function)
