"""Faults in a small package of its own are found where a test notices them, and only there."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.mutants.suites import CHECKOUT

RULES = """
from functools import cache

LIMIT = 9

def fits(tricks):
    return tricks <= LIMIT

def half_checked(a, b):
    return a or b

def counted(points):
    while points > 7:
        points -= 7
    return points

def never_asked(cards):
    return cards

@cache
def doubled(points):
    return points + points
"""
TESTS = """
import pytest
from scorekeeper.rules import counted, doubled, fits, half_checked

def test_so_many_tricks_fit():
    assert fits(9) and not fits(10)

def test_both_hold():
    assert half_checked(True, True)

def test_counting():
    assert [counted(points) for points in (7, 8, 15)] == [7, 1, 1]

def test_something_else_asks_first():
    doubled(4)

def test_doubling():
    assert doubled(4) == 8

@pytest.mark.soak
def test_that_takes_long():
    assert half_checked(False, True)
"""
CONFTEST = """
import gc

def pytest_collection_finish():
    gc.freeze()  # as tests/conftest.py does
"""
COMMAND = """
import json, os, sys
from pathlib import Path
from tests.mutants.noticing import Impatience
from tests.mutants.planting import mutants_of
from tests.mutants.running import Session
from tests.mutants.suites import Suite

def found(mutant, outcome):
    told = json.dumps([f"{mutant.place.line} -> {mutant.place.becomes}", outcome]) + "\\n"
    os.write(int(sys.argv[1]), told.encode())

Impatience.LEAST = 0.2
here = Path.cwd()
suite = Suite("small", ("scorekeeper/rules.py",), ("test_rules.py",))
Session(suite, here, 2).run(list(mutants_of(here, suite.modules[0])), found)
"""


def outcomes(folder: Path, tests: str) -> tuple[dict[str, str], str]:
    """By the line and the faulty one, what came of it; and what went wrong with the run itself."""
    (folder / "scorekeeper").mkdir()
    (folder / "scorekeeper" / "__init__.py").touch()
    (folder / "scorekeeper" / "rules.py").write_text(RULES)
    (folder / "test_rules.py").write_text(tests)
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = soak\n")
    with (folder / "told").open("w+") as told:
        env = {**os.environ, "PYTHONPATH": str(CHECKOUT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        ran = subprocess.run(
            [sys.executable, "-c", COMMAND, str(told.fileno())],
            cwd=folder,
            env=env,
            pass_fds=[told.fileno()],
            capture_output=True,
            text=True,
            check=False,
        )
        told.seek(0)
        return dict(map(json.loads, told)), ran.stderr


def test_a_fault_is_killed_where_a_test_notices_it(tmp_path: Path) -> None:
    found, wrong = outcomes(tmp_path, TESTS)
    assert wrong == ""
    assert found == {
        "LIMIT = 9 -> LIMIT = 10": "killed",
        "LIMIT = 9 -> LIMIT = 8": "killed",
        "return tricks <= LIMIT -> return tricks < LIMIT": "killed",
        "return tricks <= LIMIT -> return None": "killed",
        "return a or b -> return a and b": "survived",  # the test that knows is a long one
        "return a or b -> return None": "killed",
        "while points > 7: -> while points >= 7:": "killed",
        "while points > 7: -> while points > 8:": "killed",
        "while points > 7: -> while points > 6:": "killed",
        "points -= 7 -> points += 7": "too long",
        "points -= 7 -> points -= 8": "killed",
        "points -= 7 -> points -= 6": "killed",
        "return points -> return None": "killed",
        "return cards -> return None": "survived",
        "return points + points -> return points - points": "killed",
        "return points + points -> return None": "killed",
    }


def test_nothing_is_planted_where_the_tests_fail_without_a_fault(tmp_path: Path) -> None:
    found, wrong = outcomes(tmp_path, TESTS.replace("== [7, 1, 1]", "== [7, 1, 2]"))
    assert found == {}
    assert "BrokenSuiteError" in wrong
    assert "test_counting" in wrong


def test_nothing_is_planted_where_there_are_no_tests(tmp_path: Path) -> None:
    found, wrong = outcomes(tmp_path, "")
    assert found == {}
    assert "BrokenSuiteError" in wrong
