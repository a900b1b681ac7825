"""`make benchmark` runs, every part of it; its figures are for whoever runs it whole."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmarks.__main__ import PARTS, main
from benchmarks.deals import ENDLESS
from benchmarks.sizes import FULL, SMALLEST
from scorekeeper.files.archive import SHEETS_AT_MOST
from scorekeeper.files.reading import parsed
from scorekeeper.games.registry import GAMES

CHECKOUT = Path(__file__).resolve().parents[2]
# Of each part something that is measured last, or nearly so.
MEASURED = {
    "pages": "answering again after a crash",
    "money": "200 payments: the account",
    "accounts": "account, the first look",
    "seasons": "season under other rules, first look (ms)",
    "durability": "saving a round, FULL",
    "listening": "asking: a page meanwhile, × idle server",
    "printing": "Tafferand, 24 rounds",
    "replay": "replaying, 40 : 20 deals",
    "starting": "score, one file",
    "browser": "kept on the phone, MB",
    "groups": "board, nothing changed",
}

OF_EDITION = ("browser",)  # tests/browser/browser_edition/test_folder.py: it has one made


def test_of_every_benchmark_something_is_looked_for() -> None:
    assert sorted(MEASURED) == sorted(PARTS)
    assert set(OF_EDITION) < set(PARTS)


@pytest.mark.takes_long
def test_every_benchmark_runs_with_its_smallest_numbers() -> None:
    run_smallest([part for part in PARTS if part not in OF_EDITION])


def run_smallest(parts: Sequence[str], *options: str) -> None:
    command = [sys.executable, "-m", "benchmarks", "--smallest", *options, "--only", *parts]
    ran = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    for part in parts:
        assert f"\n{MEASURED[part]}" in ran.stdout, part
    assert "missed" in ran.stdout.splitlines()[-1]


@pytest.mark.parametrize("game", ENDLESS)
def test_every_deal_that_is_replayed_can_be(game: str) -> None:
    """Among very many at random there would be one that cannot."""
    sheet = parsed(ENDLESS[game](2 * FULL.replayed), GAMES)
    assert not sheet.ledger.misfits


def test_a_group_holds_all_that_is_imported() -> None:
    for sizes in (FULL, SMALLEST):
        assert sizes.imported + sizes.imports <= SHEETS_AT_MOST


@pytest.mark.parametrize("wrong", [["--only", "dreams"], ["--turns", "0"], ["--groups", "x"]])
def test_what_cannot_be_measured_is_wrong_usage(wrong: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(wrong)
    assert ended.value.code == 2
