"""Frozen page values of a printed sheet: what its templates see."""

from dataclasses import dataclass

from scorekeeper.i18n.messages import BETWEEN_PHRASES
from scorekeeper.summary.chart import Chart


@dataclass(frozen=True, slots=True)
class PaperSide:
    """A column of the sheet: its head, and what stands below the last round."""

    name: str
    total: str


@dataclass(frozen=True, slots=True)
class PaperRound:
    """A round: the parts of what happened, and the points and running total of every side.

    A deal still to be played has only a number, ruled to be filled in by hand. *players* are the
    names at the table then, cut to what a narrow column holds. The round *ends a turn* when
    everybody has dealt once more.
    """

    number: str
    ends_turn: bool
    parts: tuple[str, ...] = ()
    points: tuple[str, ...] = ()
    totals: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    bookmark: str = ""

    def told(self, skipped: int = 0) -> str:
        """What happened in one line, without its first parts where these are *skipped*."""
        return BETWEEN_PHRASES.join(self.parts[skipped:])

    def numbered(self, skipped: int = 0) -> str:
        """What happened in one line behind the number of the round."""
        return BETWEEN_PHRASES.join((self.number, *self.parts[skipped:]))


TOTAL_DIGIT = 0.67  # em: the room that a digit of a total has


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A line of the standing; the only winner's is as large as it goes, *size* times the others."""

    place: str
    name: str
    total: str
    wins: bool
    size: float = 1

    @property
    def width_of_total(self) -> float:
        """The room that the total needs, in letters of the other lines."""
        return TOTAL_DIGIT * len(self.total) * self.size


@dataclass(frozen=True, slots=True)
class PaperChart:
    """The chart, and the room it needs *left* and *right* for its labels, in its units."""

    chart: Chart
    left: int
    right: int


@dataclass(frozen=True, slots=True)
class PaperCode:
    """A QR code: the address it leads to, and the address of its image."""

    address: str
    image: str
