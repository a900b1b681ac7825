"""Tapp: its numbers, house rules and observations.

Words of the game: the *Augen* are card points, 120 in all; the *Tapp* are the cards left over when
dealing. In a *Farbspiel* the declarer wants 61 Augen, in a *Bettel* no trick, in a *Rufer* (where
a card is called for first) and a *Durch* every trick. *Mit Aufnehmen* is with the Tapp taken up,
*aufgelegt* with open cards. In a *Ramsch* nobody declares and most Augen pay; a *Jungfer* has no
trick in it, a *Durchmarsch* is all of them. Whoever held the ace of hearts in the round after it
was announced deals the last free round; then every player deals a *Zwangsramsch*, a forced one.
With one player more than seats the dealer sits out, and neither pays nor gets.
Every seat is a side; amounts are whole cents (or chips), and the amounts of a round add up to 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, ClassVar

from scorekeeper.core.cards import Suit
from scorekeeper.core.codec import Seat
from scorekeeper.core.game import Unit
from scorekeeper.core.piles import Pack
from scorekeeper.core.shapes import CardPoints, Options, Whole
from scorekeeper.core.sitting_out import SeatsRule

SEAT_COUNTS = (3, 4, 5)
UNIT_CENTS = 5
UNIT_CENTS_AT_MOST = 1000
HEARTS_TIMES = 2  # what hearts are worth against the other suits
LOWEST = "herz_mit_aufnehmen"
WITH_SUIT = ("farbspiel", "rufer", "durch")
FACTORS = {  # times the unit, from or to each opponent; in the order of the bidding
    LOWEST: 1,
    "farbspiel": 1,
    "bettel": 3,
    "rufer": 3,
    "bettel_aufgelegt": 6,
    "durch": 6,
}
RANKS = {LOWEST: 0, "farbspiel": 1, "bettel": 3, "rufer": 4, "bettel_aufgelegt": 6, "durch": 7}
HEARTS_RANK = 1  # that much above the other suits
JUNGFER, DURCHMARSCH = 2, 2  # times the unit; everybody else in a Ramsch gets it once

ALL_AUGEN = 120
TO_WIN = 61
NO_SUCH_AUGEN = (1, 119)  # the only ones that the pack cannot make
FULL_PACK, SHORT_PACK = 36, 32  # without the sixes the packs are dealt out differently
PACK = Pack(((11, 4), (10, 4), (4, 4), (3, 4), (2, 4)), 16)  # ace to jack; the rest count nothing
LEAST_CARD = 2  # the fewest Augen of a card that counts: a jack
TRICKS = {3: 11, 4: 8}  # of the full pack by how many play; the rest of it lies in the Tapp

Augen = Annotated[int, CardPoints(ALL_AUGEN)]
Tricks = Annotated[int, Whole(0, max(TRICKS.values()))]
Seats = tuple[Seat, ...]


class PlayFor(StrEnum):
    """What is pushed across the table."""

    MONEY = "money"
    CHIPS = "chips"


class Tie(StrEnum):
    """Who pays when several have the most Augen of a Ramsch."""

    EACH_PAYS = "each_pays"
    SPLIT = "split"
    LAST_TRICK = "last_trick"
    NOBODY = "nobody"


class AllTricks(StrEnum):
    """What becomes of the player who takes every trick of a Ramsch."""

    PAYS = "pays"
    WINS = "wins"


@dataclass(frozen=True, slots=True)
class HouseRules(SeatsRule):
    """What a table agrees on before the first round; *seats* 0: as many play as there can."""

    seats_at_most: ClassVar[int] = 4

    unit_cents: Annotated[int, Whole(1, UNIT_CENTS_AT_MOST)] = UNIT_CENTS
    play_for: PlayFor = PlayFor.MONEY
    deck: Annotated[int, Options(FULL_PACK, SHORT_PACK)] = FULL_PACK
    herz_mit_aufnehmen: bool = False
    ramsch_tie: Tie = Tie.EACH_PAYS
    ramsch_durchmarsch: AllTricks = AllTricks.PAYS
    seats: Annotated[int, Options(3, 4)] = 0

    @property
    def unit(self) -> Unit:
        """What the points of the sheet are."""
        return Unit.CENTS if self.play_for is PlayFor.MONEY else Unit.CHIPS

    @property
    def bids(self) -> tuple[str, ...]:
        """The games that this table can bid, the lowest first."""
        return tuple(kind for kind in FACTORS if kind != LOWEST or self.herz_mit_aufnehmen)

    def worth(self, kind: str, *, hearts: bool = False) -> int:
        """What each opponent pays or gets in a game, in cents; *hearts* are the trumps, or not."""
        return FACTORS[kind] * self.unit_cents * (HEARTS_TIMES if hearts else 1)

    @property
    def bidding(self) -> tuple[tuple[str, bool, int, int], ...]:
        """Each game that can be bid, once more with hearts: its rank, and its worth in cents."""
        return tuple(
            (kind, hearts, RANKS[kind] + HEARTS_RANK * hearts, self.worth(kind, hearts=hearts))
            for kind in self.bids
            for hearts in ((False, True) if kind in WITH_SUIT else (False,))
        )

    @property
    def jungfer(self) -> int:
        """What a Jungfer gets from whoever pays a Ramsch, in cents; the others get the unit."""
        return JUNGFER * self.unit_cents

    @property
    def durchmarsch(self) -> int:
        """What each pays to the player with every trick of a Ramsch, where that wins: in cents."""
        return DURCHMARSCH * self.unit_cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Farbspiel:
    """One suit is trumps; the declarer needs 61 Augen, the Tapp among them."""

    declarer: Seat
    suit: Suit
    points: Augen | None = None
    won: bool | None = None
    ace_of_hearts: Seat | None = None
    out: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HerzMitAufnehmen:
    """Hearts are trumps and the declarer takes up the Tapp: the lowest game, where it is played."""

    declarer: Seat
    points: Augen | None = None
    won: bool | None = None
    ace_of_hearts: Seat | None = None
    out: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Bettel:
    """The declarer takes no trick."""

    declarer: Seat
    won: bool
    ace_of_hearts: Seat | None = None
    out: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BettelAufgelegt(Bettel):
    """The declarer takes no trick with open cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Durch:
    """The declarer takes every trick."""

    declarer: Seat
    suit: Suit
    won: bool
    ace_of_hearts: Seat | None = None
    out: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rufer(Durch):
    """The declarer calls for a card and takes every trick."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ramsch:
    """Nobody played: who had most is either named, or Augen and tricks are counted per seat."""

    most: Seats | None = None
    jungfern: Seats | None = None
    points: tuple[Augen, ...] | None = None
    tricks: tuple[Tricks, ...] | None = None
    last_trick: Seat | None = None
    forced: bool = False
    ace_of_hearts: Seat | None = None
    out: Seat | None = None


WithSuit = Farbspiel | Durch
WithAugen = Farbspiel | HerzMitAufnehmen
Declared = WithSuit | HerzMitAufnehmen | Bettel
Observation = Declared | Ramsch

KINDS: dict[str, type[Any]] = {
    "farbspiel": Farbspiel,
    "herz_mit_aufnehmen": HerzMitAufnehmen,
    "bettel": Bettel,
    "bettel_aufgelegt": BettelAufgelegt,
    "rufer": Rufer,
    "durch": Durch,
    "ramsch": Ramsch,
}
KIND_OF = {made: kind for kind, made in KINDS.items()}


# ---- Who a Ramsch is about -----------------------------------------------------------------------


def most_of(observation: Ramsch) -> tuple[int, ...]:
    """Who had the most Augen, in seat order."""
    if observation.points is None:
        return tuple(sorted(observation.most or ()))
    return tuple(
        seat for seat, augen in enumerate(observation.points) if augen == max(observation.points)
    )


def jungfern_of(observation: Ramsch, playing: Sequence[int]) -> tuple[int, ...]:
    """Who of the seats *playing* had no trick, in seat order."""
    if observation.tricks is None:
        return tuple(sorted(observation.jungfern or ()))
    return tuple(
        seat for seat, tricks in enumerate(observation.tricks) if not tricks and seat in playing
    )
