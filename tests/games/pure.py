"""The pure modules of a room: all that its rules are made of."""

from pathlib import Path

GAMES = Path(__file__).resolve().parents[2] / "scorekeeper" / "games"
SLUGS = sorted(path.parent.name for path in GAMES.glob("*/rules.py"))
BESIDE = ("__init__.py", "form.py", "hints.py", "plugin.py")  # what the pages of a room are made of


def pure_modules(slug: str) -> list[Path]:
    """Every module of a room but those beside its rules; there is always one."""
    found = sorted(path for path in (GAMES / slug).glob("*.py") if path.name not in BESIDE)
    assert found, slug
    return found


def is_pure(path: Path) -> bool:
    """Whether a module is one of those, of any room."""
    return path.parent.parent == GAMES and path.name not in BESIDE
