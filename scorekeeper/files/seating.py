"""Who sits where in every round of a sheet: the names that sentences need."""

from collections.abc import Iterator

from scorekeeper.core.ledger import LedgerRound
from scorekeeper.files.sheet import Sheet
from scorekeeper.i18n.messages import Names


def named_rounds(sheet: Sheet) -> Iterator[tuple[LedgerRound, Names]]:
    """Every round of a sheet, with who is meant there by a seat or a side."""
    for played, players in zip(sheet.ledger.rounds, sheet.seated, strict=False):
        yield played, Names.at(sheet.game, sheet.house, players)
