"""Klaverjassen: its numbers, house rules and observations, and how far a sheet is.

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
TRICKS, CARDS_A_TRICK = 8, 4
# What a card counts, in the order of sequences.
PLAIN_CARDS = {"A": 11, "K": 4, "Q": 3, "J": 2, "10": 10, "9": 0, "8": 0, "7": 0}
TRUMP_CARDS = {"A": 11, "K": 4, "Q": 3, "J": 20, "10": 10, "9": 14, "8": 0, "7": 0}
LAST_TRICK = 10
ALL_POINTS = 162  # 152 in the cards and the last trick
NO_SUCH_POINTS = (1, 161)  # the only totals that 32 cards cannot make
LEAST_CARD = 2  # the fewest points of a card that counts: a jack that is no trump
PIT = 100

STUK = 20  # king and queen of trumps in one trick
SEQUENCES = {3: 20, 4: 50}  # by the number of cards in a row
SHORT_STUK, LONG_STUK = 40, 70  # three or four trumps in a row, the stuk in them
WITH_STUK = (SHORT_STUK, LONG_STUK)  # the trump king and queen meet only once
FOUR_JACKS = 200
FOUR_ALIKE = 100
HIGH_RANKS, LOW_RANKS = ("A", "K", "Q", "10"), ("9", "8", "7")
MELDS = (20, SHORT_STUK, 50, LONG_STUK, FOUR_ALIKE, FOUR_JACKS)
MELDS_AT_MOST = 9  # one in each of eight tricks, and the stuk written down by itself

Points = Annotated[int, CardPoints(ALL_POINTS)]
Meld = Annotated[int, CardPoints(max(MELDS))]
Roem = tuple[tuple[Meld, ...], tuple[Meld, ...]]
NO_ROEM: Roem = ((), ())


class Tie(StrEnum):
    """Where both sides have the same: the makers are nat, or both sides write their own."""

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
    """A deal played and counted.

    *points* are the card points of both sides with the 10 of the last trick, *roem* the melds of
    both, *pit* the side that took all tricks.
    """

    maker: Seat
    trump: Suit | None = None
    points: tuple[Points, Points]
    roem: Roem = NO_ROEM
    pit: Side | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Conceded:
    """The makers gave up without counting; it is scored as nat."""

    maker: Seat
    trump: Suit | None = None
    roem: Roem = NO_ROEM


@dataclass(frozen=True, slots=True, kw_only=True)
class Renege:
    """*side* did not follow suit and was caught."""

    maker: Seat
    trump: Suit | None = None
    side: Side
    roem: Roem = NO_ROEM


Observation = Played | Conceded | Renege
KINDS = {"played": Played, "conceded": Conceded, "renege": Renege}


def melds_allowed(house: HouseRules) -> tuple[int, ...]:
    """The melds that this table writes, in the order in which the form offers them."""
    return tuple(meld for meld in MELDS if meld != FOUR_JACKS or house.four_jacks == FOUR_JACKS)


def ranks_alike(meld: int, house: HouseRules) -> tuple[str, ...]:
    """The ranks of which four alike write this meld at this table."""
    worth = {"J": house.four_jacks}
    worth |= dict.fromkeys(HIGH_RANKS, FOUR_ALIKE) | dict.fromkeys(LOW_RANKS, house.four_low)
    return tuple(rank for rank, written in worth.items() if written == meld)


def progress(table: Table[HouseRules]) -> Progress:
    """The number of the next deal, and how many were agreed on."""
    deals = table.house.deals
    return Progress(table.number, deals if isinstance(deals, int) else None)
