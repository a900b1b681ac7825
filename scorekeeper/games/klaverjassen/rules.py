"""Klaverjassen as a calculator needs it: what can be seen, and how far a sheet is.

Words of the game: the *maker* chose trumps; *roem* is the bonus for melds, won with the trick they
lie in; *stuk* is king and queen of trumps in one trick; *nat* ("wet") are makers who did not get
more than the others; *pit* is all eight tricks; a *renege* (verzaken) is not following suit.
Side 0 are seats 0 and 2, side 1 seats 1 and 3.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from scorekeeper.core.cards import Suit
from scorekeeper.core.codec import Seat, Side
from scorekeeper.core.game import Progress, Table
from scorekeeper.core.seats import OPPOSITE_SIDES
from scorekeeper.core.shapes import CardPoints, Options

PLAYERS = 4
SIDES = OPPOSITE_SIDES
ALL_POINTS = 162  # 152 in the cards and 10 for the last trick
NO_SUCH_POINTS = (1, 161)  # the only totals that 32 cards cannot make
PIT = 100

MELDS = (20, 50, 40, 70, 100, 200)
SHORT_STUK, LONG_STUK = 40, 70
WITH_STUK = (SHORT_STUK, LONG_STUK)  # with the trump king and queen, who meet only once
FOUR_JACKS = 200
FOUR_ALIKE = 100
MELDS_AT_MOST = 9  # one in each of eight tricks, and the stuk written down by itself

# The fewest card points that the cards of a meld can count.
CHEAPEST_JACKS = 26
CHEAPEST = {20: 0, 50: 10, 40: 18, 70: 37, FOUR_JACKS: CHEAPEST_JACKS}
CHEAPEST_FOURS = {"queens": 12, "kings": 16, "tens": 40, "aces": 44}
CHEAPEST_LOW_FOURS = {"sevens": 0, "eights": 0, "nines": 14}

Points = Annotated[int, CardPoints(ALL_POINTS)]
Meld = Annotated[int, CardPoints(max(MELDS))]
Roem = tuple[tuple[Meld, ...], tuple[Meld, ...]]
NO_ROEM: Roem = ((), ())


class Tie(StrEnum):
    """Both sides have the same: the makers are nat, or both write their own."""

    NAT = "nat"
    KEEP = "keep"


class NatRoem(StrEnum):
    """Whose roem the others write when the makers are nat."""

    ALL = "all"
    OWN = "own"


class RenegeRoem(StrEnum):
    """Whose roem the others write after a renege."""

    ALL = "all"
    OWN = "own"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What a table agrees on before the first deal."""

    deals: Annotated[int | str, Options(16, 4, 8, 12, "open")] = 16
    tie: Tie = Tie.NAT
    nat_roem: NatRoem = NatRoem.ALL
    pit_defenders: Annotated[int, Options(PIT, 0)] = PIT
    four_jacks: Annotated[int, Options(FOUR_JACKS, FOUR_ALIKE)] = FOUR_JACKS
    four_low: Annotated[int, Options(0, FOUR_ALIKE)] = 0
    renege_roem: RenegeRoem = RenegeRoem.ALL
    renege_extra: Annotated[int, Options(0, 100)] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A deal played and counted: card points with the last trick, melds and pit per side."""

    maker: Seat
    trump: Suit | None = None
    points: tuple[Points, Points]
    roem: Roem = NO_ROEM
    pit: Side | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Conceded:
    """The makers gave up without counting."""

    maker: Seat
    trump: Suit | None = None
    roem: Roem = NO_ROEM


@dataclass(frozen=True, slots=True, kw_only=True)
class Renege:
    """One side did not follow suit and was caught."""

    maker: Seat
    trump: Suit | None = None
    side: Side
    roem: Roem = NO_ROEM


Observation = Played | Conceded | Renege


def melds_allowed(house: HouseRules) -> tuple[int, ...]:
    """The melds this table knows, smallest touches first."""
    return tuple(meld for meld in MELDS if meld != FOUR_JACKS or house.four_jacks == FOUR_JACKS)


def progress(table: Table[HouseRules]) -> Progress:
    """Deal so many of the agreed number, or an open end."""
    deals = table.house.deals
    return Progress(table.number, deals if isinstance(deals, int) else None)
