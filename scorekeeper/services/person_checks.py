"""Why somebody cannot be called so, and why two names cannot be those of one person."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from scorekeeper.core.names import name_key
from scorekeeper.core.phrases import Problem, Values
from scorekeeper.services import limits
from scorekeeper.services.group_entries import NEW_PERSON, OtherName
from scorekeeper.services.group_state import GroupState
from scorekeeper.services.people_in_use import seated_by_sheet
from scorekeeper.store.rows import NewGroupEntry


def name_problems(state: GroupState, entry: NewGroupEntry, name: str | None) -> Iterator[Problem]:
    """Why nobody can be called *name*: no two people are, and no other name of anybody is that.

    None takes them back, if nothing depends on them.
    """
    given = state.given_names
    if name is None:
        if entry.subject in state.people_in_use:
            yield Problem("person_stays", {"name": given[entry.subject]})
        return
    gone = {*state.taken_back.values()} - {entry.subject}  # their names are free
    folded = {name_key(known): each for each, known in given.items() if each not in gone}
    known = folded.get(name_key(name), entry.subject)
    if entry.subject not in (NEW_PERSON, *given):
        yield Problem("person_gone")
    elif known != entry.subject:
        person = state.names[known]
        if name_key(person) == name_key(name):
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
    if player not in names or person not in names or person in state.taken_back.values():
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
    for number, seated in seated_by_sheet(group_id):
        if not seated.isdisjoint(one) and not seated.isdisjoint(other):
            return number
    return None
