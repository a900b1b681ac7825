"""Replay: every score and total of a sheet, worked out from its first round on."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scorekeeper.core.game import Game, Round, RoundScore, Table, Unreadable
from scorekeeper.core.phrases import Problem


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before the first round: the number of seats, the house rules, who deals."""

    seats: int
    house: Any
    first_dealer: int


@dataclass(frozen=True, slots=True)
class LedgerRound:
    """A round on the sheet: its score, the totals of all sides after it, and why it does not fit.

    *found* is the table before the round, with the dealer whose turn it was; *table* is the same
    with the dealer whom the round names. A round with *problems* scores nothing.
    """

    number: int
    round: Round[Any]
    found: Table[Any]
    table: Table[Any]
    score: RoundScore
    totals: tuple[int, ...]
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Ledger:
    """All rounds of a sheet, the totals of all sides, and the table before the next round."""

    rounds: tuple[LedgerRound, ...]
    totals: tuple[int, ...]
    table: Table[Any]
    finished: bool

    @property
    def leaders(self) -> tuple[int, ...]:
        """Every side with the highest total, in the order of the columns."""
        best = max(self.totals)
        return tuple(side for side, total in enumerate(self.totals) if total == best)

    @property
    def misfits(self) -> tuple[LedgerRound, ...]:
        """The rounds that cannot have happened where they stand."""
        return tuple(played for played in self.rounds if played.problems)


def first_table(game: Game[Any, Any], setup: Setup) -> Table[Any]:
    """The table before the first round."""
    return Table(setup.seats, setup.house, setup.first_dealer, 1, game.beginning(setup.seats))


def problems_of(game: Game[Any, Any], observation: Any, table: Table[Any]) -> tuple[Problem, ...]:
    """Why *observation* cannot have happened at *table*; empty where it can."""
    if isinstance(observation, Unreadable):
        return observation.problems
    if game.finished(table):
        return (Problem("finished", {"deals": game.progress(table).of or 0}),)
    return tuple(game.check(observation, table))


def with_dealer(table: Table[Any], dealer: int | None) -> Table[Any]:
    """The same table with another dealer; None leaves the dealer whose turn it is."""
    if dealer is None or dealer == table.dealer:
        return table
    return Table(table.seats, table.house, dealer, table.number, table.past)


def replay(game: Game[Any, Any], setup: Setup, rounds: Iterable[Round[Any]]) -> Ledger:
    """The ledger of these rounds; never raises.

    A round that cannot have happened carries its problems and scores nothing. After it the next
    seat deals, and the game remembers nothing of it.
    """
    table = first_table(game, setup)
    sides = len(game.sides(setup.seats))
    nothing = RoundScore((0,) * sides)
    totals = nothing.points
    entries: list[LedgerRound] = []
    for dealt in rounds:
        seat = with_dealer(table, dealt.dealer)
        problems = problems_of(game, dealt.observation, seat)
        score = nothing if problems else game.score(dealt.observation, seat)
        totals = tuple([a + b for a, b in zip(totals, score.points, strict=True)])
        number = len(entries) + 1
        entries.append(LedgerRound(number, dealt, table, seat, score, totals, problems))
        table = Table(
            seat.seats,
            seat.house,
            (seat.dealer + 1) % seat.seats
            if problems
            else game.next_dealer(dealt.observation, seat),
            seat.number + 1,
            seat.past if problems else game.remember(dealt.observation, seat),
        )
    return Ledger(tuple(entries), totals, table, game.finished(table))
