"""Why somebody cannot be called so, and why two names cannot be those of one person."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from scorekeeper.core.phrases import Problem, Values
from scorekeeper.services import limits
from scorekeeper.services.entries import EntryType, Seating
from scorekeeper.services.group_entries import NEW_PERSON, OtherName
from scorekeeper.services.group_state import GroupState
from scorekeeper.store.rows import EntryRow, NewGroupEntry
from scorekeeper.store.sheet_queries import entries_of_types


def name_problems(state: GroupState, entry: NewGroupEntry, name: str | None) -> Iterator[Problem]:
    """Why nobody can be called *name*: no two people are, and no other name of anybody is that.

    Whoever was added stays, as a name means the same person for ever: None is refused.
    """
    if name is None:
        yield Problem("person_stays")
        return
    given = state.given_names
    folded = {known.casefold(): player for player, known in given.items()}
    known = folded.get(name.casefold(), entry.subject)
    if entry.subject not in (NEW_PERSON, *given):
        yield Problem("person_gone")
    elif known != entry.subject:
        person = state.names[known]
        if person.casefold() == name.casefold():
            yield Problem("name_taken", {"name": person}, "name")
        else:
            yield Problem("other_name_taken", {"name": name, "person": person}, "name")
    elif entry.subject == NEW_PERSON:
        for problem in limits.people_problems(given.values(), [name]):
            yield replace(problem, field="name")


def same_as_problems(
    state: GroupState, entry: NewGroupEntry, known: OtherName | None
) -> Iterator[Problem]:
    """Why the subject of the entry cannot be another name of a person; None parts the two."""
    if known is None:
        return
    person = known.person
    names, same, player = state.names, state.persons, entry.subject
    if player not in names or person not in names:
        yield Problem("person_gone", field="person")
    elif same[player] != player:
        name = state.given_names[player]
        yield Problem("merged_already", {"name": name, "person": names[player]}, "person")
    elif same[person] == player:
        yield Problem("merged_with_oneself", field="person")
    else:
        one, other = (
            [each for each, root in same.items() if root == same[wanted]]
            for wanted in (player, person)
        )
        number = _sheet_with_both(state.row.id, one, other)
        if number is not None:
            told: Values = {"name": names[player], "person": names[person], "sheet": number}
            yield Problem("sat_together", told, "person")


def _sheet_with_both(group_id: int, one: Collection[int], other: Collection[int]) -> int | None:
    """The number of the first sheet on which somebody of both sat; None where there is none."""
    kinds = (EntryType.SEATING, EntryType.SUBSTITUTE)
    for number, entries in sorted(entries_of_types(group_id, kinds).items()):
        seated = _seated(entries)
        if not seated.isdisjoint(one) and not seated.isdisjoint(other):
            return number
    return None


def _seated(entries: Sequence[EntryRow]) -> frozenset[int]:
    """The ids of everybody who sits on a sheet, or sat there for a while, as it stands."""
    newest = {(each.type, each.subject): each for each in entries}
    found = set[int]()
    for entry in newest.values():
        with suppress(ValueError):  # a damaged sheet: nobody can open it anyway
            value = EntryType(entry.type).read(entry.data)
            if isinstance(value, Seating):
                found |= {*value.players}
            elif value is not None:
                found.add(value.player)
    return frozenset(found)
