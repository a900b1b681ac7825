"""The page of a group that is too large for one file."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GroupPartsPage:
    """The numbers of the files that the group is divided into."""

    parts: tuple[int, ...]


def group_parts_page(count: int) -> GroupPartsPage:
    """The page of so many parts."""
    return GroupPartsPage(tuple(range(1, count + 1)))
