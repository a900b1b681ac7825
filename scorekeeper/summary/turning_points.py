"""The deals that turned an evening: named on its last page, on its picture and on its paper."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.core.ledger import Ledger
from scorekeeper.files.sheet import Sheet
from scorekeeper.i18n.messages import Messages, Names

POINTS_AT_MOST = 3
ROUNDS_AT_LEAST = 6  # a shorter evening is told by its rounds


class TurningPoint(NamedTuple):
    """A deal: its *number* on the sheet and what it is called, *reason* saying what happened.

    The *side* is the one that got or lost the most *points*; or after a deal that *brings the lead*
    the one that has won, which led from there to the end.
    """

    number: int
    name: str
    reason: str
    side: str
    points: str
    brings_lead: bool


def turning_points(sheet: Sheet, messages: Messages) -> tuple[TurningPoint, ...]:
    """The deals that turned the evening, in their order; none in a short one.

    These are the deal after which whoever has won led to the end, and those that moved most.
    """
    lead, chosen = _turns(sheet.ledger)
    return tuple(_point(sheet, place, place == lead, messages) for place in chosen)


def _turns(ledger: Ledger) -> tuple[int | None, Sequence[int]]:
    """The place of the deal that brought the lead for good, None for the first, and of all turns.

    Places count from 0, and ascend.
    """
    if len(ledger.rounds) < ROUNDS_AT_LEAST:
        return None, ()
    lead = _lead(ledger)
    # How far each deal moved the sides apart, at most.
    widths = [max(deal.score.points) - min(deal.score.points) for deal in ledger.rounds]
    widest = sorted(range(len(widths)), key=lambda place: (-widths[place], place))
    others = [place for place in widest if widths[place] and place != lead]
    chosen = others if lead is None else [lead, *others]
    return lead, sorted(chosen[:POINTS_AT_MOST])


def _lead(ledger: Ledger) -> int | None:
    """The deal after which the only winner led alone to the end; None where that was the first."""
    if len(ledger.leaders) != 1:
        return None
    (winner,) = ledger.leaders
    behind = [
        place
        for place, played in enumerate(ledger.rounds)
        if sum(total >= played.totals[winner] for total in played.totals) > 1
    ]
    return behind[-1] + 1 if behind else None


def _point(sheet: Sheet, place: int, brings_lead: bool, messages: Messages) -> TurningPoint:
    played = sheet.ledger.rounds[place]
    names = Names.at(sheet.game, sheet.house, sheet.seated[place])
    points = played.score.points
    side = max(range(len(points)), key=lambda side: abs(points[side]))
    if brings_lead:
        (side,) = sheet.ledger.leaders
    return TurningPoint(
        number=played.number,
        name=messages.text("history.round", number=played.label),
        reason=messages.reason(sheet.game, played.round.observation, played.table, names),
        side=names.sides[side],
        points=messages.change(points[side], sheet.unit),
        brings_lead=brings_lead,
    )
