"""The formats of paper, and the sizes of all that stands on them; the style has the same ones."""

from dataclasses import dataclass
from enum import StrEnum


class Size(StrEnum):
    """The paper in the printer."""

    A4 = "a4"
    A5 = "a5"


@dataclass(frozen=True, slots=True)
class PaperFormat:
    """A size of paper, upright or lying (landscape); lengths in millimetres."""

    size: Size
    lying: bool

    @property
    def css(self) -> str:
        """The classes that the style knows it by."""
        return f"{self.size} lying" if self.lying else self.size.value

    @property
    def width(self) -> float:
        """From left to right inside the frame."""
        if self.size is Size.A4:
            return 210 - 2 * (10 + FRAME + 5)
        return (210 if self.lying else 148) - 2 * (7 + FRAME + 3.5)

    @property
    def height(self) -> float:
        """From top to bottom inside the frame, less what rounding may add up to."""
        if self.size is Size.A4:
            return 297 - (10 + 13) - 2 * (FRAME + 4) - SLACK
        return (148 if self.lying else 210) - (7 + 10) - 2 * (FRAME + 2.5) - SLACK

    @property
    def em(self) -> float:
        """The size of the type that every other size is a multiple of."""
        return 9.5 * POINT if self.size is Size.A4 else 7.6 * POINT

    @property
    def usual_row(self) -> float:
        """The height of a row where there is room enough for it."""
        return 7.2 if self.size is Size.A4 else 5.8

    @property
    def highest_row(self) -> float:
        """The height of a row where there is more room than rows."""
        return 9.2 if self.size is Size.A4 else 7.0

    @property
    def highest_blank_row(self) -> float:
        """The height of a row to be filled in by hand, where there is more room than rows."""
        return 12.0 if self.size is Size.A4 else 9.5

    @property
    def pencil_row(self) -> float:
        """The height of a row to be filled in by hand, where nothing says how many there are."""
        if self.size is Size.A4:
            return 8.5
        return 5.9 if self.lying else 6.8

    @property
    def numbering(self) -> float:
        """The size of the numbers of the deals."""
        return 3.8 if self.size is Size.A4 else 3.0

    @property
    def largest_figures(self) -> float:
        """The size of the numbers in the highest rows."""
        return 4.4 if self.size is Size.A4 else 3.5


POINT = 25.4 / 72  # a point in millimetres
FRAME = 1.2  # the thickness of the line around the page
SLACK = 1.5
CODE = 16.5  # for the QR code, with the space beside it
LOOK_CODE = 25.0  # the QR code that leads to the sheet, with two of its modules around it

# Heights in em. Every one of them is the sum of lines, margins and rules in paper.css.
GAME = 3.3  # the name of the game
FACT = 1.5  # a line of title and day
NOTE = 1.3  # a line of notes
BELOW_HEAD = 1.7  # the rule below the masthead, and the space around it
LINE = 1.2  # a line of a reason
AROUND_REASON = 0.35
COLUMN_HEADS = 1.35
LINE_ABOVE_NAME = 1.0
SUM_ROW = 2.6  # a row of sums
SUM = 2.7  # the same with its share of the line below
LEGEND = 1.5
ABOVE_END = 1.0
HEADING = 1.6
HEADING_LINE = 1.25
PLACE = 1.9  # a line of the standing
PAYMENT = 1.65  # a line of a payment
CHART = 12.0
ABOVE_HOUSE = 0.6
SIGNATURE_LINE = 3.4  # the space to sign in, with the line
SIGNATURE_NAME = 1.05
WRITTEN_NAME = 2.6  # the space for a name to be filled in
WRITTEN_FACTS = 2.6
