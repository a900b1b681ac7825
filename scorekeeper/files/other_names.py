"""Other names of people in the file of a group: whoever types one means that person."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Annotated

from scorekeeper.core.names import NAME, name_key
from scorekeeper.core.phrases import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedName:
    """A *name* that stands for a *person* of the group."""

    name: Annotated[str, NAME]
    person: Annotated[str, NAME]


def other_name_problems(
    told: ArchivedName, people: Collection[str], taken: Collection[str]
) -> Iterator[Problem]:
    """Why a name cannot be another one of a person; both are told apart by their `name_key`.

    As it is no name of anybody in the file, it cannot lead on to a further name, or in a circle.
    """
    if name_key(told.person) not in people:
        yield Problem("other_name_of_nobody", {"person": told.person}, "person")
    if name_key(told.name) in taken:
        yield Problem("other_name_twice", {"name": told.name}, "name")
