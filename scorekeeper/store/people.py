"""The names of people as they are read, whenever they were written."""

from collections.abc import Iterable

from scorekeeper.core.typed_text import typed_text
from scorekeeper.store.rows import PersonRow

NOTHING_LEFT = "\N{REPLACEMENT CHARACTER}"


def names_by_id(people: Iterable[PersonRow]) -> dict[int, str]:
    """The names of people by their ids; of a name that is nothing any more stays one character."""
    return {person.id: typed_text(person.name) or NOTHING_LEFT for person in people}
