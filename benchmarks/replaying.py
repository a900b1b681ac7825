"""Replay: how long a long sheet takes to be read and scored, and whether that stays linear."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks.deals import Evening
from benchmarks.report import Measured
from benchmarks.sizes import Sizes
from scorekeeper.files.reading import parsed
from scorekeeper.files.sheet import Sheet
from scorekeeper.games.registry import GAMES

REPLAY_AT_MOST = 30  # milliseconds for as many deals as are replayed
TWICE_AT_MOST = 2.5  # times as long for twice as many: 2 is linear, 4 is quadratic


@dataclass(frozen=True)
class Times:
    """Milliseconds of every run, by the number of deals."""

    reading: dict[int, list[float]]
    replaying: dict[int, list[float]]


def timed(evening: Evening, sizes: Sizes) -> Times:
    """Read and replay sheets of every size, so many times each; the sizes take turns."""
    many = sizes.replayed
    data = {deals: evening(deals) for deals in (many // 2, many, 2 * many)}
    times = Times({deals: [] for deals in data}, {deals: [] for deals in data})
    sheets = {deals: parsed(each, GAMES) for deals, each in data.items()}
    for _ in range(sizes.runs):
        for deals, each in data.items():
            times.reading[deals].append(_milliseconds(partial(parsed, each, GAMES)))
            times.replaying[deals].append(_milliseconds(partial(_replayed, sheets[deals])))
    return times


def replays(times: Times, many: int) -> Iterator[Measured]:
    """How long it took, with a bound for so many deals."""
    for size, taken in times.reading.items():
        yield _both(f"reading {size:,} deals", taken)
    for size, taken in times.replaying.items():
        bound = REPLAY_AT_MOST if size == many else None
        yield _both(f"replaying {size:,} deals", taken, bound)


def growth(times: Times) -> Iterator[Measured]:
    """How many times as long twice as many deals took, by the shortest runs."""
    for what, taken in (("reading", times.reading), ("replaying", times.replaying)):
        for short, long in pairwise(taken):
            ratio = min(taken[long]) / min(taken[short])
            yield Measured(f"{what}, {long:,} : {short:,} deals", (ratio,), TWICE_AT_MOST)


def _replayed(sheet: Sheet) -> None:
    if replace(sheet).ledger.misfits:  # anew: a sheet keeps the ledger that it was asked for
        raise ValueError("a deal that cannot be")


def _milliseconds(work: Callable[[], Any]) -> float:
    start = perf_counter()
    work()
    return 1000 * (perf_counter() - start)


def _both(what: str, times: list[float], bound: float | None = None) -> Measured:
    return Measured(what, (min(times), median(times)), bound)
