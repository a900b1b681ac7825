"""The one way in which anything is written about a group: key, revision, check, insert."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.core.names import name_key
from scorekeeper.core.phrases import Problem
from scorekeeper.services.form_token import FormToken
from scorekeeper.services.group_checks import problems_of
from scorekeeper.services.group_entries import (
    NEW_PERSON,
    GroupEntryType,
    LinkKind,
    OtherName,
    ReplacedLink,
)
from scorekeeper.services.group_state import GroupState, group_state
from scorekeeper.services.writing import ImpossibleError
from scorekeeper.store import digest_queries, group_entry_queries, group_queries, secret_links
from scorekeeper.store.db import transaction
from scorekeeper.store.errors import GroupMovedOnError, RaceLostError
from scorekeeper.store.rows import CURRENCY, GroupEntryRow, GroupRow, NewGroupEntry

ABOUT_PEOPLE = (GroupEntryType.PERSON, GroupEntryType.SAME_AS)
ATTEMPTS = 3  # each after the first has seen what somebody faster wrote


class GroupKeyReusedError(Exception):
    """The form has written about the group before, with something else in it."""

    def __init__(self, entry: GroupEntryRow) -> None:
        super().__init__(f"the key has written entry {entry.id}")
        self.entry = entry


@dataclass(frozen=True, slots=True)
class GroupChange:
    """The next edition of a *subject*, or the first of a new one where that is None.

    A new person is one whose name the group does not know, or has taken back.

    *data* are as they are stored.
    """

    type: GroupEntryType
    subject: int | None
    data: Any


def write_on_group(
    row: GroupRow, token: FormToken, changes: Sequence[GroupChange]
) -> GroupEntryRow:
    """Write about a group, once per key however often the form is sent; returns the first entry.

    In this order: a key that has written the same before gives back what it wrote; the group must
    stand at the revision the form was made for; what is written must be possible; then it is
    inserted under the next revision, if nobody was faster meanwhile. Raises GroupKeyReusedError,
    GroupMovedOnError, ImpossibleError or StoreUnavailableError; then nothing is written.
    """
    for _ in range(ATTEMPTS):
        state = group_state(row)
        known = state.entry_with_key(token.key)
        if known is not None:
            return _same_or_reused(state, known, changes)
        if token.based_on == row.revision:
            try:
                return _insert(state, token, changes)
            except (RaceLostError, GroupMovedOnError):
                pass  # somebody was faster: with the same form, or with another one
        row = group_queries.group_by_id(row.id) or row
        if row == state.row:
            break
    raise GroupMovedOnError


def _same_or_reused(
    state: GroupState, known: GroupEntryRow, changes: Sequence[GroupChange]
) -> GroupEntryRow:
    """The entry that the key has written, if that form said the same."""
    written = state.changes_at(known.revision)
    pairs = zip(written, changes, strict=False)
    same = all(
        (entry.type, entry.data) == (change.type, change.data)
        and change.subject in (None, entry.subject)
        for entry, change in pairs
    )
    if not same or len(written) != len(changes):
        raise GroupKeyReusedError(known)
    return known


def undo_changes(state: GroupState, revision: int) -> list[GroupChange]:
    """The changes that put everything back that was written under a revision.

    Raises ImpossibleError where something of it was changed again since, or nothing was written.
    """
    written = state.changes_at(revision)
    newest = [state.latest(GroupEntryType(each.type), each.subject) for each in written]
    if not written or list(written) != newest:
        raise ImpossibleError([Problem("changed_since")])
    before = [state.edition_before(entry) for entry in written]
    return [
        GroupChange(GroupEntryType(entry.type), entry.subject, None if old is None else old.data)
        for entry, old in zip(written, before, strict=True)
    ]


def _insert(state: GroupState, token: FormToken, changes: Sequence[GroupChange]) -> GroupEntryRow:
    entries = new_entries(state, changes)
    problems = problems_of(state, entries)
    if problems:
        raise ImpossibleError(problems)
    with transaction():
        revision = group_queries.advance_group(state.row.id, based_on=state.row.revision)
        return add_group_entries(
            state.row.id, entries, revision=revision, key=token.key, author=token.author
        )


def add_group_entries(
    group_id: int,
    entries: Sequence[NewGroupEntry],
    *,
    revision: int,
    key: str | None = None,
    author: str | None = None,
) -> GroupEntryRow:
    """Insert entries and what follows from them in other tables, for a transaction; the first."""
    entries = [_with_person(group_id, entry) for entry in entries]
    for entry in entries:
        follow = _FOLLOWS.get(GroupEntryType(entry.type))
        if follow is not None:
            follow(group_id, entry.subject, entry.data)
    if any(entry.type in ABOUT_PEOPLE for entry in entries):
        digest_queries.forget_digests(group_id)
    return group_entry_queries.add_entries(
        group_id, entries, revision=revision, key=key, author=author
    )


def _with_person(group_id: int, entry: NewGroupEntry) -> NewGroupEntry:
    """The entry, about the id that somebody new has got by now."""
    if (entry.type, entry.subject) != (GroupEntryType.PERSON, NEW_PERSON):
        return entry
    return replace(entry, subject=group_queries.player_ids(group_id, [entry.data])[entry.data])


def _person(group_id: int, player: int, name: str | None) -> None:
    if name is None:
        group_queries.take_player_back(group_id, player)
        return
    group_queries.rename_player(group_id, player, name)


def _same_as(group_id: int, player: int, data: Any) -> None:
    other: OtherName | None = GroupEntryType.SAME_AS.read(data)
    group_queries.set_same_as(group_id, player, None if other is None else other.person)


def _currency(group_id: int, _: int, code: str | None) -> None:
    group_queries.set_currency(group_id, code or CURRENCY)


def _link(group_id: int, _: int, data: Any) -> None:
    replaced: ReplacedLink = GroupEntryType.LINK.read(data)
    if replaced.kind is LinkKind.WRITE:
        secret_links.replace_link(group_id, GroupEntryType.LINK)
    elif replaced.kind is LinkKind.LOOK:
        secret_links.replace_look_link(group_id)
    elif replaced.sheet is not None:
        secret_links.replace_look_link_of_sheet(group_id, replaced.sheet)


_FOLLOWS: Mapping[GroupEntryType, Callable[[int, int, Any], None]] = {
    GroupEntryType.CURRENCY: _currency,
    GroupEntryType.PERSON: _person,
    GroupEntryType.SAME_AS: _same_as,
    GroupEntryType.LINK: _link,
}


def _called_before(state: GroupState, player: int) -> list[NewGroupEntry]:
    """The entry with the name of somebody of whom none says it so far, as a sheet named them.

    None of somebody who is new, or was taken back.
    """
    name, latest = state.given_names.get(player), state.latest(GroupEntryType.PERSON, player)
    is_told = latest is not None and latest.data is not None
    if name is None or is_told or player in state.taken_back.values():
        return []
    edition = 1 if latest is None else latest.edition + 1
    return [NewGroupEntry(GroupEntryType.PERSON, player, edition, name)]


def new_entries(state: GroupState, changes: Sequence[GroupChange]) -> list[NewGroupEntry]:
    """The entries that changes become in this group."""
    editions = {(each.type, each.subject): each.edition for each in state.entries}
    highest = Counter[str]()
    for kind, of in editions:
        highest[kind] = max(of, highest[kind])
    entries, named = list[NewGroupEntry](), set[int]()
    for change in changes:
        subject = change.subject
        if subject is None and change.type == GroupEntryType.PERSON:
            subject = state.taken_back.get(name_key(change.data), NEW_PERSON)
        elif subject is None:
            subject = highest[change.type] + 1
        if change.type == GroupEntryType.PERSON and subject not in named:
            named.add(subject)
            for before in _called_before(state, subject):
                entries.append(before)
                editions[change.type, subject] = before.edition
        edition = editions.get((change.type, subject), 0) + 1
        editions[change.type, subject] = edition
        highest[change.type] = max(subject, highest[change.type])
        entries.append(NewGroupEntry(change.type, subject, edition, change.data))
    return entries
