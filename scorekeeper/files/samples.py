"""The sample evenings that come with the program: a sheet file for a game, named after its slug."""

from functools import cache

from scorekeeper import paths
from scorekeeper.files.reading import read
from scorekeeper.files.sheet import Sheet
from scorekeeper.games.registry import GAMES


def sample_of(slug: str) -> Sheet | None:
    """The sample sheet of a game; None where it has none, and where there is no such game."""
    return _sample(slug) if slug in GAMES else None


@cache
def _sample(slug: str) -> Sheet | None:
    file = paths.SAMPLES / f"{slug}.json"
    return read(file.read_bytes()) if file.is_file() else None
