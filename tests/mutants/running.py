"""One suite, each of its mutants against the tests: killed, survived or too long.

A fault inside a function is planted in a fork of a process that has collected the tests already,
and only the tests that call the function are run. Any other fault, such as one in a constant, and
one in a function that is called while modules are imported, needs a process that imports all anew.
"""

import importlib
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest
from pathlib import Path
from types import CodeType

import pytest

from tests.mutants.forks import forked, silent, took_too_long
from tests.mutants.noticing import Baseline, Chosen, Function, Impatience, Recorder, caches_of, run
from tests.mutants.planted import changed_functions, functions_here, import_instead
from tests.mutants.planting import Mutant
from tests.mutants.suites import Suite

TO_BEGIN = 20  # seconds of computing until the first test runs, at most
NOTICED = (
    pytest.ExitCode.TESTS_FAILED,
    pytest.ExitCode.INTERRUPTED,  # a test module cannot be imported
    pytest.ExitCode.USAGE_ERROR,  # conftest cannot be imported
)
WHAT_TESTS_IMPORT = "import sys, tests.conftest; print(*sys.modules)"


class Outcome(StrEnum):
    """What came of a mutant."""

    KILLED = "killed"
    TOO_LONG = "too long"  # noticed too: a table would wait for ever
    SURVIVED = "survived"


Found = Callable[[Mutant, Outcome], None]


class BrokenSuiteError(Exception):
    """The tests fail, or cannot be run, while no fault is planted."""


@dataclass(frozen=True)
class Quick:
    """A mutant whose fault lies in functions, their other code, and the tests that call them."""

    mutant: Mutant
    functions: dict[Function, CodeType]
    tests: tuple[str, ...]


@dataclass(frozen=True)
class Session:
    """A suite in a checkout that holds still, so many mutants of it at once."""

    suite: Suite
    checkout: Path
    at_once: int

    def run(self, mutants: Sequence[Mutant], found: Found) -> None:
        """Tell the outcome of each mutant as soon as it is known, in any order.

        *found* is called in other processes too. Raises BrokenSuiteError.
        """
        baseline = self._baseline()
        quick: list[Quick] = []
        slow: list[Mutant] = []
        for mutant in mutants:
            functions = changed_functions(self.checkout / mutant.place.module, mutant.text)
            if functions is None or functions.keys() & baseline.at_import:
                slow.append(mutant)
            else:
                quick.append(Quick(mutant, functions, baseline.tests_of(functions)))
        self._run_quick(quick, baseline, found)
        self._run_slow(slow, baseline, found)

    def _baseline(self) -> Baseline:
        recorder = Recorder(self.checkout / "scorekeeper")
        reading, writing = os.pipe()
        if os.fork() == 0:
            silent()
            status = recorder.record(self.suite.tests, Chosen(self.suite.slug))
            with os.fdopen(writing, "wb") as pipe:
                pickle.dump((status, recorder.baseline), pipe)
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            told: tuple[int, Baseline] = pickle.load(pipe)
        os.wait()
        status, baseline = told
        if status or not baseline.seconds:
            raise BrokenSuiteError(self.suite.name, status, baseline.failed)
        return baseline

    def _run_quick(self, mutants: Sequence[Quick], baseline: Baseline, found: Found) -> None:
        loop = Loop(mutants, baseline, self, found)
        if os.fork() == 0:
            silent()
            os._exit(run(self.suite.tests, loop, Chosen(self.suite.slug), loop.impatience))
        _, status = os.wait()
        if status:
            raise BrokenSuiteError(self.suite.name, status)

    def _run_slow(self, mutants: Sequence[Mutant], baseline: Baseline, found: Found) -> None:
        def all_anew(mutant: Mutant) -> int:
            silent()
            path = self.checkout / mutant.place.module
            import_instead(path, mutant.place.module, mutant.text)
            chosen = Chosen(self.suite.slug, baseline.all_tests(str(path)))
            return run(("-x", *self.suite.tests), chosen, Impatience(baseline))

        limit = TO_BEGIN + Impatience(baseline).for_all
        for mutant, status in forked(mutants, all_anew, limit, self.at_once):
            found(mutant, _outcome(status))


class Loop:
    """Instead of running the tests that were collected once, run them for each mutant."""

    def __init__(
        self, mutants: Sequence[Quick], baseline: Baseline, session: Session, found: Found
    ) -> None:
        self.mutants, self.session, self.found = mutants, session, found
        self.impatience = Impatience(baseline)
        self.failed = False

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Have each mutant tested in a fork."""
        items = {item.nodeid: item for item in session.items}
        caches = caches_of(str(self.session.checkout / "scorekeeper"))
        functions = functions_here()

        def in_place(quick: Quick) -> int:
            for function, code in quick.functions.items():
                functions[function].__code__ = code
            for cached in caches:
                cached.cache_clear()
            return self._status([items[name] for name in quick.tests])

        limit = self.impatience.for_all
        for quick, status in forked(self.mutants, in_place, limit, self.session.at_once):
            self.found(quick.mutant, _outcome(status))
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember a failure."""
        self.failed = self.failed or report.failed

    def _status(self, items: Sequence[pytest.Item]) -> int:
        for item, following in zip_longest(items, items[1:]):
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                return pytest.ExitCode.TESTS_FAILED
        return pytest.ExitCode.OK


def _outcome(status: int) -> Outcome:
    if took_too_long(status):
        return Outcome.TOO_LONG
    if status in NOTICED:
        return Outcome.KILLED
    if status == pytest.ExitCode.OK:
        return Outcome.SURVIVED
    raise BrokenSuiteError(f"status {status} of a mutant")


def import_what_tests_import() -> None:
    """Have every package of others in memory, so that a fork need not load it again."""
    command = [sys.executable, "-c", WHAT_TESTS_IMPORT]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    for name in listed:
        if name.partition(".")[0] not in ("scorekeeper", "tests", "__main__"):
            with suppress(ImportError):
                importlib.import_module(name)
