"""The people of a group: added and taken back, renamed, merged where entered twice, and parted."""

from scorekeeper.services.group.checks import problems_of
from scorekeeper.services.group.entries import GroupEntryType, OtherName
from scorekeeper.services.group.state import group_state
from scorekeeper.services.group.writing import entries_of_drafts, write_on_group
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.services.journal.writing import ImpossibleError
from scorekeeper.store import group_queries
from scorekeeper.store.errors import MovedOnError
from scorekeeper.store.rows import EntryRow, GroupRow

PERSON, SAME_AS = GroupEntryType.PERSON, GroupEntryType.SAME_AS


def add_person(row: GroupRow, name: str, token: FormToken) -> EntryRow:
    """Add somebody who sits on no sheet yet."""
    return _write(row, Draft(PERSON, None, PERSON.write(name)), token)


def take_person_back(row: GroupRow, player: int, token: FormToken) -> EntryRow:
    """Take somebody out of the group again who was added by mistake: nothing depends on them.

    Where something does meanwhile, that is what is said, and not that somebody was faster.
    """
    draft = Draft(PERSON, player, None)
    try:
        return _write(row, draft, token)
    except MovedOnError:
        now = group_state(group_queries.group_by_id(row.id) or row)
        problems = problems_of(now, entries_of_drafts(now, [draft]))
        if problems:
            raise ImpossibleError(problems) from None
        raise


def rename_person(row: GroupRow, player: int, name: str, token: FormToken) -> EntryRow:
    """Call somebody otherwise, on every sheet, from now on and in what was written before."""
    return _write(row, Draft(PERSON, player, PERSON.write(name)), token)


def merge_people(row: GroupRow, player: int, person: int, token: FormToken) -> EntryRow:
    """Let *player* be another name of *person*: nothing that was written changes."""
    return _write(row, Draft(SAME_AS, player, SAME_AS.write(OtherName(person=person))), token)


def part_people(row: GroupRow, player: int, token: FormToken) -> EntryRow:
    """Let somebody be a person of their own again."""
    return _write(row, Draft(SAME_AS, player, None), token)


def _write(row: GroupRow, draft: Draft, token: FormToken) -> EntryRow:
    return write_on_group(group_state(row), [draft], token)
