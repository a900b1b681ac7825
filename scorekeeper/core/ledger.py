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
    """Score every round in turn, from the first table on; never raises."""
    table = first_table(game, setup)
    nothing = (0,) * len(game.sides(setup.seats))
    return extended(game, Ledger((), nothing, table, game.finished(table)), rounds)


def extended(game: Game[Any, Any], ledger: Ledger, rounds: Iterable[Round[Any]]) -> Ledger:
    """The ledger with further rounds behind its last; only these are scored.

    A round that does not fit keeps its problems and scores nothing; the deal moves on behind it
    and the game does not remember it.
    """
    table, totals = ledger.table, ledger.totals
    nothing = RoundScore((0,) * len(totals))
    played = list(ledger.rounds)
    for dealt in rounds:
        seat = with_dealer(table, dealt.dealer)
        problems = problems_of(game, dealt.observation, seat)
        score = nothing if problems else game.score(dealt.observation, seat)
        totals = tuple([a + b for a, b in zip(totals, score.points, strict=True)])
        played.append(LedgerRound(len(played) + 1, dealt, table, seat, score, totals, problems))
        table = _table_after(game, dealt, seat, fits=not problems)
    return Ledger(tuple(played), totals, table, game.finished(table))


def _table_after(
    game: Game[Any, Any], dealt: Round[Any], table: Table[Any], *, fits: bool
) -> Table[Any]:
    """The table as the round behind *dealt* finds it."""
    return Table(
        table.seats,
        table.house,
        game.next_dealer(dealt.observation, table) if fits else (table.dealer + 1) % table.seats,
        table.number + 1,
        game.remember(dealt.observation, table) if fits else table.past,
    )


def without_misfits(
    game: Game[Any, Any], setup: Setup, rounds: Iterable[Round[Any]]
) -> tuple[tuple[Round[Any], ...], tuple[LedgerRound, ...]]:
    """The rounds that fit, each behind those kept before it, and the others with their problems.

    What does not fit is as if it had never been dealt, so that all that is kept fits together.
    """
    table, kept, dropped = first_table(game, setup), list[Round[Any]](), list[LedgerRound]()
    for number, dealt in enumerate(rounds, 1):
        seat = with_dealer(table, dealt.dealer)
        problems = problems_of(game, dealt.observation, seat)
        if problems:
            nothing = RoundScore((0,) * len(game.sides(setup.seats)))
            dropped.append(
                LedgerRound(number, dealt, table, seat, nothing, nothing.points, problems)
            )
        else:
            kept.append(dealt)
            table = _table_after(game, dealt, seat, fits=True)
    return tuple(kept), tuple(dropped)


def shortened(game: Game[Any, Any], ledger: Ledger, count: int) -> Ledger:
    """The ledger of the first *count* rounds alone; nothing is scored."""
    if count >= len(ledger.rounds):
        return ledger
    rounds, table = ledger.rounds[:count], ledger.rounds[count].found
    totals = rounds[-1].totals if rounds else (0,) * len(ledger.totals)
    return Ledger(rounds, totals, table, game.finished(table))
