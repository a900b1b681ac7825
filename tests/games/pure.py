"""The pure modules of a game: all that its rules are made of."""

from pathlib import Path

GAMES = Path(__file__).resolve().parents[2] / "scorekeeper" / "games"
SLUGS = sorted(path.parent.name for path in GAMES.glob("*/rules.py"))
# What the pages of a game are made of.
OF_PAGES = ("__init__", "form", "form_*", "hints", "paper", "plugin")


def _is_of_pages(path: Path) -> bool:
    return any(path.match(f"{name}.py") for name in OF_PAGES)


def pure_modules(slug: str) -> list[Path]:
    """Every module of a game but those of its pages; there is always one."""
    found = sorted(path for path in (GAMES / slug).glob("*.py") if not _is_of_pages(path))
    assert found, slug
    return found


def is_pure(path: Path) -> bool:
    """Whether a module is one of those, of any game."""
    return path.parent.parent == GAMES and not _is_of_pages(path)
