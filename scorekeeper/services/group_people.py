"""The people of a group: added and taken back, renamed, merged where entered twice, and parted."""

from scorekeeper.services.form_token import FormToken
from scorekeeper.services.group_checks import problems_of
from scorekeeper.services.group_entries import GroupEntryType, OtherName
from scorekeeper.services.group_state import group_state
from scorekeeper.services.group_writing import GroupChange, new_entries, write_on_group
from scorekeeper.services.writing import ImpossibleError
from scorekeeper.store import group_queries
from scorekeeper.store.errors import GroupMovedOnError
from scorekeeper.store.rows import GroupEntryRow, GroupRow


def add_person(row: GroupRow, name: str, token: FormToken) -> GroupEntryRow:
    """Add somebody who sits on no sheet yet."""
    data = GroupEntryType.PERSON.write(name)
    return write_on_group(row, token, [GroupChange(GroupEntryType.PERSON, None, data)])


def take_person_back(row: GroupRow, player: int, token: FormToken) -> GroupEntryRow:
    """Take somebody out of the group again who was added by mistake: nothing depends on them.

    Where something does meanwhile, that is what is said, and not that somebody was faster.
    """
    change = GroupChange(GroupEntryType.PERSON, player, None)
    try:
        return write_on_group(row, token, [change])
    except GroupMovedOnError:
        now = group_state(group_queries.group_by_id(row.id) or row)
        problems = problems_of(now, new_entries(now, [change]))
        if problems:
            raise ImpossibleError(problems) from None
        raise


def rename_person(row: GroupRow, player: int, name: str, token: FormToken) -> GroupEntryRow:
    """Call somebody otherwise, on every sheet, from now on and in what was written before."""
    data = GroupEntryType.PERSON.write(name)
    return write_on_group(row, token, [GroupChange(GroupEntryType.PERSON, player, data)])


def merge_people(row: GroupRow, player: int, person: int, token: FormToken) -> GroupEntryRow:
    """Let *player* be another name of *person*: nothing that was written changes."""
    data = GroupEntryType.SAME_AS.write(OtherName(person=person))
    return write_on_group(row, token, [GroupChange(GroupEntryType.SAME_AS, player, data)])


def part_people(row: GroupRow, player: int, token: FormToken) -> GroupEntryRow:
    """Let somebody be a person of their own again."""
    return write_on_group(row, token, [GroupChange(GroupEntryType.SAME_AS, player, None)])
