"""The printed sheet of Klaverjassen: the pad on which both sides write."""

from typing import NamedTuple

from scorekeeper.core.cards import SYMBOLS
from scorekeeper.core.ledger import Ledger, LedgerRound
from scorekeeper.core.seats import side_of
from scorekeeper.games.klaverjassen import rules
from scorekeeper.games.klaverjassen.rules import Conceded, Played
from scorekeeper.games.paper import SUM, OwnTable

NAT = ("nat", "conceded")  # codes of the lines of those who write an N
CARD_POINTS = ("points", "all_points")
ABOVE_NAME, LEGEND = 1.0, 1.5  # rem: a small line above each name, and the line below the table


class PadRow(NamedTuple):
    """A deal as both sides write it: card points, roem with everything else, and who made trumps.

    The *maker* is a seat, None where nobody made trumps; *side* is the maker's. A deal that these
    columns cannot tell *is_told* below them in words.
    """

    points: tuple[str, ...]
    roem: tuple[str, ...]
    maker: int | None
    side: int | None
    trump: str
    is_told: bool


def paper(ledger: Ledger) -> OwnTable:
    """The pad: points, roem and total of both sides, mirrored about the number of the deal."""
    rows = tuple(_row(played) for played in ledger.rounds)
    return OwnTable(
        template="games/klaverjassen/paper.html",
        values=rows,
        told=tuple((at,) for at, row in enumerate(rows) if row.is_told),
        told_share=0.97,
        head_share=0.46,
        number_share=0.095,
        around=ABOVE_NAME + SUM + LEGEND,
    )


def _row(played: LedgerRound) -> PadRow:
    seen = played.round.observation
    maker, trump = getattr(seen, "maker", None), getattr(seen, "trump", None)
    points, roem = zip(*(_written(played, side) for side in range(rules.SIDES)), strict=True)
    return PadRow(
        points=points,
        roem=roem,
        maker=maker,
        side=None if maker is None else side_of(maker),
        trump=SYMBOLS[trump] if trump else "",
        is_told=bool(played.problems) or not isinstance(seen, Played | Conceded),
    )


def _written(played: LedgerRound, side: int) -> tuple[str, str]:
    """The card points of a side, N if it is nat; and everything else, behind a P if it has pit.

    Points by agreement are all among the former.
    """
    total = played.score.points[side]
    if played.is_agreed:
        return str(total).replace("-", "−"), ""
    points = {line.code: line.points for line in played.score.lines if line.side == side}
    in_cards = sum(points.get(code, 0) for code in CARD_POINTS)
    is_pit = not played.problems and getattr(played.round.observation, "pit", None) == side
    beside = ["P"] * is_pit + [str(total - in_cards)] * (total != in_cards)
    return str(in_cards) if points.keys().isdisjoint(NAT) else "N", " ".join(beside)
