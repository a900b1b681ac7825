"""Which tests should notice a fault in which modules."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.games.pure import SLUGS, pure_modules

CHECKOUT = Path(__file__).resolve().parents[2]
CORE = CHECKOUT / "scorekeeper" / "core"
# Every game plays on core; nothing of one game's rules is looked at anywhere but in its own tests.
OF_GAMES = ("tests/files/test_schemas.py", "tests/games/test_agreed.py")


@dataclass(frozen=True)
class Suite:
    """Some modules, and the tests of them: files and folders, by their paths in the checkout."""

    name: str
    modules: tuple[str, ...]
    tests: tuple[str, ...]
    slug: str = ""  # the game whose tests they are; empty for core


def suites() -> Iterator[Suite]:
    """All that there are: one for core, one a game."""
    yield Suite("core", _named(sorted(CORE.glob("*.py"))), ("tests/core", *OF_GAMES, *_examples()))
    for slug in SLUGS:
        # Those of core know no game: the layers forbid it.
        yield Suite(slug, _named(pure_modules(slug)), (f"tests/games/{slug}",), slug)


def _examples() -> tuple[str, ...]:
    return tuple(f"tests/games/{slug}/test_examples.py" for slug in SLUGS)


def _named(paths: list[Path]) -> tuple[str, ...]:
    return tuple(path.relative_to(CHECKOUT).as_posix() for path in paths)
