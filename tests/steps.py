"""How much work something is: the lines of the package that are executed, whatever the machine."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import scorekeeper

PACKAGE = str(Path(scorekeeper.__file__).parent)
SMALL = 24
BEND = 0.1  # of what the same again costs: caches and batches, but no square


def steps(work: Callable[[], object]) -> int:
    """How many lines of the package *work* executes; each turn of a loop counts."""
    count = 0

    def line(_: FrameType, what: str, __: Any) -> Any:
        nonlocal count
        count += what == "line"
        return line

    def call(frame: FrameType, _: str, __: Any) -> Any:
        return line if frame.f_code.co_filename.startswith(PACKAGE) else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def expect_linear(prepare: Callable[[int], Callable[[], object]]) -> None:
    """As much more of something costs as much more, wherever one begins."""
    prepare(1)()  # what is worked out once and kept
    once, twice, thrice = found = [steps(prepare(SMALL * times)) for times in (1, 2, 3)]
    assert once < twice < thrice, found
    assert thrice - twice < (1 + BEND) * (twice - once), found
