"""The names of people as they are read, whenever they were written, and who is meant by each."""

from collections.abc import Mapping, Sequence
from itertools import dropwhile

from werkzeug.utils import cached_property  # behind that of Python 3.11 others wait for a query

from scorekeeper.core.names import former_key, name_key, names_apart
from scorekeeper.core.typed_text import NOTHING_LEFT, typed_text
from scorekeeper.store.rows import PersonRow


class KnownPeople:
    """Everybody whom a group knows, by id, in the order in which they came.

    All is read from *people_rows*, every name that the group knows as it is stored. Whoever
    inherits may ask for them only when they are needed; otherwise they are given.
    """

    people_rows: Sequence[PersonRow]

    def __init__(self, people_rows: Sequence[PersonRow]) -> None:
        self.people_rows = people_rows

    @cached_property
    def names(self) -> Mapping[int, str]:
        """What everybody is called now; other names of somebody are those of that person.

        Of a name that is nothing any more stays one character, and of names that are alike by now
        the one that came first: of "Anna" and "Anna" with something unseen the other is "Anna (2)".
        """
        given, same = self.given_names, self.persons
        return {player: given[same[player]] for player in given}

    @cached_property
    def given_names(self) -> Mapping[int, str]:
        """The own name of everybody, also of who is another name of somebody.

        They are told apart as in `names`: others come before who is the same person as somebody,
        and before whoever was taken back.
        """
        own_first = sorted(
            self.people_rows, key=lambda who: (who.same_as is not None, who.is_taken_back, who.id)
        )
        typed = {person.id: typed_text(person.name) or NOTHING_LEFT for person in own_first}
        return dict(sorted(names_apart(typed).items()))

    @cached_property
    def persons(self) -> Mapping[int, int]:
        """Who everybody is: the person they were merged into last, or they themselves.

        In a damaged database *same_as* may name nobody, which says nothing, or lead round in a
        circle: then all in it are the one with the lowest id.
        """
        known = {person.id for person in self.people_rows}
        merged = {
            person.id: person.same_as for person in self.people_rows if person.same_as in known
        }
        same = {player: player for player in known - merged.keys()}
        for player in merged:
            passed, at = dict[int, None](), player
            while at not in passed and at not in same:
                passed[at] = None
                at = merged[at]
            circle = dropwhile(lambda other: other != at, passed)  # noqa: B023 - used at once
            same |= dict.fromkeys(passed, same[at] if at in same else min(circle))
        return {person.id: same[person.id] for person in self.people_rows}

    @cached_property
    def people(self) -> Mapping[int, str]:
        """The names of everybody, each once, without whoever was taken back."""
        names, same = self.names, self.persons
        return {
            person.id: names[person.id]
            for person in self.people_rows
            if same[person.id] == person.id and not person.is_taken_back
        }

    @cached_property
    def taken_back(self) -> Mapping[str, int]:
        """The ids of those who were taken back, by the `name_key` of what they were called."""
        given = self.given_names
        return {name_key(given[row.id]): row.id for row in self.people_rows if row.is_taken_back}

    @cached_property
    def ids_by_name(self) -> Mapping[str, int]:
        """Who is meant by every name that was given to anybody, by its `name_key`."""
        same = self.persons
        return {name_key(name): same[player] for player, name in self.given_names.items()}

    @cached_property
    def own_names(self) -> Mapping[str, str]:
        """What people are called now, by the `name_key` of every name they were given."""
        names = self.names
        return {name_key(name): names[player] for player, name in self.given_names.items()}

    @cached_property
    def names_by_letters(self) -> Mapping[str, str]:
        """What people are called now, by the `former_key` of every name as it was given."""
        names = self.names
        return {former_key(person.name): names[person.id] for person in self.people_rows}
