"""Who sits where in every round of a sheet: the names that sentences need."""

from collections.abc import Iterator

from scorekeeper.files.sheet import Sheet
from scorekeeper.i18n.messages import Names


def names_by_round(sheet: Sheet) -> Iterator[Names]:
    """Who is meant by a seat or a side in each round, and, last, in the round to come."""
    for players in sheet.seated:
        yield Names.at(sheet.game, sheet.house, players)
