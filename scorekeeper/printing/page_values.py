"""Frozen page values of a printed sheet: what its templates see."""

from dataclasses import dataclass
from typing import Any

from scorekeeper.games.paper import PaperTable
from scorekeeper.i18n.messages import BETWEEN_PHRASES
from scorekeeper.printing.paper_format import PaperFormat
from scorekeeper.summary.chart import Chart, ChartLine

LAST_ROWS = 2  # that stay together with the sum


@dataclass(frozen=True, slots=True)
class PaperSide:
    """A column of the sheet: its head, and what stands below the last round."""

    name: str
    total: str


@dataclass(frozen=True, slots=True)
class PaperRound:
    """A round: the parts of what happened, and the points and running total of every side.

    *players* are the names at the table then, cut to what a narrow column holds. The round *ends a
    turn* when everybody has dealt once more.
    """

    number: str
    parts: tuple[str, ...]
    points: tuple[str, ...]
    totals: tuple[str, ...]
    players: tuple[str, ...]
    ends_turn: bool
    bookmark: str

    def told(self, skipped: int = 0) -> str:
        """What happened in one line, without its first parts where these are *skipped*."""
        return BETWEEN_PHRASES.join(self.parts[skipped:])

    def numbered(self, skipped: int = 0) -> str:
        """The same behind the number of the round."""
        return BETWEEN_PHRASES.join((self.number, *self.parts[skipped:]))


@dataclass(frozen=True, slots=True)
class EmptyRound:
    """A deal still to be played, ruled to be filled in by hand."""

    number: str
    ends_turn: bool
    bookmark: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A line of the standing."""

    place: str
    name: str
    total: str
    wins: bool


@dataclass(frozen=True, slots=True)
class ChartLabel:
    """The name at the end of a line of the chart, at a height where it covers no other."""

    line: ChartLine
    name: str
    y: int


@dataclass(frozen=True, slots=True)
class PaperChart:
    """The chart, the names at its lines, and what it needs *left* and *right*, in its units."""

    chart: Chart
    labels: tuple[ChartLabel, ...]
    left: int
    right: int


@dataclass(frozen=True, slots=True)
class EndColumns:
    """How wide the parts of the end are, which stand beside each other; 0 for one not there."""

    standing: float
    payments: float
    chart: float


@dataclass(frozen=True, slots=True)
class PaperColumns:
    """So many columns of one *width* beside each other; *heavy* ones have a heavier left border."""

    width: str
    count: int = 1
    heavy: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperLayout:
    """What was added up: lengths in millimetres as CSS writes them, without their unit.

    *row* is the height of every row but those *taller* (round by round, empty for the others);
    *heads* is the size of the names above the columns, *head* the height of what stands there;
    *told* that of every line below a row or behind all rows but those in *below* and *rest* (empty
    for the others). *stroke* is empty if none is drawn. *lines* is the drawing of all lines, empty
    where the rows are broken into pages and have borders instead.
    """

    row: str
    taller: tuple[str, ...]
    told: str
    below: tuple[str, ...]
    rest: tuple[str, ...]
    figures: str
    numbering: str
    heads: str
    head: str
    reasons: str
    columns: tuple[PaperColumns, ...]
    stroke: str
    lines: str
    pages: int


@dataclass(frozen=True, slots=True)
class PaperCode:
    """A QR code: the address it leads to, and the address of its image."""

    address: str
    image: str


@dataclass(frozen=True, slots=True)
class Blank:
    """What only a sheet to be filled in has: where the phones find the game."""

    address: str | None
    qr: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperPage:
    """Everything on a printed sheet.

    The name of the game has a *game_size* and is so far from the edges that its suits stand
    *beside_game* (millimetres, as CSS writes them); *numbering* stands around the number of a page
    and that of all. *look* leads to this sheet, for whoever has the paper to look at.
    """

    form: PaperFormat
    game: str
    game_size: str
    beside_game: str
    title: str
    day: str
    notes: tuple[str, ...]
    house: str
    sides: tuple[PaperSide, ...]
    signing: tuple[str, ...]
    heads: tuple[str, ...]
    rounds: tuple[PaperRound, ...]
    empty: tuple[EmptyRound, ...]
    unit: str
    status: str
    places: tuple[Place, ...]
    payments: tuple[str, ...] | None
    settled: str
    chart: PaperChart | None
    table: PaperTable
    widths: EndColumns
    parts_height: str
    layout: PaperLayout
    numbering: tuple[str, ...]
    blank: Blank | None = None
    look: PaperCode | None = None

    @property
    def about(self) -> str:
        """The sheet in one line."""
        return " · ".join(each for each in (self.game, self.title, self.day) if each)

    def ends_with(self, from_last: int) -> bool:
        """Whether the round that is so many from the last stands in one of the last rows."""
        return from_last + len(self.empty) <= LAST_ROWS

    @property
    def values(self) -> Any:
        """What the game made for a table of its own."""
        return getattr(self.table, "values", None)
