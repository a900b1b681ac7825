"""Tapp as a plug-in: its form, and on the page the way through the closing rounds."""

from dataclasses import dataclass

from scorekeeper.core.ledger import Ledger
from scorekeeper.games.plugin import GamePlugin, Section
from scorekeeper.games.tapp.closing import Closing
from scorekeeper.games.tapp.form import DealForm
from scorekeeper.games.tapp.game import TAPP

EXAMPLES = (
    {"kind": "farbspiel", "declarer": 0, "suit": "clubs", "points": 60},
    {"kind": "rufer", "declarer": 2, "suit": "hearts", "won": True},
    {"kind": "ramsch", "most": [1], "jungfern": [2]},
)


@dataclass(frozen=True, slots=True)
class ClosingPage:
    """How far the table is on its way to the end: the seat that deals next, and who has dealt."""

    stage: str
    dealer: int
    dealt: tuple[bool, ...]
    finished: bool


def sections(ledger: Ledger) -> tuple[Section, ...]:
    """How far the table is on its way to the end."""
    past: Closing = ledger.table.past
    dealt = tuple(seat in past.dealt for seat in range(ledger.table.seats))
    page = ClosingPage(past.stage.value, ledger.table.dealer, dealt, ledger.finished)
    return (Section("games/tapp/closing.html", page),)


PLUGIN = GamePlugin(game=TAPP, forms=(DealForm,), examples=EXAMPLES, sections=sections)
