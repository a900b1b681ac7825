"""How an evening ended: who stands where, and who has won."""

from dataclasses import dataclass

from scorekeeper.core.ledger import Ledger
from scorekeeper.files.sheet import Sheet
from scorekeeper.i18n.messages import Messages


@dataclass(frozen=True, slots=True)
class Standing:
    """A *side* by the number of its column, and its place, which is the *number* from 1."""

    number: int
    side: int


def standing(ledger: Ledger) -> tuple[Standing, ...]:
    """Every side, the highest total first; equal totals share a place, in the order of columns."""
    ranked = sorted(ledger.totals, reverse=True)
    places = (Standing(ranked.index(total) + 1, side) for side, total in enumerate(ledger.totals))
    return tuple(sorted(places, key=lambda place: place.number))


def result(sheet: Sheet, messages: Messages) -> str:
    """Who has won."""
    names = sheet.game.side_names(sheet.seated[-1])
    winners = [names[side] for side in sheet.ledger.leaders]
    if len(winners) == len(names):
        return messages.text("sheet.draw")
    told = messages.listed(winners)
    return messages.text("sheet.winner" if len(winners) == 1 else "sheet.winners", names=told)
