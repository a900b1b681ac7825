"""Fields in which people of a group are chosen, by their ids or by name."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wtforms import SelectMultipleField, StringField

from scorekeeper.core.names import name_key
from scorekeeper.core.phrases import Problem
from scorekeeper.core.typed_text import typed_text

ID = re.compile(r"[0-9]{1,18}", re.ASCII)


@dataclass(frozen=True, slots=True)
class KnownPeople:
    """The people of a group: their *names* by id, everybody once, in the order of the group.

    *own_ids* has for every id that anybody has the one in *names*.
    """

    names: Mapping[int, str]
    own_ids: Mapping[int, int]

    @property
    def every_name(self) -> Mapping[int, str]:
        """The names by every id that anybody has."""
        return {each: self.names[own] for each, own in self.own_ids.items()}

    def by_id(self, text: str) -> int | None:
        """The id in *names* of whom an id that was sent stands for."""
        return self.own_ids.get(int(text)) if ID.fullmatch(text) else None

    def by_name(self, text: str) -> int | None:
        """The id of who is called like that, as `name_key` compares."""
        wanted = name_key(typed_text(text))
        return next((each for each, name in self.names.items() if name_key(name) == wanted), None)


class PersonField(StringField):
    """One person; `data` is the id as it was sent."""

    def person(self, people: KnownPeople) -> int | None:
        """The id of who was chosen; None for nobody whom the group knows."""
        return people.by_id(self.data or "")

    def read(self, people: KnownPeople, problems: list[Problem], missing: Problem) -> int | None:
        """The same; where nobody was chosen, or somebody unknown, *missing* or that is added."""
        found = self.person(people)
        if not self.data:
            problems.append(missing)
        elif found is None:
            problems.append(Problem("unknown_person", field=self.short_name))
        return found


class PeopleField(SelectMultipleField):
    """Any number of people; `data` are the ids as they were sent."""

    def __init__(self, **more: Any) -> None:
        super().__init__(choices=(), validate_choice=False, **more)

    def people(self, people: KnownPeople, first: Sequence[int] = ()) -> tuple[int, ...]:
        """The ids of those chosen whom the group knows, each once.

        Those in *first* come in that order, behind them all others in the order of the group.
        """
        found = {people.by_id(text) for text in self.data or ()}
        return tuple(each for each in dict.fromkeys([*first, *people.names]) if each in found)

    def read(
        self, people: KnownPeople, problems: list[Problem], first: Sequence[int] = ()
    ) -> tuple[int, ...]:
        """The same; if somebody is unknown, that is added to *problems*."""
        if any(people.by_id(text) is None for text in self.data or ()):
            problems.append(Problem("unknown_person", field=self.short_name))
        return self.people(people, first)
