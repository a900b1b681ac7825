"""Plug-ins of pytest: which tests run, in which order, what they touch, and whether one fails."""

import functools
import gc
import signal
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import hypothesis
import pytest

from tests.games.pure import SLUGS

Function = tuple[str, str, int]
"""A function in a source file: the path of that, its qualified name, the number of its line."""

hypothesis.settings.register_profile(
    "mutants",
    derandomize=True,  # the same mutants survive in every run
    database=None,
    deadline=None,
    phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],  # nobody reads the example
    suppress_health_check=list(hypothesis.HealthCheck),
)
QUIETLY = ("-qq", "--no-header", "--no-summary", "--tb=no", "-p", "no:cacheprovider")


def run(tests: Sequence[str], *plugins: object) -> int:
    """Run tests in this process; what pytest says of it, as its exit status."""
    hypothesis.settings.load_profile("mutants")
    return int(pytest.main([*QUIETLY, *tests], plugins=list(plugins)))


def key_of(code: CodeType) -> Function:
    """The function that a code object belongs to."""
    return code.co_filename, code.co_qualname, code.co_firstlineno


@dataclass
class Baseline:
    """What the tests do while no fault is planted."""

    seconds: dict[str, float] = field(default_factory=dict)  # by test, in running order
    touched: dict[Function, list[str]] = field(default_factory=dict)  # the tests of a function
    at_import: set[Function] = field(default_factory=set)
    failed: list[str] = field(default_factory=list)

    def tests_of(self, functions: Iterable[Function]) -> tuple[str, ...]:
        """Those that call one of some functions, fastest first."""
        calling = {test for function in functions for test in self.touched.get(function, ())}
        return tuple(sorted(calling, key=self.seconds.__getitem__))

    def all_tests(self, path: str) -> list[str]:
        """All of them: first those that call something in the file at *path*; fastest first."""
        near = {test for key, tests in self.touched.items() if key[0] == path for test in tests}
        return sorted(self.seconds, key=lambda test: (test not in near, self.seconds[test]))


class Chosen:
    """Leave out soak tests and examples of other games; run those of *order* alone, if given."""

    def __init__(self, slug: str, order: Sequence[str] | None = None) -> None:
        self.slug = slug
        self.order = order

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Choose and sort."""
        items[:] = [item for item in items if self._is_wanted(item)]
        if self.order is not None:
            by_name = {item.nodeid: item for item in items}
            items[:] = [by_name[name] for name in self.order if name in by_name]

    def _is_wanted(self, item: pytest.Item) -> bool:
        call = getattr(item, "callspec", None)
        games = {_slug_of(value) for value in call.params.values()} - {""} if call else set()
        own = not (games and self.slug) or self.slug in games
        return own and item.get_closest_marker("soak") is None


def _slug_of(value: Any) -> str:
    """That of the game which a parameter of a test is or names; empty where there is none."""
    slug = getattr(value, "slug", value)
    return slug if slug in SLUGS else ""


class Impatience:
    """End this process, by SIGPROF, where a test computes far longer than without a fault."""

    LEAST = 2  # seconds; whoever comes first also makes what several tests share
    TIMES = 5

    def __init__(self, baseline: Baseline) -> None:
        self._seconds = baseline.seconds

    @property
    def for_all(self) -> float:
        """Seconds of computing that all tests together may take."""
        return self.LEAST + self.TIMES * sum(self._seconds.values())

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        """Start the clock."""
        limit = self.LEAST + self.TIMES * self._seconds[item.nodeid]
        signal.setitimer(signal.ITIMER_PROF, limit)


class Recorder:
    """Fill a baseline. Caches are emptied before each test, so that it calls all it relies on."""

    def __init__(self, package: Path) -> None:
        self.baseline = Baseline()
        self._package = str(package)
        self._codes: set[CodeType] = set()
        self._caches: list[Any] = []

    def record(self, tests: Sequence[str], *plugins: object) -> int:
        """Run the tests."""
        self._listen()
        return run(tests, self, *plugins)

    def pytest_collection_finish(self) -> None:
        """All modules are imported now."""
        self.baseline.at_import = self._heard()
        self._caches = caches_of(self._package)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Time one test, and see what it calls."""
        for cached in self._caches:
            cached.cache_clear()
        started = time.process_time()
        self._listen()
        yield
        for function in self._heard():
            self.baseline.touched.setdefault(function, []).append(item.nodeid)
        self.baseline.seconds[item.nodeid] = time.process_time() - started

    def _listen(self) -> None:
        codes = self._codes = set()

        def note(frame: FrameType, event: str, _: Any) -> None:
            codes.add(frame.f_code)  # and nothing of what follows in it: no tracer is returned

        sys.settrace(note)

    def _heard(self) -> set[Function]:
        """The functions of the package that were called since."""
        sys.settrace(None)
        codes = self._codes
        return {key_of(code) for code in codes if code.co_filename.startswith(self._package)}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember failures."""
        if report.failed:
            self.baseline.failed.append(report.nodeid)


def caches_of(package: str) -> list[Any]:
    """The caches of all functions of a package; imported so far, that is."""
    found = [each for each in all_objects() if isinstance(each, functools._lru_cache_wrapper)]
    codes = [(each, getattr(each.__wrapped__, "__code__", None)) for each in found]
    return [each for each, code in codes if code and code.co_filename.startswith(package)]


def all_objects() -> list[Any]:
    """Every object of this process, with what tests/conftest.py has frozen."""
    gc.unfreeze()
    return gc.get_objects()
