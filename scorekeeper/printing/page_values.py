"""Frozen page values of a printed sheet: what its templates see."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.games.plugin import Section
from scorekeeper.summary.chart import Chart


class Size(StrEnum):
    """The paper in the printer."""

    A4 = "a4"
    A5 = "a5"


@dataclass(frozen=True, slots=True)
class PaperFormat:
    """A size of paper, upright or lying (landscape)."""

    size: Size
    lying: bool

    @property
    def height(self) -> int:
        """From top to bottom, in millimetres."""
        if self.size is Size.A4:
            return 297
        return 148 if self.lying else 210

    @property
    def css(self) -> str:
        """The classes that the style knows it by."""
        return f"{self.size} lying" if self.lying else self.size.value


@dataclass(frozen=True, slots=True)
class PaperSide:
    """A column of the sheet: its head, and what stands below the last round."""

    name: str
    total: str
    wins: bool


@dataclass(frozen=True, slots=True)
class PaperRound:
    """A round: what happened, and the points and running total of every side."""

    number: str
    reason: str
    points: tuple[str, ...]
    totals: tuple[str, ...]
    bookmark: str


@dataclass(frozen=True, slots=True)
class Blank:
    """What only a sheet to be filled in has: numbered lines, and where the phones find the game."""

    lines: int
    millimetres: str
    address: str | None
    qr: str | None


@dataclass(frozen=True, slots=True)
class PaperPage:
    """Everything on a printed sheet; *numbering* stands around the number of a page and of all."""

    form: PaperFormat
    game: str
    title: str
    day: str
    notes: tuple[tuple[str, str], ...]
    sides: tuple[PaperSide, ...]
    players: tuple[str, ...]
    rounds: tuple[PaperRound, ...]
    unit: str
    status: str
    over: bool
    payments: tuple[str, ...] | None
    chart: Chart | None
    sections: Sequence[Section]
    numbering: tuple[str, ...]
    blank: Blank | None = None

    @property
    def about(self) -> str:
        """The sheet in one line."""
        return " · ".join(each for each in (self.game, self.title, self.day) if each)
