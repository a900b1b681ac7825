"""How a sheet becomes money: round by round where points are cents, else by its stake."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from scorekeeper.core.ledger import Ledger, LedgerRound
from scorekeeper.core.stake import SettledPair, Stake, Stretch, settled_pairs
from scorekeeper.files.sheet import Sheet
from scorekeeper.summary.stretches import numbered_stretches


@dataclass(frozen=True, slots=True)
class RoundCents:
    """What everybody who sat at the table got in a round where points are cents."""

    played: LedgerRound
    cents: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class SettledStretch:
    """A stretch with the places of its *rounds*, from 1, and how every two sides settle it."""

    rounds: range
    stretch: Stretch
    pairs: tuple[SettledPair, ...]


def cents_of_rounds(sheet: Sheet, rounds: Iterable[LedgerRound]) -> Iterator[RoundCents]:
    """What these rounds of the sheet moved, in their order."""
    sides = sheet.game.sides(len(sheet.players))
    for played in rounds:
        players = sheet.seated[played.number - 1]
        yield RoundCents(
            played,
            {
                players[seat]: points
                for side, points in zip(sides, played.score.points, strict=True)
                for seat in side
            },
        )


def settled_stretches(sheet: Sheet, ledger: Ledger, stake: Stake) -> Iterator[SettledStretch]:
    """How a sheet with a stake is settled, stretch by stretch."""
    for rounds, stretch in numbered_stretches(sheet, ledger):
        yield SettledStretch(rounds, stretch, tuple(settled_pairs(stretch, stake)))
