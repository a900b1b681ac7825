"""No pure module is left out, and the list of faults that change nothing is kept up."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.architecture.test_purity import PURE
from tests.mutants.accepted import LIST, accepted, entry_for, outdated
from tests.mutants.planting import Place, mutants_of, one_line
from tests.mutants.report import show
from tests.mutants.running import Outcome
from tests.mutants.suites import CHECKOUT, suites

SUITES = list(suites())
HERE = Place("core/a.py", "won", "if a < b:", "if a <= b:")
THERE = Place("core/b.py", "", 'SUIT = "a"', 'SUIT = "b\'"')


def test_every_pure_module_belongs_to_one_suite() -> None:
    found = Counter(CHECKOUT / module for suite in SUITES for module in suite.modules)
    assert found == Counter(PURE)


def test_every_suite_is_collected_without_the_plugins_that_mutants_do_without(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    tests = sorted({test for suite in SUITES for test in suite.tests})
    command = [sys.executable, "-m", "pytest", "--collect-only", "-qq", "-p", "no:cacheprovider"]
    ran = subprocess.run(
        [*command, *tests], cwd=CHECKOUT, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout


@pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.name)
def test_a_suite_has_tests_of_its_own(suite: object) -> None:
    assert isinstance(suite, type(SUITES[0]))
    own = "tests/core" if suite.name == "core" else f"tests/games/{suite.slug}"
    assert own in suite.tests
    assert all((CHECKOUT / test).exists() for test in suite.tests)


def test_there_are_faults_to_plant() -> None:
    assert len(list(mutants_of(CHECKOUT, "scorekeeper/core/tarock.py"))) > 10


def test_what_the_list_names_is_still_in_the_code() -> None:
    listed = accepted()
    texts = {
        module: one_line((CHECKOUT / module).read_text(encoding="utf-8").splitlines())
        for module in {place.module for place in listed}
    }
    assert listed
    gone = [
        place
        for place in listed
        if place.line not in texts[place.module] or place.line == place.becomes
    ]
    assert gone == [], f"take it from {LIST.name}"


def test_an_entry_is_read_as_it_is_proposed(tmp_path: Path) -> None:
    path = tmp_path / "list.toml"
    text = "\n".join(map(entry_for, (HERE, THERE))).replace('reason = ""', 'reason = "as much"')
    path.write_text(text, encoding="utf-8")
    assert accepted(path) == {HERE: "as much", THERE: "as much"}


@pytest.mark.parametrize("again", ["", 'reason = "as much"'])
def test_an_entry_without_a_reason_or_there_twice_is_refused(tmp_path: Path, again: str) -> None:
    path = tmp_path / "list.toml"
    entry = entry_for(HERE)
    path.write_text(entry.replace('reason = ""', again) + "\n" + entry.replace('""', '"too"'))
    with pytest.raises(ValueError, match=r"list\.toml"):
        accepted(path)


def test_an_entry_is_out_of_date_where_its_fault_is_noticed_or_gone() -> None:
    assert outdated([HERE, THERE], [HERE], {HERE.module, THERE.module}) == [THERE]
    assert outdated([HERE, THERE], [HERE], {HERE.module}) == []


@pytest.mark.parametrize(
    ("outcome", "listed", "every_fault", "status"),
    [
        (Outcome.KILLED, {}, True, 0),
        (Outcome.TOO_LONG, {}, True, 0),
        (Outcome.SURVIVED, {}, True, 1),
        (Outcome.SURVIVED, {}, False, 1),
        (Outcome.SURVIVED, {HERE: "as much"}, True, 0),
        (Outcome.KILLED, {HERE: "as much"}, True, 1),
        (Outcome.KILLED, {HERE: "as much"}, False, 0),
    ],
)
def test_a_run_fails_where_somebody_has_to_do_something(
    capsys: pytest.CaptureFixture[str],
    outcome: Outcome,
    listed: dict[Place, str],
    every_fault: bool,
    status: int,
) -> None:
    assert show([(HERE, outcome)], listed, every_fault=every_fault) == status
    assert (entry_for(HERE) in capsys.readouterr().out) is bool(status)
