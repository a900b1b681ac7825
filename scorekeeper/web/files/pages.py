"""The pages about files: one that takes a file in, and one of a group too large for one file."""

from collections.abc import Sequence
from dataclasses import dataclass

PROBLEMS_SHOWN = 20


@dataclass(frozen=True, slots=True)
class ImportPage:
    """Everything on the page; *text* is what was pasted, and *found* the problems with it.

    *known_at* is the address of the same sheet, where the group has it already; then *text* is the
    file, to be opened a second time, empty where it is too long to be carried along.
    """

    key: str
    in_group: bool
    text: str = ""
    found: Sequence[str] = ()
    known_at: str | None = None

    @property
    def problems(self) -> Sequence[str]:
        """The first of the problems: nobody reads more."""
        return self.found[:PROBLEMS_SHOWN]

    @property
    def not_shown(self) -> int:
        """How many more were found."""
        return len(self.found) - len(self.problems)


@dataclass(frozen=True, slots=True)
class GroupPartsPage:
    """The page of a group that is divided into *count* files."""

    count: int

    @property
    def parts(self) -> Sequence[int]:
        """The numbers of the files."""
        return range(1, self.count + 1)
