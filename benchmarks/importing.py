"""What comes in from files: how long it takes, and how long everybody else has to wait."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from statistics import median
from time import perf_counter
from typing import Any

from sqlalchemy import event

from benchmarks.client import Request, calling
from benchmarks.deals import sheet
from benchmarks.report import Measured
from benchmarks.server import BARE_PAGE
from benchmarks.sizes import Sizes
from scorekeeper.files.archive import Archive, ArchivedSheet
from scorekeeper.files.sheet import Head, Sheet
from scorekeeper.services.files.archives import import_archive
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.store.db import db

DEALS = 24
BARE_PAGES = 6
ONE_WAITS_AT_MOST, GROUP_WAITS_AT_MOST = 100, 5_000  # times the bare page


def imports(port: int, sizes: Sizes) -> Iterator[Measured]:
    """Milliseconds of an import and of its lock, and how many bare pages that is."""
    bare, took, held = list[float](), list[float](), list[float]()
    with timed(took, held):
        group, _ = import_archive(_archive(sizes), None)
    whole, waited = took.pop(), max(held)
    for run in range(sizes.imports):
        with calling(port) as client:
            bare += [client.ask(Request(BARE_PAGE)).seconds for _ in range(BARE_PAGES)][1:]
        locks = list[float]()
        with timed(took, locks):
            open_sheet(
                _evening(sizes.imported + run, sizes.people), group, imported=True, twice=False
            )
        held.append(max(locks))
    floor = 1_000 * median(bare)
    one, one_waited = median(took), median(held[-sizes.imports :])
    into = f"a sheet into a group of {sizes.imported:,}"
    yield Measured("a bare Flask page", (floor, 1.0))
    yield Measured(into, (one, one / floor))
    yield Measured("others wait", (one_waited, one_waited / floor), ONE_WAITS_AT_MOST)
    yield Measured(f"a group of {sizes.imported:,} sheets", (whole, whole / floor))
    yield Measured("others wait", (waited, waited / floor), GROUP_WAITS_AT_MOST)


def _evening(number: int, people: int) -> Sheet:
    players = tuple(f"Player {(4 * number + seat) % people}" for seat in range(4))
    return replace(sheet(DEALS), players=players, head=Head(title=f"Evening {number}"))


def _archive(sizes: Sizes) -> Archive:
    names = tuple(f"Player {number}" for number in range(sizes.people))
    evenings = (_evening(number, sizes.people) for number in range(sizes.imported))
    return Archive(people=names, sheets=tuple(ArchivedSheet(sheet=each) for each in evenings))


@contextmanager
def timed(took: list[float], held: list[float]) -> Iterator[None]:
    """Add the milliseconds of the block, and of every lock that is held in it."""
    since: list[float] = []

    def begin(_: Any, __: Any, statement: str, *___: Any) -> None:
        if statement == "BEGIN IMMEDIATE":
            since.append(perf_counter())

    def end(_: Any) -> None:
        held.extend(1_000 * (perf_counter() - each) for each in since)
        since.clear()

    listeners = (("after_cursor_execute", begin), ("commit", end), ("rollback", end))
    for name, listener in listeners:
        event.listen(db.engine, name, listener)
    start = perf_counter()
    try:
        yield
    finally:
        took.append(1_000 * (perf_counter() - start))
        for name, listener in listeners:
            event.remove(db.engine, name, listener)
