"""Whether every long test has a short run in `make test`, so that none of them rots unseen."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from os.path import normpath
from pathlib import Path

import pytest

WITHOUT_SHORT_RUN = pytest.StashKey[list[str]]()


def without_short_run(items: Iterable[pytest.Item]) -> Iterator[str]:
    """The tests of which every case is a long one, and that name no other test as their short run.

    A test in the same file is named by its name, `soak(short="test_…")`, one in another file by
    both, `soak(short="test_….py::test_…")`, the file as seen from here.
    """
    marks = defaultdict[str, list[pytest.Mark | None]](list)
    for item in items:
        marks[item.nodeid.partition("[")[0]].append(item.get_closest_marker("soak"))
    for test, found in marks.items():
        first = found[0]
        if (
            first is not None
            and None not in found
            and None not in marks.get(_short(test, first), ())
        ):
            yield test


def _short(test: str, mark: pytest.Mark) -> str:
    """The test that a mark names, as pytest calls it."""
    path = Path(test.partition("::")[0])
    file, _, name = str(mark.kwargs.get("short", "")).rpartition("::")
    return f"{normpath(path.parent / file) if file else path}::{name}"
