"""What can be written about a group, what follows from it in other tables, and undoing it.

Among it are its people and what it says once about itself; money has a room of its own.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar

from scorekeeper.core.phrases import Problem
from scorekeeper.files.archive import GroupDetails
from scorekeeper.services.group.checks import checked_entries
from scorekeeper.services.group.entries import (
    DETAILS,
    NEW_PERSON,
    GroupEntryType,
    LinkKind,
    OtherName,
    ReplacedLink,
)
from scorekeeper.services.group.state import GroupState, group_state
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.services.journal.writing import AlreadySavedError, ImpossibleError, write
from scorekeeper.store import group_queries, revisions, secret_links, sheet_queries
from scorekeeper.store.errors import MovedOnError
from scorekeeper.store.insertion import EntryTable, dated_behind
from scorekeeper.store.rows import CURRENCY, EntryRow, GroupRow
from scorekeeper.store.tables import GroupEntryRecord

PERSON, SAME_AS = GroupEntryType.PERSON, GroupEntryType.SAME_AS


@dataclass(frozen=True, slots=True)
class GroupChange:
    """What *drafted* makes of a group as entries; it raises what stands against them.

    A new person is one whose name the group does not know, or has taken back.
    """

    table: ClassVar[EntryTable] = GroupEntryRecord

    drafted: Callable[[GroupState], Sequence[Draft]]
    at_any_revision: bool = False

    def latest(self, state: GroupState) -> GroupState | None:
        """The group as it is by now; None where nobody has written since."""
        row = group_queries.group_by_id(state.row.id)
        return None if row is None or row == state.row else group_state(row)

    def drafts_again(self, state: GroupState, known: EntryRow) -> Sequence[Draft]:
        """The entries made of the group as it was before; none where that was not possible.

        Its people are those of now.
        """
        try:
            return self.drafted(GroupState(state.row, state.entries[: state.entries.index(known)]))
        except (ImpossibleError, MovedOnError):
            return ()

    def checked(self, state: GroupState) -> Sequence[EntryRow]:
        """The entries, if they can be written together about the group; else ImpossibleError."""
        return checked_entries(state, self.drafted(state))

    def advance(self, state: GroupState, entries: Sequence[EntryRow]) -> Sequence[EntryRow]:
        """Move the group on; the entries once what follows from them is written."""
        revisions.advance_group(state.row.id, based_on=state.row.revision)
        return followed(state.row.id, entries)

    def keep(self, entries: Sequence[EntryRow]) -> None:
        """Keep nothing: a group is read anew whenever it is asked for."""


def write_on_group(state: GroupState, drafts: Sequence[Draft], token: FormToken) -> EntryRow:
    """Write entries about a group; raises what `journal.writing.write` raises."""
    return write(state, GroupChange(lambda _: drafts), token)


def followed(group_id: int, entries: Sequence[EntryRow]) -> Sequence[EntryRow]:
    """Write what follows from entries in other tables, in a transaction that moves the group on.

    Returns them about the ids that new people have got by it.
    """
    entries = [_with_person(group_id, entry) for entry in entries]
    if any(entry.type == GroupEntryType.SETTLEMENT for entry in entries):
        # It counts all that stands on the sheets, also what the clock of another host calls later.
        entries = dated_behind(sheet_queries.last_written(group_id), entries)
    for entry in entries:
        _follow(group_id, entry)
    if any(entry.type in (PERSON, SAME_AS) for entry in entries):
        sheet_queries.forget_digests(group_id)
    return entries


def _with_person(group_id: int, entry: EntryRow) -> EntryRow:
    """The entry, about the id that somebody new has got by now."""
    if (entry.type, entry.subject) != (GroupEntryType.PERSON, NEW_PERSON):
        return entry
    return entry._replace(subject=group_queries.player_ids(group_id, [entry.data])[entry.data])


def _follow(group_id: int, entry: EntryRow) -> None:
    match entry.type:
        case GroupEntryType.CURRENCY:
            group_queries.set_group_columns(group_id, currency=entry.data or CURRENCY)
        case GroupEntryType.PERSON if entry.data is None:
            group_queries.take_player_back(group_id, entry.subject)
        case GroupEntryType.PERSON:
            group_queries.rename_player(group_id, entry.subject, entry.data)
        case GroupEntryType.SAME_AS:
            other: OtherName | None = GroupEntryType.SAME_AS.read(entry.data)
            person = None if other is None else other.person
            group_queries.set_same_as(group_id, entry.subject, person)
        case GroupEntryType.LINK:
            _replace_link(group_id, GroupEntryType.LINK.read(entry.data))


def _replace_link(group_id: int, replaced: ReplacedLink) -> None:
    if replaced.kind is LinkKind.WRITE:
        secret_links.replace_link(group_id, GroupEntryType.LINK)
    elif replaced.kind is LinkKind.LOOK:
        secret_links.replace_look_link(group_id)
    elif replaced.sheet is not None:
        secret_links.replace_look_link(group_id, replaced.sheet)


def undo(row: GroupRow, revision: int, token: FormToken) -> EntryRow:
    """Put everything back that was written under *revision*, once per key; the first entry of that.

    Whatever else stands in the group as it is in *row* does not matter. Raises what
    `journal.writing.write` raises: MovedOnError where somebody writes at the same moment, and may
    have replaced the link; ImpossibleError also where something of it was changed again since, or
    nothing was written.
    """

    def undone(state: GroupState) -> Sequence[Draft]:
        written = state.changes_at(revision)
        newest = [state.latest(entry.type, entry.subject) for entry in written]
        if not written or list(written) != newest:
            raise ImpossibleError([Problem("changed_since")])
        return state.undoing(written)

    return write(group_state(row), GroupChange(undone), token._replace(based_on=row.revision))


def can_be_undone(state: GroupState, revision: int) -> bool:
    """Whether nothing that was written under a revision was changed since.

    Nor does anything depend on somebody who was added; a link that was replaced does not come back.
    """
    written = state.changes_at(revision)
    return bool(written) and all(
        entry is state.latest(entry.type, entry.subject)
        and entry.type != GroupEntryType.LINK
        and not (is_added(state, entry) and entry.subject in state.people_in_use)
        and not _is_there_again(state, entry)
        for entry in written
    )


def _is_there_again(state: GroupState, entry: EntryRow) -> bool:
    """Whether the entry took somebody off the list who plays again by now, on a new sheet."""
    is_person = entry.type == GroupEntryType.PERSON and entry.data is None
    return is_person and entry.subject not in state.taken_back.values()


def is_added(state: GroupState, entry: EntryRow) -> bool:
    """Whether the entry says that somebody is in the group who was not before."""
    before = state.edition_before(entry)
    is_person = entry.type == GroupEntryType.PERSON and entry.data is not None
    return is_person and (before is None or before.data is None)


def save_with_id(
    row: GroupRow, token: FormToken, kind: GroupEntryType, value: Any, subject: int | None
) -> EntryRow:
    """Write a value that is known by an id, or correct that of a *subject*, which keeps its id."""
    state = group_state(row)
    known = None if subject is None else state.last_value(kind, subject)
    value = replace(value, id=token.key if known is None else known.id)
    return write_on_group(state, [kind.draft(value, subject)], token)


def take_person_back(row: GroupRow, player: int, token: FormToken) -> EntryRow:
    """Take somebody out of the group again who was added by mistake: nothing depends on them.

    Where something does meanwhile, that is what is said, and not that somebody was faster.
    """
    draft = PERSON.draft(None, player)
    try:
        return write_on_group(group_state(row), [draft], token)
    except MovedOnError:
        checked_entries(group_state(group_queries.group_by_id(row.id) or row), [draft])
        raise


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupDescription(GroupDetails):
    """What a group says about itself in words, and the ISO 4217 code of its currency."""

    currency: str = CURRENCY


def description_of(state: GroupState) -> GroupDescription:
    """What the group says about itself now."""
    said = {kind.value: state.single(kind) for kind in DETAILS}
    return GroupDescription(currency=state.row.currency, **said)


def describe_group(row: GroupRow, wanted: GroupDescription, token: FormToken) -> EntryRow | None:
    """Write down what *wanted* changes in what the form has shown, all under one revision.

    Returns the first entry, None where nothing changes; raises what `write_on_group` raises.
    """
    state = group_state(row)
    changed = _changed(state, wanted, token.based_on)
    if token.based_on == row.revision and wanted.currency != row.currency:
        changed[GroupEntryType.CURRENCY] = wanted.currency  # what stands may be damaged
    if changed:
        drafts = [GroupEntryType(kind).draft(value, 0) for kind, value in changed.items()]
        return write_on_group(state, drafts, token)
    known = state.entry_with_key(token.key)
    if known is not None and wanted != description_of(state):
        raise AlreadySavedError(known)
    return known


def rebased(state: GroupState, wanted: GroupDescription, based_on: int) -> GroupDescription:
    """What *wanted* changes in what the form has shown, and what others have written in the rest.

    The form was made for the revision *based_on*.
    """
    return replace(description_of(state), **_changed(state, wanted, based_on))


def _changed(state: GroupState, wanted: GroupDescription, based_on: int) -> dict[str, Any]:
    """What is *wanted* otherwise than it stood at a revision, by the words of its entries."""
    unsaid, stood = asdict(GroupDescription()), state.standing_at(based_on)
    return {
        kind: value
        for kind, value in asdict(wanted).items()
        if value != stood.get(kind, {}).get(0, unsaid[kind])
    }
