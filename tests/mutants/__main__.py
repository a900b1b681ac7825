"""The command: `python -m tests.mutants`, as `make mutants` calls it."""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.mutants import report
from tests.mutants.accepted import accepted
from tests.mutants.planting import Mutant, mutants_of
from tests.mutants.results import Results, fingerprint, name_of
from tests.mutants.running import (
    BrokenSuiteError,
    Outcome,
    Session,
    import_what_tests_import,
)
from tests.mutants.suites import CHECKOUT, Suite, suites

KEPT = CHECKOUT / "instance" / "mutants"
COPIED = ("scorekeeper", "templates", "static", "tests", "docs", "scripts", "pyproject.toml")
DESCRIPTION = """\
Plants one small fault after the other in the rules and runs the tests that should notice. What was
found out before is kept in instance/mutants/, for as long as neither rules nor tests change."""
EPILOG = """\
The exit status is 1 where a fault went unnoticed that tests/mutants/equivalent.toml does not list,
or where that lists one that is no longer there, or with --listed noticed; 2 for wrong usage."""


def main() -> int:
    """Try the mutants that were asked for, in a copy of the checkout."""
    arguments = parser().parse_args()
    if arguments.inside is None:
        return in_copy()
    import_what_tests_import()
    try:
        tried = [each for suite in suites() for each in outcomes(suite, arguments)]
    except BrokenSuiteError as broken:
        print("Nothing can be told while the tests fail without a fault:", *broken.args)
        return 1
    every_fault = arguments.sample is None and not arguments.unnoticed
    return report.show(tried, accepted(), every_fault=every_fault)


def parser() -> argparse.ArgumentParser:
    """What can be asked for."""
    found = argparse.ArgumentParser("make mutants", description=DESCRIPTION, epilog=EPILOG)
    every = sorted({module for suite in suites() for module in suite.modules})
    found.add_argument(
        "modules", nargs="*", choices=[*every, []], metavar="MODULE", help="only these"
    )
    found.add_argument("--sample", type=int, metavar="N", help="so many of each suite at random")
    found.add_argument("--seed", type=int, default=1, help="for another sample (%(default)s)")
    found.add_argument("--unnoticed", action="store_true", help="only what nobody noticed so far")
    found.add_argument("--listed", action="store_true", help="also what equivalent.toml lists")
    found.add_argument("--jobs", type=int, default=os.cpu_count(), help="at once (%(default)s)")
    found.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    return found


def in_copy() -> int:
    """Run the same command in a copy of the checkout, which nobody edits meanwhile."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        for name in COPIED:
            copy(CHECKOUT / name, Path(folder) / name)
        env = {**os.environ, "PYTHONPATH": folder, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        command = [sys.executable, "-m", "tests.mutants", *sys.argv[1:], "--inside", str(KEPT)]
        return subprocess.run(command, cwd=folder, env=env, check=False).returncode


def copy(source: Path, target: Path) -> None:
    """A file or a folder, without what tools left behind."""
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    else:
        shutil.copy(source, target)


def outcomes(suite: Suite, arguments: argparse.Namespace) -> list[report.Tried]:
    """Every wanted mutant of a suite with what came of it, now or earlier.

    Those listed as changing nothing are taken to survive: a test of each would take longest.
    """
    results = Results(arguments.inside / f"{suite.name}.jsonl", fingerprint(CHECKOUT, suite))
    mutants = wanted(suite, arguments, results)
    listed = {} if arguments.listed else accepted()
    known = results.now()
    to_try = [mutant for mutant in mutants if mutant.place not in listed]
    open_ones = [mutant for mutant in to_try if name_of(mutant) not in known]
    if open_ones:
        print(f"{suite.name}: {len(open_ones)} of {len(mutants)} are to be tried", flush=True)
        Session(suite, CHECKOUT, arguments.jobs).run(open_ones, results.add)
        known = results.now()
    survived = [(mutant.place, Outcome.SURVIVED) for mutant in mutants if mutant.place in listed]
    return [*((mutant.place, known[name_of(mutant)]) for mutant in to_try), *survived]


def wanted(suite: Suite, arguments: argparse.Namespace, results: Results) -> list[Mutant]:
    """Those of a suite that were asked for."""
    modules = [each for each in suite.modules if each in (arguments.modules or suite.modules)]
    mutants = [mutant for module in modules for mutant in mutants_of(CHECKOUT, module)]
    if arguments.unnoticed:
        last = results.last()
        open_ones = (None, Outcome.SURVIVED)
        mutants = [each for each in mutants if last.get(name_of(each)) in open_ones]
    if arguments.sample is not None:
        some = min(arguments.sample, len(mutants))
        mutants = random.Random(arguments.seed).sample(mutants, some)
    return mutants


if __name__ == "__main__":
    sys.exit(main())
