"""Whether a group has a sheet already: it says the same, or came from the same file."""

from collections.abc import Sequence
from datetime import date

from scorekeeper.files.archive import ArchivedSheet
from scorekeeper.files.sheet import Sheet
from scorekeeper.services.sheet.digests import Digests, content_digest, digests_of
from scorekeeper.services.sheet.lookup import in_parts, readable_states_of
from scorekeeper.services.sheet.prepared_sheet import PreparedSheet, prepare_sheet
from scorekeeper.store import hosting_queries
from scorekeeper.store.db import transaction
from scorekeeper.store.group_queries import known_people
from scorekeeper.store.rows import GroupRow, SheetRow
from scorekeeper.store.sheet_queries import keep_digests, sheets_with


def complete_digests(group: GroupRow) -> None:
    """Work out the digests that sheets of a group lack, and keep them.

    Before the transaction that asks for them: each part is read without the lock, and kept in a
    short transaction of its own, where the sheet was not written on meanwhile.
    """
    for part in in_parts(sheets_with(group.id)):
        known = _with_digests(part, group)
        with transaction():
            keep_digests(group.id, known)


def _with_digests(sheets: Sequence[SheetRow], group: GroupRow) -> Sequence[SheetRow]:
    """The sheets with the digests that they lack; a damaged one has none."""
    unknown = [row for row in sheets if row.digest is None]
    if not unknown:
        return sheets
    states = readable_states_of(unknown, known_people(group.id).names)
    digests = {state.row.id: content_digest(state.sheet) for state in states}
    return [row._replace(digest=digests.get(row.id, row.digest)) for row in sheets]


def sheets_like(wanted: Sequence[Digests], group: GroupRow) -> list[SheetRow]:
    """The sheets of a group that say the same as one of these, or came from such a file.

    The latest first. Those written on since `complete_digests` are looked at here.
    """
    contents = {digests.content for digests in wanted}
    files = {digests.written for digests in wanted}
    rows = _with_digests(sheets_with(group.id, contents, files), group)
    return [row for row in rows if row.digest in contents or row.imported in files]


def same_sheet(prepared: PreparedSheet, group: GroupRow) -> SheetRow | None:
    """The sheet of a group that was imported from the same file, or says the same.

    A link says the day also of a sheet on which none was written. Quick where `complete_digests`
    came before.
    """
    sheet = prepared.sheet
    wanted: list[tuple[Digests, date | None]] = [(prepared.digests, None)]
    if sheet.head.date is not None:
        wanted.append((digests_of(sheet.dated(None)), sheet.head.date))
    for digests, day in wanted:
        for same in sheets_like([digests], group):
            if day in (None, same.day):
                return same
    return None


def known_sheet(sheet: Sheet) -> SheetRow | None:
    """The same sheet in the first group here that has it."""
    prepared = prepare_sheet(ArchivedSheet(sheet=sheet))
    for group in hosting_queries.kept_groups():
        same = same_sheet(prepared.in_group(known_people(group.id)), group)
        if same is not None:
            return same
    return None
