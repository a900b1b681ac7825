"""The people of a group: added, renamed, merged where one was entered twice, and parted again."""

from scorekeeper.services.form_token import FormToken
from scorekeeper.services.group_entries import GroupEntryType, OtherName
from scorekeeper.services.group_writing import GroupChange, write_on_group
from scorekeeper.store.rows import GroupEntryRow, GroupRow


def add_person(row: GroupRow, name: str, token: FormToken) -> GroupEntryRow:
    """Add somebody who sits on no sheet yet."""
    data = GroupEntryType.PERSON.write(name)
    return write_on_group(row, token, [GroupChange(GroupEntryType.PERSON, None, data)])


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
