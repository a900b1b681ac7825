"""The names of people as they are read, whenever they were written, and who is meant by each."""

from collections.abc import Mapping, Sequence

from scorekeeper.core.typed_text import typed_text
from scorekeeper.store.rows import PersonRow

NOTHING_LEFT = "\N{REPLACEMENT CHARACTER}"


def names_by_id(people: Sequence[PersonRow]) -> dict[int, str]:
    """The names of people by their ids; who is the same person as somebody has their name.

    Of a name that is nothing any more stays one character.
    """
    given = given_names(people)
    same = same_people(people)
    return {player: given[same[player]] for player in given}


def given_names(people: Sequence[PersonRow]) -> dict[int, str]:
    """The same, but whoever is the same person as somebody keeps the name of their own row."""
    return {person.id: typed_text(person.name) or NOTHING_LEFT for person in people}


def same_people(people: Sequence[PersonRow]) -> dict[int, int]:
    """Who everybody is by id: the person they were merged into last, or they themselves.

    In a damaged database *same_as* may name nobody, which says nothing, or lead round in a circle:
    then all in it are the one with the lowest id.
    """
    known = {person.id for person in people}
    merged = {
        person.id: person.same_as
        for person in people
        if person.same_as is not None and person.same_as in known
    }
    return {person.id: _last(person.id, merged) for person in people}


def ids_by_name(people: Sequence[PersonRow]) -> dict[str, int]:
    """Who is meant by every name that was given to anybody, by its casefolded spelling."""
    same = same_people(people)
    return {name.casefold(): same[player] for player, name in given_names(people).items()}


def own_names(people: Sequence[PersonRow]) -> dict[str, str]:
    """What people are called now, by the casefolded spelling of every name they were given."""
    names = names_by_id(people)
    return {name.casefold(): names[player] for player, name in given_names(people).items()}


def _last(player: int, merged: Mapping[int, int]) -> int:
    passed = [player]
    while player in merged:
        player = merged[player]
        if player in passed:
            return min(passed[passed.index(player) :])
        passed.append(player)
    return player
