"""Tübinger Tarock: its numbers, house rules and observations, and who deals next.

Words of the game: the *Tarocks* are the trumps 1 to 21, the *Ski* is the joker, the *Einser* is the
1; *Blättle* are the plain cards of a suit. In a *Ruf* the player who calls for a king and the owner
of that king play against the other two; in a *Raus* one plays against three (*versteckt*, hidden,
where a dealer calls their own king). The table counts up to 23, in a Raus up to 18, and starts
again at 0: what is left is the *result*. A *Tout* is every trick but one, or every trick. *Strafen*
are bonuses for cards held or for what became of the Einser, good or bad: *Skimon* (Ski, 21 and 1),
*Obere* and *Untere* (21, 20, 19 … and 1, 2, 3 …), *Königreich* (kings) and *Familie* (the four
pictures of a suit), both also *skisiert*, with the Ski for a missing card; *fein*, *gefasst* and
*fein gefasst* are the ends of the Einser. Dealt again is a *Stecken*; misdealing is *vergeben*.

The dealer lays two cards (no king, Ski, 21 or 1), which count for that side. The Ski goes home to
its owner, who pays with a plain card, except from the last trick; a side without any trick has
nothing to pay with and counts its Ski as 4. Every seat is a side; card points are whole numbers of
half points where the table counts them, and whole points once the Ski is home.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar

from scorekeeper.core.codec import Seat
from scorekeeper.core.game import Table
from scorekeeper.core.shapes import CardPoints, Options, Whole
from scorekeeper.core.tarock import ALL_POINTS, EXCHANGED, HALVES, SUITS

SEATS = 4
TRICKS = 19  # and so many cards in every hand
TRICK_CARDS = SEATS
TWO_PILES = 2  # that half points are in: one kept its Ski, the other was given no card for it
SKI_MOVES = EXCHANGED // HALVES  # points that go to the owner of the Ski with it

RUF_ZERO, RAUS_ZERO = 23, 18  # where the table starts again at 0
RESULTS = 45  # of both sides together, after zero
RUF_TO_WIN = 23  # after zero: 46 of 91
RUF_LOST_TIMES, RAUS_TIMES = 2, 3
TOUT_TRICKS = TRICKS - 1
GROSSER_TOUT, KLEINER_TOUT, FAILED_TOUT = 240, 120, -240
MISDEAL = 10

ROW_AT_LEAST = 3  # cards of Obere and Untere
ROW_EACH = 2  # for each of them
KINGS = SUITS
COURTS = 4  # of a suit: king, queen, knight, jack

Points = Annotated[int, CardPoints(ALL_POINTS, per_point=HALVES)]
Piles = tuple[Points, Points, Points, Points]


class What(StrEnum):
    """The Strafen."""

    SKIMON = "skimon"
    OBERE = "obere"
    UNTERE = "untere"
    KOENIGREICH = "koenigreich"
    SKISIERTES_KOENIGREICH = "skisiertes_koenigreich"
    FAMILIE = "familie"
    SKISIERTE_FAMILIE = "skisierte_familie"
    FEIN = "fein"
    EINSER_GEFASST = "einser_gefasst"
    EINSER_FEIN_GEFASST = "einser_fein_gefasst"


ROWS = (What.OBERE, What.UNTERE)
KINGDOMS = (What.KOENIGREICH, What.SKISIERTES_KOENIGREICH)
FAMILIES = (What.FAMILIE, What.SKISIERTE_FAMILIE)
WITH_TAROCKS = (What.SKIMON, *ROWS)  # that win tricks for sure
WITH_SKI = (What.SKIMON, What.SKISIERTES_KOENIGREICH, What.SKISIERTE_FAMILIE)
FATES = (What.FEIN, What.EINSER_GEFASST, What.EINSER_FEIN_GEFASST)  # of the Einser
ONLY_ONE = (FATES, (What.OBERE,), (What.UNTERE,), KINGDOMS)  # of each, but for house rules
IN_LAST_TRICK = (What.FEIN, What.EINSER_FEIN_GEFASST)
WORTH = {  # the rows count their cards
    What.SKIMON: 10,
    What.KOENIGREICH: 10,
    What.SKISIERTES_KOENIGREICH: 5,
    What.FAMILIE: 10,
    What.SKISIERTE_FAMILIE: 5,
    What.FEIN: 10,
    What.EINSER_GEFASST: -5,
    What.EINSER_FEIN_GEFASST: -10,
}


class Tie(StrEnum):
    """What a Raus is where the soloist and the best opponent have the same."""

    LOST = "lost"
    WON = "won"


class Added(StrEnum):
    """How many empty piles may be added to that of the best opponent."""

    EVERY = "every"
    ONE = "one"


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What a table agrees on before the first round."""

    raus_tie: Tie = Tie.LOST
    won_clamp: bool = False
    raus_add: Added = Added.EVERY
    ski_replaces_first: bool = True
    ski_several_families: bool = True
    both_kingdoms: bool = False
    misdeal_penalty: Annotated[int, Options(MISDEAL, 0)] = MISDEAL


@dataclass(frozen=True, slots=True, kw_only=True)
class Strafe:
    """A Strafe and the seat it belongs to; *count* is the number of cards of Obere and Untere."""

    seat: Seat
    what: What
    count: Annotated[int, Whole(ROW_AT_LEAST, TRICKS)] | None = None

    @property
    def worth(self) -> int:
        """The points of this Strafe; below 0 where it is a bad one."""
        return ROW_EACH * (self.count or 0) if self.what in ROWS else WORTH[self.what]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ski:
    """The exchange of the Ski, where the piles were counted before it.

    *owner* is the seat that played the Ski, *trick* the seat that won the trick with it.
    """

    owner: Seat
    trick: Seat
    last_trick: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruf:
    """Two against two; *points* are the half points of the caller's side, laid cards included."""

    counted_at: ClassVar[str] = "points"  # the key at which a wrong count shows
    empty: ClassVar[tuple[int, ...]] = ()  # in a Ruf nobody names empty piles
    kept: ClassVar[int | None] = None  # or who kept a Ski

    caller: Seat
    called: Seat
    points: Points
    ski: Ski | None = None
    strafen: tuple[Strafe, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Raus:
    """One against three; *piles* are the half points by seat, laid cards included.

    *empty* are opponents whose pile is at most three empty tricks and may be added to the best
    one; whoever has no trick at all is one of them. *kept* is the seat without a trick that kept
    its Ski: only needed where two piles with half points leave that open.
    """

    counted_at: ClassVar[str] = "piles"

    soloist: Seat
    piles: Piles
    hidden: bool = False
    empty: tuple[Seat, ...] = ()
    kept: Seat | None = None
    ski: Ski | None = None
    strafen: tuple[Strafe, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tout:
    """Somebody tried to win every trick but one; *tricks* is how many they won."""

    soloist: Seat
    tricks: Annotated[int, Whole(0, TRICKS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Redeal:
    """All said "fort", or nobody took the Tout: the same dealer deals again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Misdeal:
    """The dealer misdealt, pays, and deals again."""

    dealer: Seat


Counted = Ruf | Raus
Observation = Counted | Tout | Redeal | Misdeal
KINDS = {"ruf": Ruf, "raus": Raus, "tout": Tout, "redeal": Redeal, "misdeal": Misdeal}

ALONE = tuple(range(SEATS))


def declarers(observation: Counted | Tout) -> tuple[int, ...]:
    """The seats of the declaring side: the soloist, or caller and called."""
    if isinstance(observation, Ruf):
        return observation.caller, observation.called
    return (observation.soloist,)


def net_of(observation: Counted) -> int:
    """The points of all Strafen of the declaring side less those of its opponents."""
    own = declarers(observation)
    return sum([held.worth if held.seat in own else -held.worth for held in observation.strafen])


# ---- Who deals next --------------------------------------------------------------------------


def next_dealer(observation: Observation, table: Table[HouseRules]) -> int:
    """The next seat; but after a misdeal or a redeal the same dealer deals again."""
    if isinstance(observation, Misdeal):
        return observation.dealer
    return table.dealer if isinstance(observation, Redeal) else table.next_seat
