"""Frozen page values of a printed sheet: what its templates see."""

from dataclasses import dataclass

from scorekeeper.games.paper import PaperTable
from scorekeeper.i18n.messages import BETWEEN_PHRASES
from scorekeeper.printing.paper_format import PaperFormat
from scorekeeper.summary.chart import Chart

LAST_ROWS = 2  # that stay together with the sum


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


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A line of the standing."""

    place: str
    name: str
    total: str
    wins: bool


@dataclass(frozen=True, slots=True)
class PaperChart:
    """The chart, and the room it needs *left* and *right* for its labels, in its units."""

    chart: Chart
    left: int
    right: int


@dataclass(frozen=True, slots=True)
class EndColumns:
    """How wide the parts of the end are, which stand beside each other; 0 for one not there."""

    standing: float
    payments: float
    chart: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetEnd:
    """How it stands, who pays whom, and the chart, in parts beside each other; the house rules.

    *payments* are None where nobody has to pay anybody; where the sheet was *settled* this says so
    in their place. The parts are *height* millimetres high.
    """

    status: str
    places: tuple[StandingLine, ...]
    payments: tuple[str, ...] | None
    settled: str
    chart: PaperChart | None
    house: str
    widths: EndColumns
    height: float


@dataclass(frozen=True, slots=True)
class PaperColumns:
    """So many columns of one *width* beside each other; *heavy* ones have a heavier left border."""

    width: str
    count: int = 1
    heavy: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperLayout:
    """What was added up: lengths in millimetres as CSS writes them, without their unit.

    *row* is the height of every row but those *taller* (round by round, empty for the others), and
    so many are *empty*. *names* stand above the columns; *heads* is their size, *head* the height
    of what stands there; *told* that of every line below a row or behind all rows but those in
    *below* and *rest* (empty for the others). *stroke* is empty if none is drawn. *lines* is the
    drawing of all lines, empty where the rows are broken into pages and have borders instead.
    """

    row: str
    taller: tuple[str, ...]
    empty: int
    told: str
    below: tuple[str, ...]
    rest: tuple[str, ...]
    figures: str
    numbering: str
    names: tuple[str, ...]
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


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPaper:
    """Everything on a printed sheet.

    The name of the game has a *game_size* and is so far from the edges that its suits stand
    *beside_game* (millimetres, as CSS writes them); *numbering* stands around the number of a page
    and that of all. The *code* leads whoever has the paper to this sheet, or from a blank one,
    which has no *end*, to where phones find the game.
    """

    form: PaperFormat
    game: str
    game_size: str
    beside_game: str
    title: str
    day: str
    notes: tuple[str, ...]
    sides: tuple[PaperSide, ...]
    signing: tuple[str, ...]
    rounds: tuple[PaperRound, ...]
    empty: tuple[PaperRound, ...]
    unit: str
    table: PaperTable
    end: SheetEnd | None
    layout: PaperLayout
    numbering: tuple[str, ...]
    code: PaperCode | None = None

    @property
    def about(self) -> str:
        """The sheet in one line."""
        return BETWEEN_PHRASES.join(each for each in (self.game, self.title, self.day) if each)

    @property
    def is_blank(self) -> bool:
        """Whether it is to be filled in by hand."""
        return self.end is None

    def ends_with(self, from_last: int) -> bool:
        """Whether the round that is so many from the last stands in one of the last rows."""
        return from_last + len(self.empty) <= LAST_ROWS
