"""Replay: how long a long sheet takes to be read and scored, and whether that stays linear."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks.deals import Evening
from benchmarks.report import Measured
from scorekeeper.files.reading import parsed
from scorekeeper.files.sheet import Sheet
from scorekeeper.games.registry import GAMES

MANY = 1_000
SIZES = (MANY // 2, MANY, MANY * 2)
REPLAY_AT_MOST = 30  # milliseconds for MANY deals
TWICE_AT_MOST = 2.5  # times as long for twice as many: 2 is linear, 4 is quadratic


@dataclass(frozen=True)
class Times:
    """Milliseconds of every run, by the number of deals."""

    reading: dict[int, list[float]]
    replaying: dict[int, list[float]]


def timed(evening: Evening, runs: int) -> Times:
    """Read and replay sheets of every size, so many times each; the sizes take turns."""
    times = Times({size: [] for size in SIZES}, {size: [] for size in SIZES})
    data = {size: evening(size) for size in SIZES}
    sheets = {size: parsed(data[size], GAMES) for size in SIZES}
    for _ in range(runs):
        for size in SIZES:
            times.reading[size].append(_milliseconds(partial(parsed, data[size], GAMES)))
            times.replaying[size].append(_milliseconds(partial(_replayed, sheets[size])))
    return times


def replays(times: Times) -> Iterator[Measured]:
    """How long it took, with a bound for the thousand deals."""
    for size in SIZES:
        yield _both(f"reading {size:,} deals", times.reading[size])
    for size in SIZES:
        bound = REPLAY_AT_MOST if size == MANY else None
        yield _both(f"replaying {size:,} deals", times.replaying[size], bound)


def growth(times: Times) -> Iterator[Measured]:
    """How many times as long twice as many deals took, by the shortest runs."""
    for what, taken in (("reading", times.reading), ("replaying", times.replaying)):
        for short, long in pairwise(SIZES):
            ratio = min(taken[long]) / min(taken[short])
            yield Measured(f"{what}, {long:,} : {short:,} deals", (ratio,), TWICE_AT_MOST)


def _replayed(sheet: Sheet) -> None:
    if sheet.ledger.misfits:
        raise ValueError("a deal that cannot be")


def _milliseconds(work: Callable[[], Any]) -> float:
    start = perf_counter()
    work()
    return 1000 * (perf_counter() - start)


def _both(what: str, times: list[float], bound: float | None = None) -> Measured:
    return Measured(what, (min(times), median(times)), bound)
