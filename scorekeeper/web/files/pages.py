"""The pages about files: one that takes a file in, and one of a group too large for one file."""

from collections.abc import Sequence
from dataclasses import dataclass

PROBLEMS_SHOWN = 20


@dataclass(frozen=True, slots=True)
class ImportPage:
    """Everything on the page; of *problems* a few are shown, *not_shown* more were found.

    *known_at* is the address of the same sheet, where the group has it already; then *text* is the
    file, to be opened a second time, empty where it is too long to be carried along.
    """

    key: str
    in_group: bool
    text: str
    problems: tuple[str, ...]
    not_shown: int
    known_at: str | None


@dataclass(frozen=True, slots=True)
class GroupPartsPage:
    """The numbers of the files that the group is divided into, and how many there are."""

    parts: tuple[int, ...]
    count: int


def import_page(
    key: str,
    *,
    in_group: bool,
    text: str = "",
    problems: Sequence[str] = (),
    known_at: str | None = None,
) -> ImportPage:
    """The page with the *text* that was pasted."""
    shown = tuple(problems[:PROBLEMS_SHOWN])
    return ImportPage(key, in_group, text, shown, len(problems) - len(shown), known_at)


def group_parts_page(count: int) -> GroupPartsPage:
    """The page of so many parts."""
    return GroupPartsPage(tuple(range(1, count + 1)), count)
