"""A sheet as a plain value: its players, house rules and rounds, as a sheet file holds them."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import takewhile
from typing import Annotated, Any

from scorekeeper.core.codec import Seat, record_of
from scorekeeper.core.composite_shapes import Listing
from scorekeeper.core.game import Game, Round, Unit
from scorekeeper.core.ledger import Ledger, Setup, extended, replay, shortened
from scorekeeper.core.names import Name
from scorekeeper.core.shapes import Text, Whole
from scorekeeper.core.stake import Stake

FORMAT = "scorekeeper-sheet/1"
ATTACHMENT = "sheet.json"  # what the file is called inside a printed sheet
SIZE_AT_MOST = 10_000_000  # bytes: the longest sheet of any game has fewer
ROUNDS_AT_MOST = 10_000
SUBSTITUTES_AT_MOST = 10_000
TITLE_LENGTH = 200

Title = Annotated[str, Text(TITLE_LENGTH)]

Games = Mapping[str, Game[Any, Any]]


@dataclass(frozen=True, slots=True)
class Substitution:
    """From round number *round* on, *player* sits at *seat*."""

    round: Annotated[int, Whole(1, ROUNDS_AT_MOST + 1)]
    seat: Seat
    player: Name


Substitutions = Annotated[
    tuple[Substitution, ...], Listing((record_of(Substitution),), True, SUBSTITUTES_AT_MOST)
]


@dataclass(frozen=True, slots=True)
class Head:
    """What belongs to the sheet as a whole, apart from its game, players and house rules."""

    title: Title | None = None
    date: datetime.date | None = None
    first_dealer: Seat | None = None
    stake: Stake | None = None
    closed: bool = False
    seating: Substitutions = ()


@dataclass(frozen=True)
class Sheet:
    """A sheet as a file holds it: well formed, but not yet judged by the game's rules.

    *letters* are its data as earlier versions read them from its file, where that was otherwise.
    """

    game: Game[Any, Any]
    players: tuple[str, ...]
    house: Any
    rounds: tuple[Round[Any], ...] = ()
    head: Head = field(default_factory=Head)
    letters: Mapping[str, Any] | None = field(default=None, compare=False, repr=False)

    @property
    def setup(self) -> Setup:
        """How the table sat down; by default the last seat deals first."""
        named = self.head.first_dealer
        seats = len(self.players)
        return Setup(seats, self.house, seats - 1 if named is None else named)

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody who sits there, or sat there for a while."""
        return (*self.players, *(change.player for change in self.head.seating))

    @property
    def unit(self) -> Unit:
        """What its points are."""
        return self.game.unit(self.house)

    @cached_property
    def ledger(self) -> Ledger:
        """Every score and total, replayed from the first round on."""
        return replay(self.game, self.setup, self.rounds)

    @cached_property
    def seated(self) -> tuple[tuple[str, ...], ...]:
        """Who sits where in every round, and behind the last one in the round to come."""
        rounds = len(self.rounds) + 1
        changes = sorted(self.head.seating, key=lambda change: change.round)
        now, seated = list(self.players), list[tuple[str, ...]]()
        for change in changes:
            if change.round > rounds:
                break
            seated += [tuple(now)] * (change.round - 1 - len(seated))
            now[change.seat] = change.player
        seated += [tuple(now)] * (rounds - len(seated))
        return tuple(seated)

    def with_round(self, dealt: Round[Any]) -> "Sheet":
        """This sheet with one more round at its end; only this round is scored."""
        longer = replace(self, rounds=(*self.rounds, dealt))
        vars(longer)["ledger"] = extended(self.game, self.ledger, [dealt])
        return longer

    def replayed_like(self, other: "Sheet") -> "Sheet":
        """This sheet, its ledger continued from that of *other* as far as both begin alike."""
        if self.game is other.game and self.setup == other.setup and "ledger" in vars(other):
            pairs = zip(self.rounds, other.rounds, strict=False)
            alike = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))
            known = shortened(self.game, other.ledger, alike)
            vars(self)["ledger"] = extended(self.game, known, self.rounds[alike:])
        return self
