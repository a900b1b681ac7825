"""Which tests should notice a fault in which modules."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.games.pure import SLUGS, pure_modules

CHECKOUT = Path(__file__).resolve().parents[2]
CORE = CHECKOUT / "scorekeeper" / "core"
# Worked examples, the schemas in docs/, which hold every bound that a type has, and settled deals.
EVERY_GAME = (
    "tests/games/test_worked_examples.py",
    "tests/files/test_schemas.py",
    "tests/games/test_agreed.py",
)


@dataclass(frozen=True)
class Suite:
    """Some modules, and the tests of them: files and folders, by their paths in the checkout."""

    name: str
    modules: tuple[str, ...]
    tests: tuple[str, ...]
    slug: str = ""  # the game whose examples are played; all where there is none


def suites() -> Iterator[Suite]:
    """All that there are: one for core, one a game."""
    yield Suite("core", _named(sorted(CORE.glob("*.py"))), ("tests/core", *EVERY_GAME))
    for slug in SLUGS:
        # Those of core know no game: the layers forbid it.
        yield Suite(slug, _named(pure_modules(slug)), (*EVERY_GAME, f"tests/games/{slug}"), slug)


def _named(paths: list[Path]) -> tuple[str, ...]:
    return tuple(path.relative_to(CHECKOUT).as_posix() for path in paths)
