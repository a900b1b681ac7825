"""What a game must say about itself, and the plain values it says it with."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from operator import attrgetter
from typing import Any, Generic, TypeVar

from scorekeeper.core.phrases import Line, Phrase, Problem

Observation = TypeVar("Observation")
HouseRules = TypeVar("HouseRules")


class Unit(StrEnum):
    """What the points of a sheet are."""

    POINTS = "points"
    CENTS = "cents"
    CHIPS = "chips"


@dataclass(frozen=True, slots=True)
class RoundScore:
    """What a round is worth to every side: the sum of its lines, and nothing else."""

    points: tuple[int, ...]
    lines: tuple[Line, ...] = ()


def sum_of(lines: Iterable[Line], sides: int) -> RoundScore:
    """The score that these lines add up to, for so many sides: side by side, each in order."""
    kept = tuple(sorted(lines, key=attrgetter("side")))
    points = [0] * sides
    for line in kept:
        points[line.side] += line.points
    return RoundScore(tuple(points), kept)


@dataclass(frozen=True, slots=True)
class Round(Generic[Observation]):
    """One deal: what the table saw, and who dealt it where the rotation was not followed."""

    observation: Observation
    dealer: int | None = None


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Stands for a round that was written down once but that the program no longer understands."""

    data: Any
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Table(Generic[HouseRules]):
    """The table as a round finds it: all that a rule may look at besides the round itself.

    *seats* counts the players named; *number* is 1 for the first round; *past* is whatever the
    game itself keeps in mind of the rounds before (`Game.remember`).
    """

    seats: int
    house: HouseRules
    dealer: int
    number: int = 1
    past: Any = None


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a sheet is: the deal that comes next, of how many (None: open)."""

    deal: int
    of: int | None = None


def _next_seat(observation: Any, table: Table[Any]) -> int:
    return (table.dealer + 1) % table.seats


def _by_number(table: Table[Any]) -> Progress:
    return Progress(table.number)


def _points(house: Any) -> Unit:
    return Unit.POINTS


def _as_it_is(observation: Any, table: Table[Any]) -> Any:
    return observation


def _no_problems(house: Any, seats: int) -> Iterable[Problem]:
    return ()


def _nothing(*_: Any) -> None:
    return None


@dataclass(frozen=True)
class Game(Generic[Observation, HouseRules]):
    """A set of rules: plain values and pure functions, no screen, no database.

    `sides` tells from the number of players which seats share a column. `check` says why a round
    cannot have happened (and must not raise for any value of its kinds); `score` is only asked
    about rounds that could. `reason` is the round in one line, from the round and from the seats,
    the house and the dealer of its table, never from its past. `beginning` and `remember` keep
    what later rounds depend on, so that replaying a sheet stays linear in its length.
    `check_house` says which house rules do not suit so many players. `spelled_out` says in the
    round itself what its table alone told so far, so that it can stand under other house rules.
    The rest has a default that fits most games.
    """

    slug: str
    seat_counts: tuple[int, ...]
    kinds: Mapping[str, type[Observation]]
    house: type[HouseRules]
    sides: Callable[[int], tuple[tuple[int, ...], ...]]
    check: Callable[[Observation, Table[HouseRules]], Iterable[Problem]]
    score: Callable[[Observation, Table[HouseRules]], RoundScore]
    reason: Callable[[Observation, Table[HouseRules]], Iterable[Phrase]]
    check_house: Callable[[HouseRules, int], Iterable[Problem]] = _no_problems
    beginning: Callable[[int], Any] = _nothing
    remember: Callable[[Observation, Table[HouseRules]], Any] = _nothing
    spelled_out: Callable[[Observation, Table[HouseRules]], Observation] = _as_it_is
    next_dealer: Callable[[Observation, Table[HouseRules]], int] = _next_seat
    progress: Callable[[Table[HouseRules]], Progress] = _by_number
    unit: Callable[[HouseRules], Unit] = _points
    kind_words: Mapping[type[Any], str] = field(init=False)

    def __post_init__(self) -> None:
        words = {seen_type: word for word, seen_type in self.kinds.items()}
        object.__setattr__(self, "kind_words", words)

    def finished(self, table: Table[HouseRules]) -> bool:
        """Whether the sheet has reached its own end before the round that *table* waits for."""
        progress = self.progress(table)
        return progress.of is not None and progress.deal > progress.of

    def side_names(self, players: Sequence[str]) -> tuple[str, ...]:
        """The heads of the columns: partners joined by an ampersand."""
        return tuple(
            " & ".join(players[seat] for seat in side) for side in self.sides(len(players))
        )
