"""French Tarot: its numbers, house rules and observations, and what later deals must know.

Words of the game: the *taker* plays a *contract* against the *defence*; at a table of five a king
is called, and whoever holds it is the *partner*. Taker and partner are the *attack*. The *chien*
are the cards nobody was dealt: in `petite` and `garde` the taker takes them up and lays as many
away (the *écart*, no kings and no bouts), in `garde_sans` they count for the attack unseen, in
`garde_contre` for the defence. The *bouts* are the 1 (the *petit*), the 21 and the *Excuse*; with
more of them the attack needs fewer points. *Petit au bout*: the petit lies in the last trick. A
*poignée* is a handful of trumps shown, a *chelem* every trick, a *misère* a hand without trumps
(or without courts). The Excuse goes home: its owner keeps it and gives a plain card for it, which
moves four points. With one player more than seats the dealer sits out, *le mort*.

Every seat is a side. Card points are counted in half points, and the points of a deal add up to 0.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar

from scorekeeper.core import tarock
from scorekeeper.core.codec import Seat
from scorekeeper.core.game import Progress, Table
from scorekeeper.core.piles import Pack
from scorekeeper.core.shapes import CardPoints, Options, Whole
from scorekeeper.core.sitting_out import SeatsRule

SEAT_COUNTS = (3, 4, 5, 6)
WITH_PARTNER = 5  # a king is called only there
HANDS = {3: 24, 4: 18, 5: 15}  # cards, and so tricks, by how many play
CHIEN = {3: 6, 4: 6, 5: 3}
WHOLE_POINTS_AT = 4  # every pile of such a table has an even number of cards

BOUTS = 3
NEEDED = (56, 51, 41, 36)  # points that the attack needs, by its bouts
BASE = 25
PETIT_AU_BOUT = 10
CHELEM_ANNOUNCED, CHELEM, CHELEM_MISSED, CHELEM_AGAINST = 400, 200, 200, 200

COURTS = Pack(
    tuple(
        (worth - tarock.PLAIN, tarock.SUITS)
        for worth in (tarock.HONOUR, tarock.QUEEN, tarock.KNIGHT, tarock.JACK)
    ),
    tarock.CARDS - BOUTS - 4 * tarock.SUITS,
)


class Contract(StrEnum):
    """What the taker bid, the lowest first."""

    PETITE = "petite"
    GARDE = "garde"
    GARDE_SANS = "garde_sans"
    GARDE_CONTRE = "garde_contre"


FACTORS = {Contract.PETITE: 1, Contract.GARDE: 2, Contract.GARDE_SANS: 4, Contract.GARDE_CONTRE: 6}
WITH_ECART = (Contract.PETITE, Contract.GARDE)


class Camp(StrEnum):
    """The two sides of a deal."""

    ATTACK = "attack"
    DEFENCE = "defence"


class Size(StrEnum):
    """How large a poignée is; how many trumps that are hangs on the table."""

    SIMPLE = "simple"
    DOUBLE = "double"
    TRIPLE = "triple"


POIGNEES = {Size.SIMPLE: 20, Size.DOUBLE: 30, Size.TRIPLE: 40}
TRUMPS_FROM_TEN_ON = {Size.SIMPLE: 10, Size.DOUBLE: 13, Size.TRIPLE: 15}
TRUMPS_BY_PLAYERS = {  # how many play
    3: {Size.SIMPLE: 13, Size.DOUBLE: 15, Size.TRIPLE: 18},
    4: TRUMPS_FROM_TEN_ON,
    5: {Size.SIMPLE: 8, Size.DOUBLE: 10, Size.TRIPLE: 13},
}


class PoigneeTrumps(StrEnum):
    """The trumps of the poignées: by how many play, or 10, 13 and 15 at every table."""

    BY_PLAYERS = "by_players"
    TEN = "ten"


Points = Annotated[int, CardPoints(tarock.ALL_POINTS, per_point=tarock.HALVES)]
Bouts = Annotated[int, Whole(0, BOUTS)]


@dataclass(frozen=True, slots=True)
class HouseRules(SeatsRule):
    """What a table agrees on before the first deal; *seats* 0: as many play as there are."""

    seats_at_most: ClassVar[int] = 5

    deals: Annotated[int | str, Options("open", 3, 5, 7)] = "open"
    seats: Annotated[int, Options(3, 4, 5)] = 0
    misere: Annotated[int, Options(0, 10, 20)] = 0
    poignee_trumps: PoigneeTrumps = PoigneeTrumps.BY_PLAYERS

    def trumps_by_size(self, playing: int) -> Mapping[Size, int]:
        """The trumps of each poignée where so many play."""
        by_players = self.poignee_trumps is PoigneeTrumps.BY_PLAYERS
        return TRUMPS_BY_PLAYERS[playing] if by_players else TRUMPS_FROM_TEN_ON


@dataclass(frozen=True, slots=True, kw_only=True)
class Poignee:
    """Trumps that a player showed."""

    seat: Seat
    size: Size


@dataclass(frozen=True, slots=True, kw_only=True)
class Chelem:
    """Whether the attack announced all tricks, and who made them, if anybody did."""

    announced: bool
    made_by: Camp | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Excuse:
    """The exchange of the Excuse, where the points were counted before it.

    *owner* is the camp that played the Excuse, *trick* the camp that won the trick with it.
    """

    owner: Camp
    trick: Camp
    last_trick: bool

    @property
    def moved(self) -> int:
        """The half points that the exchange brings the attack; below 0 it costs them."""
        if self.owner is self.trick or self.last_trick:
            return 0
        return tarock.EXCHANGED if self.owner is Camp.ATTACK else -tarock.EXCHANGED


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A deal played: contract, bouts and points (half points) of the attack, and the bonuses.

    *bouts* are those after the exchange of the Excuse; *points* too, unless *excuse* is given.
    """

    taker: Seat
    partner: Seat | None = None
    contract: Contract
    bouts: Bouts
    points: Points
    petit_au_bout: Camp | None = None
    poignees: tuple[Poignee, ...] = ()
    chelem: Chelem | None = None
    miseres: tuple[Seat, ...] = ()
    excuse: Excuse | None = None
    out: Seat | None = None

    @property
    def every_trick_by(self) -> Camp | None:
        """The camp that made a chelem, if anybody did."""
        return None if self.chelem is None else self.chelem.made_by


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """Nobody took: no score, and the deal does not count."""

    out: Seat | None = None


Observation = Played | Passed
KINDS = {"played": Played, "passed": Passed}


def counted(observation: Played) -> int:
    """The half points of the attack after the exchange of the Excuse."""
    return observation.points + (observation.excuse.moved if observation.excuse else 0)


def above_target(half_points: int, bouts: int) -> int:
    """How far the attack is above what it needs, in half points; below 0 it is down."""
    return half_points - tarock.HALVES * NEEDED[bouts]


def margin(above: int) -> int:
    """*above* (half points) in whole points and without a sign; a half counts for the winner."""
    return (abs(above) + 1) // tarock.HALVES


# ---- The evening -----------------------------------------------------------------------------


def remember(observation: Observation | None, table: Table[HouseRules]) -> int:
    """The deals counted so far: one more unless all passed, also if settled by agreement (None)."""
    counted_before: int = table.past
    return counted_before + (not isinstance(observation, Passed))


def progress(table: Table[HouseRules]) -> Progress:
    """The number of the next deal, and of the last one: one more for each that was passed."""
    deals = table.house.deals
    passed = table.number - 1 - table.past
    return Progress(table.number, deals + passed if isinstance(deals, int) else None)
