"""Single costs and payments of a group with the names of people, as they stand or stood last."""

from collections.abc import Mapping, Sequence

from scorekeeper.core.account import Cost, Payment
from scorekeeper.services.group_entries import GroupEntryType
from scorekeeper.services.group_money import named_cost, named_payment
from scorekeeper.services.group_state import GroupState
from scorekeeper.store.errors import reading
from scorekeeper.store.rows import EntryRow

KINDS = (GroupEntryType.COST, GroupEntryType.PAYMENT)


def last_value(
    state: GroupState, kind: GroupEntryType, subject: int, names: Mapping[int, str]
) -> Cost | Payment | None:
    """A cost or payment as it stands, or as it stood before it was taken back.

    None where nobody ever wrote it. *names* are those of everybody by id. Raises
    DamagedDatabaseError.
    """
    entry = state.last_standing(kind, subject)
    return None if entry is None else _value(state, entry, names)


def values_since(
    state: GroupState, revision: int, names: Mapping[int, str]
) -> Sequence[tuple[GroupEntryType, Cost | Payment | None]]:
    """What was written about costs and payments behind a revision, latest first.

    None is one that was taken back. Raises DamagedDatabaseError.
    """
    return [
        (GroupEntryType(entry.type), None if entry.data is None else _value(state, entry, names))
        for entry in reversed(state.entries)
        if entry.revision > revision and entry.type in KINDS
    ]


def _value(state: GroupState, entry: EntryRow, names: Mapping[int, str]) -> Cost | Payment:
    kind = GroupEntryType(entry.type)
    with reading(f"the money of group {state.row.id}"):
        value = kind.read(entry.data)
        if kind is GroupEntryType.COST:
            return named_cost(value, names)
        return named_payment(value, names)
