"""Tafferand as a plug-in: its form, and the square of its 24 games on screen and on paper."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.core.ledger import Ledger, LedgerRound
from scorekeeper.core.seats import side_of
from scorekeeper.games.marks import SideMark, Tag
from scorekeeper.games.plugin import ROUNDS_ON_PAPER, GamePlugin, Section
from scorekeeper.games.tafferand.form import DealForm
from scorekeeper.games.tafferand.game import TAFFERAND
from scorekeeper.games.tafferand.rules import (
    GAMES,
    KIND_OF,
    KINDS,
    PLAYERS,
    SIDES,
    DeclarerOrder,
    Observation,
    declarer_of,
    seat_after,
)

HOURS_AT_LEAST, HOURS_AT_MOST = 4, 6  # that all 24 games take

EXAMPLES = (
    {"kind": "stiche", "declarer": 0, "tricks": [4, 9]},
    {
        "kind": "general",
        "declarer": 0,
        "king": 0,
        "tricks": [4, 9],
        "hearts": [13, 0],
        "queens": [1, 3],
        "durchmarsch": {"hearts": 0},
    },
    {"kind": "elferraus", "declarer": 0, "first": 1, "second": 2},
)


@dataclass(frozen=True, slots=True)
class Square:
    """Who has declared which game: a row per game, a column per seat; *turn* is who declares next.

    *hours* says how long the *left* games may take, as people write it: ½ or 3½–5.
    """

    rows: tuple[tuple[str, tuple[bool, ...]], ...]
    turn: int | None
    left: int
    hours: str


def sections(ledger: Ledger) -> tuple[Section, ...]:
    """The square, until every game in it was played."""
    if ledger.finished:
        return ()
    past, table = ledger.table.past, ledger.table
    left = GAMES - sum(map(len, past))
    square = Square(
        rows=tuple((kind, tuple(kind in had for had in past)) for kind in KINDS),
        turn=None if table.house.declarer_order is DeclarerOrder.FREE else seat_after(table.dealer),
        left=left,
        hours=hours_left(left),
    )
    return (Section("games/tafferand/square.html", square),)


Points = tuple[int | None, ...]  # of both sides; None where nothing is written yet
EMPTY: Points = (None,) * SIDES


@dataclass(frozen=True, slots=True)
class PaperSquare:
    """What both sides wrote in every game of every Spielmacher, and below it what that adds up to.

    A row per game, in it a cell per seat, in it a number per side. *signs* stand for the sides.
    """

    rows: tuple[tuple[str, tuple[Points, ...]], ...]
    sums: tuple[Points, ...]
    signs: tuple[str, ...] = ("I", "II")


def paper(ledger: Ledger) -> tuple[Section, ...]:
    """The square as it is kept on paper, and the games in the order they were played."""
    written: dict[tuple[str, int], tuple[int, ...]] = {}
    for played in ledger.scored:
        declarer = declarer_of(played.round.observation, played.table)
        written[KIND_OF[type(played.round.observation)], declarer] = played.score.points
    seats = range(PLAYERS)
    rows = tuple(
        (kind, tuple(written.get((kind, seat), EMPTY) for seat in seats)) for kind in KINDS
    )
    sums = tuple(
        _sum([points for (_, at), points in written.items() if at == seat]) for seat in seats
    )
    square = Section("games/tafferand/paper.html", PaperSquare(rows, sums))
    return (square, Section(ROUNDS_ON_PAPER, None)) if ledger.rounds else (square,)


def _sum(points: Sequence[tuple[int, ...]]) -> Points:
    return tuple(sum(each) for each in zip(*points, strict=True)) if points else EMPTY


def hours_left(left: int) -> str:
    """What so many games take, in hours: from the shortest to the longest, or both in one."""
    times = (in_hours(half_hours(left, hours)) for hours in (HOURS_AT_LEAST, HOURS_AT_MOST))
    return "–".join(dict.fromkeys(times))


def half_hours(left: int, hours: int) -> int:
    """What so many games take when all 24 take *hours*: in half hours, rounded, at least one."""
    return max(1, (4 * left * hours + GAMES) // (2 * GAMES))


def in_hours(halves: int) -> str:
    """Half hours as people write hours: ½, 1, 1½."""
    whole, rest = divmod(halves, 2)
    return f"{whole or ''}{'½' * rest}"


def marks(played: LedgerRound) -> tuple[SideMark, ...]:
    """The Spielmacher and their game, at their side."""
    observation: Observation = played.round.observation
    declarer = declarer_of(observation, played.table)
    return (SideMark(side_of(declarer), declarer, tags=(Tag(KIND_OF[type(observation)]),)),)


PLUGIN = GamePlugin(
    game=TAFFERAND,
    forms=(DealForm,),
    examples=EXAMPLES,
    sections=sections,
    paper=paper,
    marks=marks,
)
