"""Money of an evening: who is up or down by how much, and who pays whom."""

from dataclasses import dataclass

from scorekeeper.core.game import Unit
from scorekeeper.core.ledger import Ledger
from scorekeeper.core.money import settle
from scorekeeper.files.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Transfer:
    """*payer* owes *payee* so many *cents*."""

    payer: str
    payee: str
    cents: int


def balances(sheet: Sheet, ledger: Ledger) -> dict[str, int]:
    """What everybody who sat at the table is up or down, in the unit of the sheet.

    Points follow the person: whoever sat at a seat has what its side wrote in that round.
    """
    sides = sheet.game.sides(len(sheet.players))
    found = dict.fromkeys(sheet.players, 0)
    for played, players in zip(ledger.rounds, sheet.seated, strict=False):
        for side, points in zip(sides, played.score.points, strict=True):
            for seat in side:
                found[players[seat]] = found.get(players[seat], 0) + points
    return found


def transfers(sheet: Sheet, ledger: Ledger) -> tuple[Transfer, ...]:
    """Who pays whom for the rounds so far; nobody where the points are no money."""
    if sheet.unit is not Unit.CENTS:
        return ()
    people = balances(sheet, ledger)
    names = list(people)
    return tuple(
        Transfer(names[each.payer], names[each.payee], each.cents)
        for each in settle(list(people.values()))
    )
