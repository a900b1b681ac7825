"""The names of people as they are read, whenever they were written, and who is meant by each."""

from collections.abc import Mapping, Sequence

from scorekeeper.core.typed_text import typed_text
from scorekeeper.store.rows import PersonRow

NOTHING_LEFT = "\N{REPLACEMENT CHARACTER}"


def names_by_id(people: Sequence[PersonRow]) -> dict[int, str]:
    """The names of people by their ids; who is the same person as somebody has their name.

    Of a name that is nothing any more stays one character.
    """
    own = {person.id: typed_text(person.name) or NOTHING_LEFT for person in people}
    same = same_people(people)
    return {player: own[same[player]] for player in own}


def same_people(people: Sequence[PersonRow]) -> dict[int, int]:
    """Who everybody is by id: the person they were merged into last, or they themselves."""
    merged = {person.id: person.same_as for person in people if person.same_as is not None}
    return {person.id: _last(person.id, merged) for person in people}


def ids_by_name(people: Sequence[PersonRow]) -> dict[str, int]:
    """Who is meant by every name that was given to anybody, by its casefolded spelling."""
    same = same_people(people)
    return {
        (typed_text(person.name) or NOTHING_LEFT).casefold(): same[person.id] for person in people
    }


def _last(player: int, merged: Mapping[int, int]) -> int:
    passed = {player}
    while player in merged and merged[player] not in passed:
        player = merged[player]
        passed.add(player)
    return player
