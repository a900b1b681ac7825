"""The contract of a game, and the plain values that its rules work with."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeVar

from scorekeeper.core.agreed_points import AGREED, Agreed
from scorekeeper.core.phrases import Line, Phrase, Problem
from scorekeeper.core.seats import every_seat_alone

Observation = TypeVar("Observation")
HouseRules = TypeVar("HouseRules")


class Unit(StrEnum):
    """What the points of a sheet are: card points or the like, cents, or chips."""

    POINTS = "points"
    CENTS = "cents"
    CHIPS = "chips"


class RoundScore(NamedTuple):
    """The points of a round, one number a side, and the lines that add up to them."""

    points: tuple[int, ...]
    lines: tuple[Line, ...] = ()


def sum_of(lines: Iterable[Line], sides: int) -> RoundScore:
    """The score that *lines* add up to at a table of so many *sides*.

    Its lines are sorted by side; those of one side stay in the order they came in.
    """
    kept = tuple(sorted(lines, key=attrgetter("side")))
    points = [0] * sides
    for line in kept:
        points[line.side] += line.points
    return RoundScore(tuple(points), kept)


class Round(NamedTuple, Generic[Observation]):
    """One deal: the observation, and the seat that dealt it where the rotation was not followed."""

    observation: Observation
    dealer: int | None = None


class Unreadable(NamedTuple):
    """Stands for a stored round that the program can no longer read: its data, and why."""

    data: Any
    problems: tuple[Problem, ...]


class Table(NamedTuple, Generic[HouseRules]):
    """The table before a round: all that a rule may look at besides the round itself.

    *seats* is the number of players named, *dealer* the seat that deals, *number* that of the
    deal (1 for the first). *past* is what the game keeps of the rounds before, as its own
    `remember` made it.
    """

    seats: int
    house: HouseRules
    dealer: int
    number: int = 1
    past: Any = None

    @property
    def next_seat(self) -> int:
        """The seat after the dealer."""
        return (self.dealer + 1) % self.seats

    def with_dealer(self, dealer: int | None) -> "Table[HouseRules]":
        """The table with another dealer; None leaves the dealer whose turn it is."""
        return self if dealer is None else self._replace(dealer=dealer)


class Progress(NamedTuple):
    """How far a sheet is: the number of the next deal, and of how many (None: no end agreed)."""

    deal: int
    of: int | None = None


@dataclass(frozen=True, kw_only=True)
class Game(Generic[Observation, HouseRules]):
    """The rules of a game: plain values and pure functions, no screen, no database.

    The fields without a default are what every game must say:

    - `kinds`: by the word of the file format, the type of every kind of round;
    - `house`: the type of its house rules;
    - `check`: why a round cannot have happened at this table; nothing where it can. It must not
      raise for any value of the kinds;
    - `lines`: the points of a round, a line for each reason; what they add up to is its score. It
      is only asked about rounds that `check` accepts;
    - `reason`: the round in one line, from the round and the seats, house rules and dealer of its
      table, never from its past.

    The others have a default that fits most games:

    - `sides`: from the number of players, the seats that share each column of the sheet; by default
      every seat has one of its own;
    - `check_house`: why house rules do not suit so many players; by default they always do;
    - `beginning` and `remember`: what later rounds depend on, from the number of players before
      the first round and then behind each round (None for a deal that was settled by agreement), so
      that replaying a sheet is linear in its length;
    - `spelled_out`: the same round, with everything in it that it takes from its table by default,
      so that it means the same under other house rules;
    - `next_dealer`: who deals the next round; by default the next seat;
    - `progress`: how far the sheet is; by default it counts the rounds without an end;
    - `unit`: what the points are; by default points;
    - `check_settled_deal`: why a deal may not be settled by agreement at this table; by default any
      may.

    Besides its own *kinds* every game has points by agreement (core.agreed), which no game knows:
    they are among *every_kind*, and `core.ledger` judges and scores them.
    """

    slug: str
    seat_counts: tuple[int, ...]
    kinds: Mapping[str, type[Any]]
    house: type[HouseRules]
    check: Callable[[Observation, Table[HouseRules]], Iterable[Problem]]
    lines: Callable[[Observation, Table[HouseRules]], Iterable[Line]]
    reason: Callable[[Observation, Table[HouseRules]], Iterable[Phrase]]
    sides: Callable[[int], tuple[tuple[int, ...], ...]] = every_seat_alone
    check_house: Callable[[HouseRules, int], Iterable[Problem]] = lambda house, seats: ()
    beginning: Callable[[int], Any] = lambda seats: None
    remember: Callable[[Any, Table[HouseRules]], Any] = lambda observation, table: None
    spelled_out: Callable[[Observation, Table[HouseRules]], Observation] = (
        lambda observation, table: observation
    )
    next_dealer: Callable[[Observation, Table[HouseRules]], int] = lambda observation, table: (
        table.next_seat
    )
    progress: Callable[[Table[HouseRules]], Progress] = lambda table: Progress(table.number)
    unit: Callable[[HouseRules], Unit] = lambda house: Unit.POINTS
    check_settled_deal: Callable[[Table[HouseRules]], Iterable[Problem]] = lambda table: ()
    every_kind: Mapping[str, type[Any]] = field(init=False)
    kind_words: Mapping[type[Any], str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "every_kind", {**self.kinds, AGREED: Agreed})
        words = {seen_type: word for word, seen_type in self.every_kind.items()}
        object.__setattr__(self, "kind_words", words)

    def first_table(self, seats: int, house: HouseRules, dealer: int) -> Table[HouseRules]:
        """The table before the first round, as so many players sat down."""
        return Table(seats, house, dealer, past=self.beginning(seats))

    def finished(self, table: Table[HouseRules]) -> bool:
        """Whether the last deal agreed on was played before *table*."""
        progress = self.progress(table)
        return progress.of is not None and progress.deal > progress.of

    def side_names(self, players: Sequence[str]) -> tuple[str, ...]:
        """The heads of the columns: the players of each side, joined by an ampersand."""
        return tuple(
            " & ".join(players[seat] for seat in side) for side in self.sides(len(players))
        )
