"""Replay: every score and total of a sheet, worked out from its first round on."""

from collections.abc import Iterable
from string import ascii_lowercase
from typing import Any, NamedTuple

from scorekeeper.core.agreed_points import Agreed, agreed_lines, agreed_problems, is_beside_deals
from scorekeeper.core.game import Game, Round, RoundScore, Table, Unit, Unreadable, sum_of
from scorekeeper.core.phrases import Phrase, Problem, Values


class LedgerRound(NamedTuple):
    """A round on the sheet: its score, the totals of all sides after it, and why it does not fit.

    *number* is its place on the sheet, from 1. *found* is the table before the round, with the
    dealer whose turn it was; *table* is the same with the dealer whom the round names. *beside* is
    0 for a deal; points beside the deals are numbered from 1 behind every deal. A round with
    *problems* scores nothing.
    """

    number: int
    round: Round[Any]
    found: Table[Any]
    table: Table[Any]
    score: RoundScore
    totals: tuple[int, ...]
    problems: tuple[Problem, ...]
    beside: int

    @property
    def dealer(self) -> int | None:
        """The seat that dealt; None for points beside the deals."""
        return None if self.beside else self.table.dealer

    @property
    def label(self) -> str:
        """What the table calls it: the number of the deal; 7a and 7b for points beside deal 7."""
        if not self.beside:
            return str(self.table.number)
        return f"{self.table.number - 1}{_letters(self.beside)}"

    @property
    def is_agreed(self) -> bool:
        """Whether the table agreed on the points, instead of the rules."""
        return isinstance(self.round.observation, Agreed)


class Ledger(NamedTuple):
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
    def scored(self) -> tuple[LedgerRound, ...]:
        """The rounds that the rules of the game have scored: neither misfits nor agreed."""
        return tuple(
            played for played in self.rounds if not played.problems and not played.is_agreed
        )

    @property
    def deals(self) -> int:
        """How many rounds are deals, and not points beside them."""
        return self.table.number - 1

    @property
    def last_deal(self) -> LedgerRound | None:
        """The last round that is a deal; None before the first."""
        return next((played for played in reversed(self.rounds) if not played.beside), None)

    def label_at(self, number: int) -> str:
        """What the table calls the round at this place of the sheet (from 1), or one to come."""
        to_come = number - len(self.rounds)
        return str(self.deals + to_come) if to_come > 0 else self.rounds[number - 1].label

    @property
    def misfits(self) -> tuple[LedgerRound, ...]:
        """The rounds that cannot have happened where they stand."""
        return tuple(played for played in self.rounds if played.problems)


def problems_of(game: Game[Any, Any], observation: Any, table: Table[Any]) -> tuple[Problem, ...]:
    """Why *observation* cannot have happened at *table*; empty where it can."""
    if isinstance(observation, Unreadable):
        return observation.problems
    if game.finished(table) and not is_beside_deals(observation):
        return (Problem("finished", {"deals": game.progress(table).of or 0}),)
    if not isinstance(observation, Agreed):
        return tuple(game.check(observation, table))
    sides, money = len(game.sides(table.seats)), game.unit(table.house) is not Unit.POINTS
    wrong = agreed_problems(observation, sides, sums_to_zero=money)
    return (*wrong, *(game.check_settled_deal(table) if observation.deal else ()))


def score_of(game: Game[Any, Any], observation: Any, table: Table[Any]) -> RoundScore:
    """The points of a round that `problems_of` has nothing against."""
    is_agreed = isinstance(observation, Agreed)
    lines = agreed_lines(observation) if is_agreed else game.lines(observation, table)
    return sum_of(lines, len(game.sides(table.seats)))


def reason_of(game: Game[Any, Any], observation: Any, table: Table[Any]) -> Iterable[Phrase]:
    """The round in one line; nothing for one that this program no longer understands."""
    if isinstance(observation, Agreed):
        why: Values = {"why": observation.why}
        return (Phrase("agreed_deal", why) if observation.deal else Phrase("agreed", why),)
    return game.reason(observation, table) if type(observation) in game.kind_words else ()


def spelled_out(game: Game[Any, Any], observation: Any, table: Table[Any]) -> Any:
    """A round with everything named in it that it takes from its table by default."""
    return observation if isinstance(observation, Agreed) else game.spelled_out(observation, table)


def other_dealers(game: Game[Any, Any], observation: Any, table: Table[Any]) -> tuple[int, ...]:
    """The seats with which as dealer the round can have happened, though not at this table.

    Empty where it can have happened here, or with nobody as dealer.
    """
    if not problems_of(game, observation, table):
        return ()
    return tuple(
        seat
        for seat in range(table.seats)
        if seat != table.dealer and not problems_of(game, observation, table.with_dealer(seat))
    )


def replay(game: Game[Any, Any], first: Table[Any], rounds: Iterable[Round[Any]]) -> Ledger:
    """Score every round in turn, from the first table on; never raises."""
    nothing = (0,) * len(game.sides(first.seats))
    return extended(game, Ledger((), nothing, first, game.finished(first)), rounds)


def extended(game: Game[Any, Any], ledger: Ledger, rounds: Iterable[Round[Any]]) -> Ledger:
    """The ledger with further rounds behind its last; only these are scored.

    A round that does not fit keeps its problems and scores nothing; the deal moves on behind it
    and the game does not remember it.
    """
    table, totals, played = ledger.table, ledger.totals, list(ledger.rounds)
    beside = played[-1].beside if played else 0
    for dealt in rounds:
        beside = beside + 1 if is_beside_deals(dealt.observation) else 0
        latest = _played(game, dealt, table, totals, len(played) + 1, beside)
        played.append(latest)
        table, totals = _table_after(game, latest), latest.totals
    return Ledger(tuple(played), totals, table, game.finished(table))


def _played(
    game: Game[Any, Any],
    dealt: Round[Any],
    found: Table[Any],
    before: tuple[int, ...],
    number: int,
    beside: int = 0,
) -> LedgerRound:
    """A round judged and scored at the table it finds, with the totals from those *before*."""
    table = found.with_dealer(dealt.dealer)
    problems = problems_of(game, dealt.observation, table)
    score = RoundScore((0,) * len(before)) if problems else score_of(game, dealt.observation, table)
    totals = tuple([a + b for a, b in zip(before, score.points, strict=True)])
    return LedgerRound(number, dealt, found, table, score, totals, problems, beside)


def _letters(number: int) -> str:
    """a to z, then aa to zz and so on."""
    rest, last = divmod(number - 1, len(ascii_lowercase))
    return (_letters(rest) if rest else "") + ascii_lowercase[last]


def _table_after(game: Game[Any, Any], played: LedgerRound) -> Table[Any]:
    """The table as the next round finds it; points beside the deals leave it as it is."""
    observation, table = played.round.observation, played.table
    if is_beside_deals(observation):
        return played.found
    next_dealer, past = table.next_seat, table.past
    if isinstance(observation, Agreed) and not played.problems:
        past = game.remember(None, table)
    elif not played.problems:
        next_dealer = game.next_dealer(observation, table)
        past = game.remember(observation, table)
    return Table(table.seats, table.house, next_dealer, table.number + 1, past)


def without_misfits(
    game: Game[Any, Any], first: Table[Any], rounds: Iterable[Round[Any]]
) -> tuple[tuple[Round[Any], ...], tuple[LedgerRound, ...]]:
    """The rounds that fit, each behind those kept before it, and the others with their problems.

    What does not fit is as if it had never been dealt, so that all that is kept fits together.
    Nobody is named as dealer whose turn it is then anyway.
    """
    table, nothing = first, (0,) * len(game.sides(first.seats))
    kept, dropped = list[Round[Any]](), list[LedgerRound]()
    for number, dealt in enumerate(rounds, 1):
        played = _played(game, dealt, table, nothing, number)
        if played.problems:
            dropped.append(played)
        else:
            is_turn = dealt.dealer == table.dealer
            kept.append(dealt._replace(dealer=None) if is_turn else dealt)
            table = _table_after(game, played)
    return tuple(kept), tuple(dropped)


def shortened(game: Game[Any, Any], ledger: Ledger, count: int) -> Ledger:
    """The ledger of the first *count* rounds alone; nothing is scored."""
    if count >= len(ledger.rounds):
        return ledger
    rounds, table = ledger.rounds[:count], ledger.rounds[count].found
    totals = rounds[-1].totals if rounds else (0,) * len(ledger.totals)
    return Ledger(rounds, totals, table, game.finished(table))
