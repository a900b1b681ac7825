"""What pages write about the people and the money of a group, for tests that need no page."""

from scorekeeper.core.account import Cost, Payment
from scorekeeper.services.group.entries import GroupEntryType, OtherName
from scorekeeper.services.group.state import group_state
from scorekeeper.services.group.writing import save_with_id, write_on_group
from scorekeeper.services.hosting.groups import HostedGroup, hosted_groups
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.store.rows import EntryRow, GroupRow

PERSON, SAME_AS = GroupEntryType.PERSON, GroupEntryType.SAME_AS


def add_person(row: GroupRow, name: str, token: FormToken) -> EntryRow:
    return _write(row, PERSON.draft(name), token)


def rename_person(row: GroupRow, player: int, name: str, token: FormToken) -> EntryRow:
    return _write(row, PERSON.draft(name, player), token)


def merge_people(row: GroupRow, player: int, person: int, token: FormToken) -> EntryRow:
    return _write(row, SAME_AS.draft(OtherName(person=person), player), token)


def part_people(row: GroupRow, player: int, token: FormToken) -> EntryRow:
    return _write(row, SAME_AS.draft(None, player), token)


def save_money(
    row: GroupRow, token: FormToken, value: Cost[int] | Payment[int], subject: int | None = None
) -> EntryRow:
    kind = GroupEntryType.COST if isinstance(value, Cost) else GroupEntryType.PAYMENT
    return save_with_id(row, token, kind, value, subject)


def _write(row: GroupRow, draft: Draft, token: FormToken) -> EntryRow:
    return write_on_group(group_state(row), [draft], token)


def hosted_group(number: int) -> HostedGroup:
    (hosted,) = filter(None, hosted_groups(number).values())
    return hosted
