"""What the printed sheet of a game shows, told so that the printer can add up its height."""

from dataclasses import dataclass
from typing import Any

from scorekeeper.games.choices import Sentence


@dataclass(frozen=True, slots=True)
class PaperColumn:
    """A column of the table of rounds: its head, and its texts, round by round.

    On a sheet to be filled in there are no texts.
    """

    head: Sentence
    texts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReasonBelow:
    """A line below a row that says what happened in a round.

    *index* is that of the round, from 0; *share* the part of the width of the table it has. The
    first parts of the reason that its place in the table says already are *skipped*.
    """

    index: int
    share: float
    skipped: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperTable:
    """A row for every round: number, what happened, then of every side its points and its total.

    The columns in *own* stand behind what happened; the rest is only otherwise in an `OwnTable`.
    """

    own: tuple[PaperColumn, ...] = ()
    template: str = "print/rounds.html"
    values: Any = None
    grows: bool = True
    shaded: int | None = None
    heads_players: bool = False
    head_lines: int = 0
    sums: int = 1
    rest: tuple[ReasonBelow, ...] = ()
    has_legend: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTable(PaperTable):
    """A table that the game draws itself.

    *template* is a path below templates/. It sees *values* (frozen; made by the game, with seats
    and sides as numbers), `page`, `t` and `messages`. *rows* are its rows for what was played,
    each with the reasons that stand below it, beside each other, and *rest* the rounds told behind
    them on lines of their own. Where it *grows* it has a row for
    every round, and a numbered one for every deal to come; otherwise its rows are always as many.
    *shares* are the parts of the width that its columns have; those in *heavy*, from 0, have a
    heavier line on their left, and the one that is *shaded* is darker. Names in its head are those
    of the sides or, where *heads_players*, of all players; each has a *head_share* of the width,
    and the narrowest column with a number a *number_share*. *numbers* are those of its texts that
    may be the longest. Above each name in its head stand *head_lines*
    small lines, below its rows *sums* with totals, and below it a line where it *has a legend*.
    """

    template: str
    values: Any
    rows: tuple[tuple[ReasonBelow, ...], ...]
    numbers: tuple[str, ...]
    grows: bool
    shares: tuple[float, ...]
    heavy: tuple[int, ...]
    head_share: float
    number_share: float
