"""Pages in a database with very many groups, held against the same in one with a few.

Both databases are served at the same time and asked in turns. Every turn looks at another group,
so that nothing of it is in the memory of a process at the first look.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median

from benchmarks.bulk_groups import SHEETS, TABLES, fill
from benchmarks.client import Client, Page, Request, calling
from benchmarks.pages import FILLED_IN, SAVED, headers
from benchmarks.report import Measured
from benchmarks.server import serving
from benchmarks.sizes import Sizes
from scorekeeper.cli.startup import create_ready_app
from scorekeeper.services.journal.form_token import new_key
from scorekeeper.store.db import close, db
from tests.postgresql.cluster import Cluster

IN_A_ROW = 5
TIMES_AT_MOST = 1.2
SECONDS_TO_START = 900  # all of a file of SQLite is looked at
SEED = 15

FIRST_LOOK = "sheet page, the first look"
SHEET, GROUP, SAVE = "sheet page", f"group page, {SHEETS} sheets", "saving a round"
CASES = (FIRST_LOOK, SHEET, GROUP, SAVE)

Stored = Mapping[str, tuple[int, int]]  # rows and bytes, by table


@dataclass(frozen=True, slots=True)
class Filled:
    """A database of one kind, with so many groups."""

    url: str
    paths: Sequence[str]
    stored: Stored


@dataclass(slots=True)
class Served:
    """One of the two databases while it is served, and the seconds that everything took there."""

    client: Client
    paths: Sequence[str]
    seconds_to_start: float
    seconds: dict[str, list[float]] = field(default_factory=lambda: {each: [] for each in CASES})


def of_sqlite(folder: Path, sizes: Sizes) -> Iterator[Measured]:
    """The same pages in a file with many groups and in one with as many as there are turns."""
    yield from _compared(lambda name: f"sqlite:///{folder / name}.sqlite", sizes)


def of_postgresql(cluster: Cluster, sizes: Sizes) -> Iterator[Measured]:
    """The same in two databases of a server."""
    try:
        yield from _compared(cluster.create, sizes)
    finally:
        for name in ("few", "many"):
            cluster.drop(name)


def _compared(url_of: Callable[[str], str], sizes: Sizes) -> Iterator[Measured]:
    turns = sizes.warm_up + sizes.turns_among_many
    few = _filled(url_of("few"), turns)
    many = _filled(url_of("many"), max(sizes.groups, turns))
    with _served(few) as small, _served(many) as large:
        for turn in range(turns):
            _look((small, large) if turn % 2 else (large, small), turn)
    skipped = sizes.warm_up * IN_A_ROW
    for what in CASES:
        before, now = (median(each.seconds[what][skipped:]) for each in (small, large))
        yield Measured(what, (1000 * before, 1000 * now, now / before), TIMES_AT_MOST)
    started = small.seconds_to_start, large.seconds_to_start
    yield Measured("start to the first answer, s", (*started, started[1] / started[0]))
    for name, (rows, size) in many.stored.items():
        yield Measured(f"{name}: rows, bytes a row", (None, rows, size / rows))
    size = sum(size for _, size in many.stored.values())
    yield Measured("bytes, a group", (None, size, size / len(many.paths)))


def _filled(url: str, groups: int) -> Filled:
    app = create_ready_app(url)
    with app.app_context():
        paths = [f"/g/{link}/" for link in fill(groups)]
        stored = {name: (_number(f"SELECT count(*) FROM {name}"), _size(name)) for name in TABLES}
    close(app)
    return Filled(url, paths, stored)


def _size(table: str) -> int:
    """The bytes of a table with its indexes."""
    if db.engine.dialect.name == "postgresql":
        return _number(f"SELECT pg_total_relation_size('{table}')")
    parts = f"SELECT name FROM sqlite_master WHERE tbl_name = '{table}'"
    return _number(f"SELECT sum(pgsize) FROM dbstat WHERE name IN ({parts})")


def _number(query: str) -> int:
    with db.engine.connect() as connection:
        return int(connection.exec_driver_sql(query).scalar_one())


@contextmanager
def _served(filled: Filled) -> Iterator[Served]:
    """The server of a database, with some of its groups that were chosen at random."""
    paths = Random(SEED).sample(filled.paths, len(filled.paths))
    began = time.monotonic()
    with ExitStack() as stack:
        port = stack.enter_context(serving(filled.url, seconds_to_start=SECONDS_TO_START))
        started = time.monotonic() - began
        yield Served(stack.enter_context(calling(port)), paths, started)


def _look(served: Sequence[Served], turn: int) -> None:
    """Ask all of them for everything about another group of theirs than before, in turns."""
    groups = [each.paths[turn] for each in served]
    for each, group in zip(served, groups, strict=True):
        each.seconds[FIRST_LOOK].append(each.client.ask(_page(f"{group}1/")).seconds)
    asked = [_requests(each.client, group) for each, group in zip(served, groups, strict=True)]
    for what in asked[0]:
        for requests in zip(*(each[what] for each in asked), strict=True):
            for each, request in zip(served, requests, strict=True):
                each.seconds[what].append(each.client.ask(request).seconds)


def _requests(client: Client, group: str) -> Mapping[str, Sequence[Request]]:
    """What is asked about a group: its page and its first sheet's a few times, and saves there."""
    form = Page(client.ask(Request(f"{group}1/")).body)
    return {
        SHEET: [_page(f"{group}1/")] * IN_A_ROW,
        GROUP: [_page(group)] * IN_A_ROW,
        SAVE: list(_saves(form)),
    }


def _page(path: str) -> Request:
    return Request(path, headers())


def _saves(page: Page) -> Iterator[Request]:
    """The form of a sheet's page, filled in for one round after another."""
    sent = headers() | {"Sec-Fetch-Site": "same-origin"}
    revision = int(page.fields["based_on"])
    for step in range(IN_A_ROW):
        token = {"key": new_key(), "based_on": str(revision + step)}
        yield Request(page.action, sent, page.fields | FILLED_IN | token, SAVED)
