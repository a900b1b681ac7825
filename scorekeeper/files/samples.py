"""The sample evenings that come with the program: sheet files, named after the slugs of games."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from scorekeeper import paths
from scorekeeper.files.reading import read
from scorekeeper.files.sheet import Sheet
from scorekeeper.games.registry import GAMES


@cache
def samples() -> Mapping[str, Path]:
    """The files of the sample sheets by their games; a game may have none."""
    files = {slug: paths.SAMPLES / f"{slug}.json" for slug in GAMES}
    return {slug: file for slug, file in files.items() if file.is_file()}


@cache
def sample(slug: str) -> Sheet:
    """The sample sheet of one of these games."""
    return read(samples()[slug].read_bytes())
