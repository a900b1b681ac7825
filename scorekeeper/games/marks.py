"""What a row of the list of rounds shows beside the points: who made the round, in what suit."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.core.cards import Suit
from scorekeeper.core.ledger import LedgerRound


@dataclass(frozen=True, slots=True)
class Tag:
    """A word beside the points; its *code* has a sentence of the game: `<slug>.mark.<code>`.

    The one that turned the round is *strong*.
    """

    code: str
    strong: bool = False


@dataclass(frozen=True, slots=True)
class SideMark:
    """What stands at a side: who of it made the round, or was the partner of who did; in what suit.

    *seat* is None where nobody of that side did, and only *tags* stand there.
    """

    side: int
    seat: int | None = None
    suit: Suit | None = None
    is_partner: bool = False
    tags: tuple[Tag, ...] = ()


def no_marks(played: LedgerRound) -> Sequence[SideMark]:
    """Nothing beside the points: the round is told in one line."""
    return ()
