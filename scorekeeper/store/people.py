"""The names of people as they are read, whenever they were written, and who is meant by each."""

from collections.abc import Sequence
from itertools import dropwhile

from scorekeeper.core.names import former_key, name_key, names_apart
from scorekeeper.core.typed_text import NOTHING_LEFT, typed_text
from scorekeeper.store.rows import PersonRow


def names_by_id(people: Sequence[PersonRow]) -> dict[int, str]:
    """The names of people by their ids; who is the same person as somebody has their name.

    Of a name that is nothing any more stays one character, and of names that are alike by now the
    one that came first: of "Anna" and "Anna" with something unseen the other is "Anna (2)".
    """
    given = given_names(people)
    same = same_people(people)
    return {player: given[same[player]] for player in given}


def given_names(people: Sequence[PersonRow]) -> dict[int, str]:
    """The names of people by their ids, each with the name of their own row.

    They are told apart as in `names_by_id`: others come before who is the same person as somebody,
    and before whoever was taken back.
    """
    own_first = sorted(people, key=lambda who: (who.same_as is not None, who.is_taken_back, who.id))
    typed = {person.id: typed_text(person.name) or NOTHING_LEFT for person in own_first}
    return dict(sorted(names_apart(typed).items()))


def same_people(people: Sequence[PersonRow]) -> dict[int, int]:
    """Who everybody is by id: the person they were merged into last, or they themselves.

    In a damaged database *same_as* may name nobody, which says nothing, or lead round in a circle:
    then all in it are the one with the lowest id.
    """
    known = {person.id for person in people}
    merged = {person.id: person.same_as for person in people if person.same_as in known}
    same = {player: player for player in known - merged.keys()}
    for player in merged:
        passed, at = dict[int, None](), player
        while at not in passed and at not in same:
            passed[at] = None
            at = merged[at]
        circle = dropwhile(lambda other: other != at, passed)  # noqa: B023 - used at once
        same |= dict.fromkeys(passed, same[at] if at in same else min(circle))
    return {person.id: same[person.id] for person in people}


def people_by_id(people: Sequence[PersonRow]) -> dict[int, str]:
    """The names of everybody once, in the order in which they came, without who was taken back."""
    names, same = names_by_id(people), same_people(people)
    return {
        person.id: names[person.id]
        for person in people
        if same[person.id] == person.id and not person.is_taken_back
    }


def ids_by_name(people: Sequence[PersonRow]) -> dict[str, int]:
    """Who is meant by every name that was given to anybody, by its `name_key`."""
    same = same_people(people)
    return {name_key(name): same[player] for player, name in given_names(people).items()}


def own_names(people: Sequence[PersonRow]) -> dict[str, str]:
    """What people are called now, by the `name_key` of every name they were given."""
    names = names_by_id(people)
    return {name_key(name): names[player] for player, name in given_names(people).items()}


def names_by_letters(people: Sequence[PersonRow]) -> dict[str, str]:
    """What people are called now, by the `former_key` of every name as it was given."""
    names = names_by_id(people)
    return {former_key(person.name): names[person.id] for person in people}
