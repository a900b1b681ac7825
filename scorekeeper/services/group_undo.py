"""Taking back what was written about a group under one revision, which can be taken back itself."""

from dataclasses import replace

from scorekeeper.services.form_token import FormToken
from scorekeeper.services.group_entries import GroupEntryType
from scorekeeper.services.group_state import GroupState, group_state
from scorekeeper.services.group_writing import GroupKeyReusedError, undo_changes, write_on_group
from scorekeeper.store.rows import GroupEntryRow, GroupRow


def undo(row: GroupRow, revision: int, token: FormToken) -> GroupEntryRow:
    """Put everything back that was written under *revision*, once per key; the first entry of that.

    Whatever else was written since does not matter, so the token is not asked what it was based
    on. Raises what `write_on_group` raises, ImpossibleError also where something of it was changed
    again since.
    """
    state = group_state(row)
    known = state.entry_with_key(token.key)
    if known is not None:
        return _same_or_reused(state, known, revision)
    changes = undo_changes(state, revision)
    return write_on_group(row, replace(token, based_on=row.revision), changes)


def can_be_undone(state: GroupState, revision: int) -> bool:
    """Whether nothing that was written under a revision was changed since.

    Nor does anything depend on somebody who was added; a link that was replaced does not come back.
    """
    written = state.changes_at(revision)
    return bool(written) and all(
        entry is state.latest(GroupEntryType(entry.type), entry.subject)
        and entry.type != GroupEntryType.LINK
        and not (is_added(state, entry) and entry.subject in state.people_in_use)
        for entry in written
    )


def is_added(state: GroupState, entry: GroupEntryRow) -> bool:
    """Whether the entry says that somebody is in the group who was not before."""
    before = state.edition_before(entry)
    is_person = entry.type == GroupEntryType.PERSON and entry.data is not None
    return is_person and (before is None or before.data is None)


def _same_or_reused(state: GroupState, known: GroupEntryRow, revision: int) -> GroupEntryRow:
    """The entry that the key has written, if that was undoing the same."""
    before = [state.edition_before(each) for each in state.changes_at(known.revision)]
    if {each and each.revision for each in before} != {revision}:
        raise GroupKeyReusedError(known)
    return known
