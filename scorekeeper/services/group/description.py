"""What a group says about itself as a whole: its name and its currency."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.group.state import GroupState, group_state
from scorekeeper.services.group.writing import write_on_group
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.services.journal.writing import AlreadySavedError
from scorekeeper.store.rows import CURRENCY, EntryRow, GroupRow


@dataclass(frozen=True, slots=True)
class GroupDescription:
    """The name of a group, None where it has none, and the ISO 4217 code of its currency."""

    name: str | None = None
    currency: str = CURRENCY


def description_of(state: GroupState) -> GroupDescription:
    """What the group says about itself now."""
    return GroupDescription(state.name, state.row.currency)


def describe_group(row: GroupRow, wanted: GroupDescription, token: FormToken) -> EntryRow | None:
    """Write down what *wanted* changes in what the form has shown: both under one revision.

    Returns the first entry, None where nothing changes; raises what `write_on_group` raises.
    """
    state = group_state(row)
    changes = list(_changes(state, wanted, token.based_on))
    if changes:
        return write_on_group(state, changes, token)
    known = state.entry_with_key(token.key)
    if known is not None and wanted != description_of(state):
        raise AlreadySavedError(known)
    return known


def merged(state: GroupState, wanted: GroupDescription, based_on: int) -> GroupDescription:
    """What *wanted* changes in what the form has shown, and what others have written in the rest.

    The form was made for the revision *based_on*.
    """
    shown, now = _description_at(state, based_on), description_of(state)
    return GroupDescription(
        now.name if wanted.name == shown.name else wanted.name,
        now.currency if wanted.currency == shown.currency else wanted.currency,
    )


def _changes(state: GroupState, wanted: GroupDescription, based_on: int) -> Iterator[Draft]:
    shown = _description_at(state, based_on)
    if wanted.name != shown.name:
        kind = GroupEntryType.NAME
        yield Draft(kind, 0, kind.write(wanted.name))
    differs = based_on == state.row.revision and wanted.currency != state.row.currency
    if wanted.currency != shown.currency or differs:  # what stands may be damaged
        kind = GroupEntryType.CURRENCY
        yield Draft(kind, 0, kind.write(wanted.currency))


def _description_at(state: GroupState, revision: int) -> GroupDescription:
    data = {entry.type: entry.data for entry in state.entries if entry.revision <= revision}
    currency = data.get(GroupEntryType.CURRENCY) or CURRENCY
    return GroupDescription(data.get(GroupEntryType.NAME), currency)
