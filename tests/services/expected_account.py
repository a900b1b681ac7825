"""What everybody should be up or down by, kept beside the program and without its services.

Everything that was written about a group stands in a plain dictionary, under its type and number,
with what stood there before each revision, so that undoing is putting that back.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import NamedTuple


class Kind(Enum):
    """What a value is about; the number of the value is a person for the last two."""

    COST = auto()
    PAYMENT = auto()
    SETTLEMENT = auto()
    PAID = auto()
    NAME = auto()
    SAME_AS = auto()


class Spot(NamedTuple):
    """Where a value stands; *line* is that of a settlement, for what was paid of it."""

    kind: Kind
    number: int
    line: int = 0


@dataclass(frozen=True)
class Moved:
    """Cents that *payer* gave and others, person by person, had of it: a cost or a payment."""

    payer: int
    parts: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class FrozenList:
    """Who should pay whom how much; *closed* once another list has taken its place."""

    lines: tuple[tuple[int, int, int], ...]
    closed: bool = False


@dataclass
class ExpectedAccount:
    """What stands, and what stood there before each revision; people are ids of the store."""

    values: dict[Spot, object] = field(default_factory=dict)
    before: dict[int, dict[Spot, object]] = field(default_factory=dict)
    newest: dict[Spot, int] = field(default_factory=dict)
    last: dict[Spot, object] = field(default_factory=dict)  # what stood there last

    def write(self, revision: int, values: Mapping[Spot, object]) -> None:
        """Take over what was written under a revision; None is what was taken back."""
        self.before[revision] = {spot: self.values.get(spot) for spot in values}
        self.values |= values
        self.last |= {spot: value for spot, value in values.items() if value is not None}
        self.newest |= dict.fromkeys(values, revision)

    def undone(self, revision: int) -> dict[Spot, object] | None:
        """What undoing a revision would write; None where it cannot be undone."""
        values = self.before[revision]
        if any(self.newest[spot] != revision for spot in values):
            return None
        after = self.values | values
        for spot, value in values.items():
            if spot.kind is Kind.SETTLEMENT and value is None and self._is_paid(spot.number):
                return None
            gone = after.get(Spot(Kind.SETTLEMENT, spot.number)) is None
            if spot.kind is Kind.PAID and value is not None and gone:
                return None
        return values

    def can_be_taken_back(self, spot: Spot) -> bool:
        """Whether a value can be taken back: a list only as long as nothing of it was paid."""
        return spot.kind is not Kind.SETTLEMENT or not self._is_paid(spot.number)

    def gone(self, kind: Kind) -> list[Spot]:
        """Where values of a kind stood that were taken back."""
        return [spot for spot, value in self.values.items() if spot.kind is kind and value is None]

    def standing(self, kind: Kind) -> dict[int, object]:
        """The values of a kind that were not taken back, by number."""
        return {
            spot.number: value
            for spot, value in self.values.items()
            if spot.kind is kind and value is not None
        }

    def lists(self) -> dict[int, FrozenList]:
        """The lists that stand."""
        found = self.standing(Kind.SETTLEMENT)
        return {number: value for number, value in found.items() if isinstance(value, FrozenList)}

    def paid(self, number: int, line: int) -> int:
        """How much was paid of a line of a list."""
        found = self.values.get(Spot(Kind.PAID, number, line))
        return found if isinstance(found, int) else 0

    def person(self, player: int) -> int:
        """Who somebody is: the person they were merged into, or they themselves."""
        same = self.values.get(Spot(Kind.SAME_AS, player))
        return self.person(same) if isinstance(same, int) else player

    def name(self, player: int) -> str:
        """What somebody is called now."""
        return str(self.values[Spot(Kind.NAME, self.person(player))])

    def people(self) -> dict[int, str]:
        """The names of everybody who is no other name of somebody else."""
        players = self.standing(Kind.NAME)
        return {each: self.name(each) for each in players if self.person(each) == each}

    def moved(self) -> dict[str, int]:
        """What everybody is up or down by, beside the sheets."""
        found = dict.fromkeys(self.people().values(), 0)
        for payer, payee, cents in self._gifts():
            found[self.name(payer)] += cents
            found[self.name(payee)] -= cents
        return found

    def _gifts(self) -> Iterator[tuple[int, int, int]]:
        """Who gave whom how much, with everything that is no sheet taken as a gift."""
        for value in (*self.standing(Kind.COST).values(), *self.standing(Kind.PAYMENT).values()):
            assert isinstance(value, Moved)
            yield from ((value.payer, person, cents) for person, cents in value.parts)
        for number, frozen in self.lists().items():
            for line, (payer, payee, _) in enumerate(frozen.lines):
                yield payer, payee, self.paid(number, line)

    def _is_paid(self, number: int) -> bool:
        return any(
            spot.kind is Kind.PAID and spot.number == number and self.paid(number, spot.line) > 0
            for spot in self.values
        )
