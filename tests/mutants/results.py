"""What came of the mutants so far: a file of JSON lines for each suite, added to as they end."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.mutants.planting import Mutant
from tests.mutants.running import Outcome
from tests.mutants.suites import Suite


class Results:
    """The outcomes of a suite's mutants, each with the *fingerprint* of the code it holds for."""

    def __init__(self, path: Path, fingerprint: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        self._path = path
        self._fingerprint = fingerprint

    def add(self, mutant: Mutant, outcome: Outcome) -> None:
        """Keep one; other processes may do so at the same time."""
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([self._fingerprint, name_of(mutant), outcome]) + "\n")

    def now(self) -> Mapping[str, Outcome]:
        """By the name of a mutant, what came of it with the code as it is."""
        lines = self._lines()
        return {name: outcome for code, name, outcome in lines if code == self._fingerprint}

    def last(self) -> Mapping[str, Outcome]:
        """The same with whatever the rest of the code and its tests were when it was tried."""
        return {name: outcome for _, name, outcome in self._lines()}

    def _lines(self) -> Iterator[tuple[str, str, Outcome]]:
        for line in self._path.read_text(encoding="utf-8").splitlines():
            code, name, outcome = json.loads(line)
            yield code, name, Outcome(outcome)


def name_of(mutant: Mutant) -> str:
    """What a mutant goes by: another one as soon as its module is changed anywhere."""
    return hashlib.sha256(mutant.text.encode()).hexdigest()[:20]


def fingerprint(checkout: Path, suite: Suite) -> str:
    """Another one whenever a module or a test of the suite is changed."""
    found = hashlib.sha256(repr(suite).encode())
    for path in sorted(_files(checkout, ("scorekeeper", *suite.tests))):
        found.update(path.read_bytes())
    return found.hexdigest()[:20]


def _files(checkout: Path, names: tuple[str, ...]) -> Iterator[Path]:
    for name in names:
        path = checkout / name
        inside = path.rglob("*") if path.is_dir() else [path]
        yield from (each for each in inside if each.suffix in (".py", ".toml"))
