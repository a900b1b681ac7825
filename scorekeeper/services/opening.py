"""Opening sheets: new ones, copies, and those out of files."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from scorekeeper.core.codec import json_text
from scorekeeper.files.sheet import Sheet
from scorekeeper.files.writing import round_data, sheet_data
from scorekeeper.services import limits
from scorekeeper.services.entries import EntryType, SeatChange, Seating
from scorekeeper.services.form_token import new_key
from scorekeeper.services.lookup import states_of
from scorekeeper.services.sheet_state import state_of
from scorekeeper.services.sheets import agreed_rules, details_of
from scorekeeper.services.writing import ImpossibleError
from scorekeeper.store import group_queries, sheet_queries
from scorekeeper.store.db import transaction
from scorekeeper.store.errors import RaceLostError
from scorekeeper.store.rows import GroupRow, NewEntry, SheetRow


class DuplicateSheetError(Exception):
    """The group has this sheet already."""

    def __init__(self, sheet: SheetRow) -> None:
        super().__init__(f"sheet {sheet.number} is the same")
        self.sheet = sheet


class KeyReusedError(Exception):
    """The form has opened a sheet before, with something else in it."""

    def __init__(self, sheet: SheetRow) -> None:
        super().__init__(f"the key has opened sheet {sheet.number}")
        self.sheet = sheet


def open_sheet(
    sheet: Sheet,
    group: GroupRow | None,
    *,
    key: str | None = None,
    imported: bool = False,
    twice: bool = True,
) -> SheetRow:
    """Open a sheet in *group*, or in a new one where that is None; once per *key*.

    *imported* keeps the digest of the file it came from. Raises KeyReusedError where the key has
    opened another sheet, ImpossibleError where a group cannot hold that much, and, unless the same
    may be there *twice*, DuplicateSheetError where the group has this one.
    """
    chosen = key or new_key()
    try:
        return _open(sheet, group, chosen, imported=imported, twice=twice)
    except RaceLostError:  # the same form, sent twice at the same moment
        return _open(sheet, group, chosen, imported=imported, twice=twice)


def _open(
    sheet: Sheet, group: GroupRow | None, key: str, *, imported: bool, twice: bool
) -> SheetRow:
    digest = digest_of(sheet)
    with transaction():
        known = sheet_queries.sheet_by_key(key)
        if known is not None:
            return _same_or_reused(known, sheet, group)
        if group is not None and not twice:
            refuse_duplicate(sheet, group)
        group = group or group_queries.add_group()
        group_queries.advance_group(group.id)
        refuse_too_much([sheet], names_on(sheet), group)
        people = group_queries.player_ids(group.id, names_on(sheet))
        sheet_id = insert_sheet(
            sheet, people, group, key=key, imported=digest if imported else None
        )
        opened = sheet_queries.sheet_by_id(sheet_id)
    if opened is None:
        raise LookupError(key)
    return opened


def refuse_too_much(sheets: Sequence[Sheet], names: Sequence[str], group: GroupRow) -> None:
    """Raise ImpossibleError if a group cannot hold these sheets and people as well."""
    sheets_known = sheet_queries.last_number(group.id)
    people_known = group_queries.players_of(group.id).values()
    problems = [problem for sheet in sheets for problem in limits.sheet_problems(sheet)]
    problems += limits.sheets_problems(sheets_known, len(sheets))
    problems += limits.people_problems(people_known, names)
    if problems:
        raise ImpossibleError(problems)


def insert_sheet(
    sheet: Sheet,
    people: Mapping[str, int],
    group: GroupRow,
    *,
    key: str,
    imported: str | None = None,
    put_away: bool = False,
    created_at: datetime | None = None,
) -> int:
    """Insert a sheet with all its entries and return its id; for a transaction.

    *people* are the ids of everybody on it by name.
    """
    sheet_id = sheet_queries.add_sheet(
        group.id,
        sheet.game.slug,
        key=key,
        imported=imported,
        put_away=put_away,
        created_at=created_at,
    )
    sheet_queries.add_entries(sheet_id, list(_entries(sheet, people)), revision=1)
    return sheet_id


def _entries(sheet: Sheet, people: Mapping[str, int]) -> Iterator[NewEntry]:
    """The entries that a sheet begins with."""
    players = tuple(people[name] for name in sheet.players)
    seating = Seating(players=players, first_dealer=sheet.setup.first_dealer)
    rules = agreed_rules(sheet.house, sheet.head.stake)
    yield _entry(EntryType.SEATING, seating)
    yield _entry(EntryType.HOUSE, rules)
    yield _entry(EntryType.ABOUT, details_of(sheet.head))
    for number, dealt in enumerate(sheet.rounds, 1):
        yield NewEntry(EntryType.ROUND, number, 1, number - 1, round_data(dealt, sheet.game))
    for subject, change in enumerate(sheet.head.seating, 1):
        # Where there is no round yet to put it behind, the number of the round is kept instead.
        is_played = change.round <= len(sheet.rounds) + 1
        named = None if is_played else change.round
        after = change.round - 1 if is_played else None
        seat = SeatChange(seat=change.seat, player=people[change.player], round=named)
        yield _entry(EntryType.SUBSTITUTE, seat, subject, after)
    if sheet.head.closed:
        yield _entry(EntryType.CLOSED, True)


def _entry(kind: EntryType, value: object, subject: int = 0, after: int | None = None) -> NewEntry:
    return NewEntry(kind, subject, 1, after, kind.write(value))


def names_on(sheet: Sheet) -> Sequence[str]:
    """Everybody who sits there or sat there for a while."""
    return [*sheet.players, *(change.player for change in sheet.head.seating)]


def digest_of(sheet: Sheet) -> str:
    """A digest that is equal for sheets with equal content."""
    plain = json_text(sheet_data(sheet), sort_keys=True)
    return hashlib.sha256(plain.encode()).hexdigest()


def _same_or_reused(known: SheetRow, sheet: Sheet, group: GroupRow | None) -> SheetRow:
    """The sheet that the key has opened, if it began as the one that is to be opened now."""
    entries, players = sheet_queries.content_of(known)
    first = [entry for entry in entries if entry.revision == 1]
    began_as = state_of(known, first, players).sheet
    is_same = digest_of(_casefolded(began_as)) == digest_of(_casefolded(sheet))
    if not is_same or (group is not None and group.id != known.group_id):
        raise KeyReusedError(known)
    return known


def _casefolded(sheet: Sheet) -> Sheet:
    """The same sheet however its names were spelled: they may have been respelled since."""
    seating = tuple(
        replace(change, player=change.player.casefold()) for change in sheet.head.seating
    )
    players = tuple(name.casefold() for name in sheet.players)
    return replace(sheet, players=players, head=replace(sheet.head, seating=seating))


def refuse_duplicate(sheet: Sheet, group: GroupRow) -> None:
    """Raise DuplicateSheetError if the group has imported this sheet before, or has the like."""
    digest = digest_of(sheet)
    rows = [row for row in sheet_queries.sheets_of(group.id) if row.game == sheet.game.slug]
    for row in rows:
        if row.imported == digest:
            raise DuplicateSheetError(row)
    for state in states_of(rows, group):
        if digest_of(state.sheet) == digest:
            raise DuplicateSheetError(state.row)


def was_opened(key: str) -> bool:
    """Whether a form with this key has opened a sheet."""
    return sheet_queries.sheet_by_key(key) is not None
