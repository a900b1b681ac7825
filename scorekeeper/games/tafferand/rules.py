"""Tafferand: its numbers, house rules and observations, and whose turn it is.

Words of the game: the *Spielmacher* sits after the dealer and declares one of six games, each of
them once in an evening. *Tafferand* is the king of hearts, *Stiche* are the tricks, *Herz* the
hearts, *Damen* the queens; *General* is these four at once, *Elferraus* a race to be out of cards.
*Durchmarsch* is taking all of a group (tricks, hearts or queens) alone, which turns its minus
points into plus. Side 0 are seats 0 and 2, side 1 seats 1 and 3.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Any

from scorekeeper.core.codec import Keyed, Maybe, Seat
from scorekeeper.core.game import Progress, Table
from scorekeeper.core.seats import OPPOSITE_SIDES, opposite_partners
from scorekeeper.core.shapes import Place, Whole

PLAYERS = 4
SIDES = OPPOSITE_SIDES
PARTNERS = opposite_partners(PLAYERS)  # the seats of each side
TRICKS, HEARTS, QUEENS = "tricks", "hearts", "queens"
TOTAL = {TRICKS: 13, HEARTS: 13, QUEENS: 4}  # the groups, in the order they are written
EACH = {TRICKS: 10, HEARTS: 10, QUEENS: 30}  # lost for one of them; won for all by a Durchmarsch
KING = 180
FIRST_OUT, SECOND_OUT = 200, 100
CARDS_A_TRICK = 4
TRICKS_FOR_EVERYTHING = 5  # hold all 13 hearts and 4 queens, however two partners share them

Tricks = Annotated[int, Whole(0, TOTAL[TRICKS])]
Hearts = Annotated[int, Whole(0, TOTAL[HEARTS])]
Queens = Annotated[int, Whole(0, TOTAL[QUEENS])]
Claims = Annotated[tuple[tuple[str, int | None], ...], Keyed(tuple(TOTAL), Maybe(Place()))]


class DurchmarschBy(StrEnum):
    """Who must take all of a group: one player, or two partners between them."""

    PLAYER = "player"
    PARTY = "party"


class DeclarerOrder(StrEnum):
    """Who is Spielmacher: the player after the dealer, or anyone with a game left."""

    ROTATING = "rotating"
    FREE = "free"


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What a table agrees on before the first game."""

    durchmarsch_by: DurchmarschBy = DurchmarschBy.PLAYER
    declarer_order: DeclarerOrder = DeclarerOrder.ROTATING


@dataclass(frozen=True, slots=True, kw_only=True)
class Tafferand:
    """Who took the king of hearts."""

    declarer: Seat | None = None
    king: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Stiche:
    """The tricks of both sides."""

    declarer: Seat | None = None
    tricks: tuple[Tricks, Tricks]
    durchmarsch: Claims = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Herz:
    """The hearts of both sides."""

    declarer: Seat | None = None
    hearts: tuple[Hearts, Hearts]
    durchmarsch: Claims = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Damen:
    """The queens of both sides."""

    declarer: Seat | None = None
    queens: tuple[Queens, Queens]
    durchmarsch: Claims = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class General(Tafferand):
    """All four at once; the queen of hearts is counted as heart and as queen."""

    tricks: tuple[Tricks, Tricks]
    hearts: tuple[Hearts, Hearts]
    queens: tuple[Queens, Queens]
    durchmarsch: Claims = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Elferraus:
    """Who was out of cards first, and who second."""

    declarer: Seat | None = None
    first: Seat
    second: Seat


Counted = Stiche | Herz | Damen | General
Observation = Tafferand | Counted | Elferraus
Past = tuple[frozenset[str], ...]  # the games that each seat has declared

KINDS: dict[str, type[Any]] = {
    "tafferand": Tafferand,
    "stiche": Stiche,
    "herz": Herz,
    "damen": Damen,
    "general": General,
    "elferraus": Elferraus,
}
KIND_OF = {made: kind for kind, made in KINDS.items()}
GAMES = PLAYERS * len(KINDS)


def counts_of(observation: Counted) -> dict[str, tuple[int, int]]:
    """The groups that this game counts, by name: how many each side has."""
    return {group: getattr(observation, group) for group in TOTAL if hasattr(observation, group)}


# ---- Whose turn it is ----------------------------------------------------------------------


def seat_after(dealer: int) -> int:
    """The seat after the dealer: the Spielmacher where house rules do not leave it free."""
    return (dealer + 1) % PLAYERS


def declarer_of(observation: Observation, table: Table[HouseRules]) -> int:
    """The seat of the Spielmacher: the one named in the round, else the one after the dealer."""
    return seat_after(table.dealer) if observation.declarer is None else observation.declarer


def spelled_out(observation: Observation, table: Table[HouseRules]) -> Observation:
    """A game with its Spielmacher named."""
    return replace(observation, declarer=declarer_of(observation, table))


def games_left(past: Past, seat: int) -> tuple[str, ...]:
    """The games that a seat has not declared yet, in the order of KINDS."""
    return tuple(kind for kind in KINDS if kind not in past[seat])


def remember(observation: Observation, table: Table[HouseRules]) -> Past:
    """By seat, the games declared so far, this one included."""
    declarer, kind = declarer_of(observation, table), KIND_OF[type(observation)]
    past: Past = table.past
    return tuple(had | {kind} if seat == declarer else had for seat, had in enumerate(past))


def next_dealer(observation: Observation, table: Table[HouseRules]) -> int:
    """The next seat; in rotating order one whose neighbour still has a game to declare."""
    past, following = remember(observation, table), seat_after(table.dealer)
    if table.house.declarer_order is DeclarerOrder.FREE:
        return following
    dealers = ((following + step) % PLAYERS for step in range(PLAYERS))
    return next((dealer for dealer in dealers if games_left(past, seat_after(dealer))), following)


def progress(table: Table[HouseRules]) -> Progress:
    """The number of the next game, of 24."""
    return Progress(sum(map(len, table.past)) + 1, GAMES)
