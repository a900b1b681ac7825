"""The worked examples of a game, as its examples.toml holds them.

name    a sentence about what happened
source  where the rules of the game say so
round   as in the sheet file; dealt `times` times where that is given
before  the rounds before it, where it needs others
house   the switches that differ from their defaults
players who sits there, where they are not as many as there can be
points  what the round is worth to every side; `lines`: [side, points, code] or
        [side, points, code, values] each
errors  [field, code] or [field, code, values] each, where it cannot have happened; field "" is
        the round as a whole
reason  what the round is in one line, if that is looked at: [code] or [code, values] each

The values of the gaps stand behind the code, all of them. They are plain, and say by their key what
they are, as in scorekeeper.core.phrases: a seat is { seat = 0 }, a side { side = 0 }, several seats
{ seats = [0, 1] }, an amount { points = 5 }, half points { halves = 81 }, a sum
{ terms = [8, -5] }, and counts { numbers = [30, 90] }.
"""

import json
import tomllib
from collections.abc import Sequence
from dataclasses import asdict, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

from scorekeeper.core.phrases import Values

Example = dict[str, Any]


@cache
def worked(slug: str) -> dict[str, Any]:
    path = Path(__file__).parent / slug / "examples.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def examples(slug: str) -> list[Example]:
    """All of them, first to last."""
    return list(worked(slug)["example"])


def reasons_elsewhere(slug: str) -> set[str]:
    """Codes of reasons that no example can hold, and that tests of the game look at instead."""
    return set(worked(slug).get("reasons_elsewhere", ()))


def before(example: Example) -> Sequence[Any]:
    """The rounds that were dealt before the one it is about."""
    again = [example["round"]] * (example.get("times", 1) - 1)
    return [*example.get("before", ()), *again]


def plain(values: Values) -> dict[str, Any]:
    """The values of a sentence as an example writes them."""
    found: dict[str, Any] = json.loads(json.dumps(values, default=_plain))
    return found


def _plain(value: Any) -> Any:
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else str(value)
