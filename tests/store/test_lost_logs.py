"""What lies beside a database is removed at any moment, under processes that are saving into it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]


def removed(database: Path, processes: int, deletions: int, seed: int) -> dict[str, int]:
    """What was seen over so many deletions, each with a server of so many processes."""
    told = map(str, (database, processes, deletions, seed))
    ran = subprocess.run(
        [sys.executable, "-m", "tests.store.lost_logs", *told],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, f"{ran.stdout}{ran.stderr}"
    seen: dict[str, int] = json.loads(ran.stdout)
    return seen


@pytest.mark.parametrize("processes", [3, pytest.param(1, marks=pytest.mark.soak)])
def test_nothing_acknowledged_is_lost_with_the_log_and_it_is_said_once(
    database: Path, processes: int
) -> None:
    seen = removed(database, processes, 4, seed=1)
    assert seen["1 lines"] == seen["deletions"] == 4
    assert seen["there"] >= seen["acknowledged"] > 100


@pytest.mark.soak(short="test_nothing_acknowledged_is_lost_with_the_log_and_it_is_said_once")
@pytest.mark.parametrize(("processes", "deletions"), [(1, 400), (3, 600)])
def test_so_it_is_a_thousand_times(database: Path, processes: int, deletions: int) -> None:
    seen = removed(database, processes, deletions, seed=2)
    assert seen["1 lines"] == seen["deletions"] == deletions
