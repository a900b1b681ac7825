"""Money of an evening: who is up or down by how much, and who pays whom."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from scorekeeper.core.game import Unit
from scorekeeper.core.ledger import Ledger
from scorekeeper.core.money import settle
from scorekeeper.core.stake import Stretch, balances_of
from scorekeeper.files.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Transfer:
    """*payer* owes *payee* so many *cents*."""

    payer: str
    payee: str
    cents: int


def balances(sheet: Sheet, ledger: Ledger) -> dict[str, int] | None:
    """What everybody who sat at the table is up or down in cents after the rounds so far.

    None where nobody plays for money: for chips, or for points without a stake. Points follow the
    person: whoever sat at a seat has what its side wrote in that round.
    """
    found = dict.fromkeys(sheet.players, 0)
    if sheet.unit is Unit.CENTS:
        for stretch in _stretches(sheet, ledger):
            for people, points in zip(stretch.sides, stretch.points, strict=True):
                for person in people:
                    found[person] = found.get(person, 0) + points
        return found
    if sheet.unit is Unit.POINTS and sheet.head.stake is not None:
        return found | balances_of(_stretches(sheet, ledger), sheet.head.stake)
    return None


def _stretches(sheet: Sheet, ledger: Ledger) -> Iterator[Stretch]:
    """The rounds so far, parted wherever somebody else takes a seat."""
    sides = sheet.game.sides(len(sheet.players))
    before = (0,) * len(sides)
    seated_rounds = zip(sheet.seated, ledger.rounds, strict=False)
    for players, rounds in groupby(seated_rounds, key=lambda pair: pair[0]):
        *_, (_, last) = rounds
        people = tuple(tuple(players[seat] for seat in side) for side in sides)
        points = tuple(after - start for start, after in zip(before, last.totals, strict=True))
        yield Stretch(people, points)
        before = last.totals


def transfers(sheet: Sheet, ledger: Ledger) -> tuple[Transfer, ...] | None:
    """Who pays whom for the rounds so far; None where nobody plays for money."""
    people = balances(sheet, ledger)
    if people is None:
        return None
    names = list(people)
    return tuple(
        Transfer(names[each.payer], names[each.payee], each.cents)
        for each in settle(list(people.values()))
    )
