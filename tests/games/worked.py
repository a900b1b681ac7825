"""The worked examples of a game, as its examples.toml holds them.

name    a sentence about what happened
source  where the rules of the game say so
round   as in the sheet file; dealt `times` times where that is given
before  the rounds before it, where it needs others
house   the switches that differ from their defaults
players who sits there, where they are not as many as there can be
points  what the round is worth to every side; `lines`: [side, points, code]
errors  [field, code] where it cannot have happened; field "" is the round as a whole
"""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

Example = dict[str, Any]


def examples(slug: str) -> list[Example]:
    """All of them, first to last."""
    path = Path(__file__).parent / slug / "examples.toml"
    found: list[Example] = tomllib.loads(path.read_text(encoding="utf-8"))["example"]
    return found


def before(example: Example) -> Sequence[Any]:
    """The rounds that were dealt before the one it is about."""
    again = [example["round"]] * (example.get("times", 1) - 1)
    return [*example.get("before", ()), *again]
