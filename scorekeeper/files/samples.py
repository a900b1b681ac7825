"""The sample evenings that come with the program: a sheet file for a game, named after its slug."""

from functools import cache

from scorekeeper import paths
from scorekeeper.files.reading import read
from scorekeeper.files.sheet import Sheet
from scorekeeper.games.registry import GAMES


@cache
def sample_of(slug: str) -> Sheet | None:
    """The sample sheet of a game; None where it has none."""
    file = paths.SAMPLES / f"{slug}.json"
    if slug not in GAMES or not file.is_file():
        return None
    return read(file.read_bytes())
