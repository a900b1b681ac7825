"""Who stands where at the end of an evening, or so far."""

from dataclasses import dataclass

from scorekeeper.core.ledger import Ledger


@dataclass(frozen=True, slots=True)
class Place:
    """A side, by the number of its column, and its place, from 1."""

    number: int
    side: int


def standing(ledger: Ledger) -> tuple[Place, ...]:
    """Every side, the highest total first; equal totals share a place, in the order of columns."""
    ranked = sorted(ledger.totals, reverse=True)
    places = (Place(ranked.index(total) + 1, side) for side, total in enumerate(ledger.totals))
    return tuple(sorted(places, key=lambda place: place.number))
