"""Tables of what was measured, beside what was aimed at."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

WIDTH = 44
COLUMN = 13
NO_BOUND = "–"


@dataclass(frozen=True, slots=True)
class Measured:
    """One line: some figures, the last of which is held against a bound where there is one."""

    what: str
    figures: tuple[float | None, ...]
    bound: float | None = None

    @property
    def missed(self) -> bool:
        """Whether it is more than it should be."""
        last = self.figures[-1]
        return self.bound is not None and last is not None and last > self.bound

    @property
    def text(self) -> str:
        """The line of the table."""
        bound = NO_BOUND if self.bound is None else f"{self.bound:,}"
        cells = [*(_number(figure) for figure in self.figures), bound]
        line = f"{self.what:<{WIDTH}}" + "".join(f"{cell:>{COLUMN}}" for cell in cells)
        return f"{line}  missed" if self.missed else line


def _number(figure: float | None) -> str:
    if figure is None:
        return ""
    return f"{figure:,}" if isinstance(figure, int) else f"{figure:,.2f}"


def show(title: str, columns: Sequence[str], measured: Iterable[Measured]) -> int:
    """Print a table, and return how many lines of it missed their bound."""
    lines = list(measured)
    heads = "".join(f"{head:>{COLUMN}}" for head in [*columns, "at most"])
    print(f"\n{title:<{WIDTH}}{heads}")
    print("─" * (WIDTH + len(heads)))
    for each in lines:
        print(each.text, flush=True)
    return sum(each.missed for each in lines)
