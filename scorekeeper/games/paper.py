"""What the printed sheet of a game shows, told so that its rows can fill the page."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from scorekeeper.core.ledger import Ledger

SUM = 2.7  # rem: the height of a row of sums


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperTable:
    """A row for every round: number, what happened, then of every side its points and its total.

    The columns in *own*, by the keys of their heads, stand behind what happened, for what a pencil
    writes down; the rest is only otherwise in an `OwnTable`.
    """

    own: tuple[str, ...] = ()
    template: str = "papers/rounds.html"
    values: Any = None
    fixed_rows: int = 0
    heads_players: bool = False
    around: float = SUM


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTable(PaperTable):
    """A table that the game draws itself.

    *template* is a path below templates/. It sees *values* (frozen; made by the game, with seats
    and sides as numbers), `page`, `t` and `messages`. It has a row for every round, and a numbered
    one for every deal to come, or else always so many *fixed rows*.

    So that these fill the page, it says what else is there: the rounds *told* in words below a row
    or behind all of them, by their indexes from 0, those beside each other together; each has a
    *told_share* of the width and leaves out the first parts of the reason that its place says
    already, if these are *skipped*. Names in its head are those of the sides or, where
    *heads_players*, of all players; each has a *head_share* of the width, and the narrowest column
    with a number a *number_share*. *around* is the height of what stands above the names and below
    the rows, in rem.
    """

    told: tuple[tuple[int, ...], ...]
    told_share: float
    skipped: int = 0
    head_share: float
    number_share: float


def with_pencil_columns(*heads: str) -> Callable[[Ledger], PaperTable]:
    """The rounds as everywhere; before the first, columns for what a pencil writes down of each."""
    empty = PaperTable(own=heads)
    return lambda ledger: PaperTable() if ledger.rounds else empty
