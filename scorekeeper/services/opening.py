"""Opening sheets: new ones, those out of files, and all of a group at once."""

import hashlib
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from itertools import chain
from typing import Any

from scorekeeper.core.codec import json_text, record_of
from scorekeeper.files.sheet import Head, Sheet, Stake
from scorekeeper.files.writing import round_data, sheet_data
from scorekeeper.services.sheet_state import (
    ABOUT,
    CLOSED,
    HOUSE,
    ROUND,
    SEATING,
    SUBSTITUTE,
    SheetState,
    state_of,
)
from scorekeeper.store import group_queries as people
from scorekeeper.store import sheet_queries as store
from scorekeeper.store.db import once_more, transaction
from scorekeeper.store.group_queries import GroupRow
from scorekeeper.store.sheet_queries import NewEntry, SheetRow

MIDDAY = time(12)


@dataclass(frozen=True, slots=True)
class ArchivedSheet:
    """A sheet of a group, whether it was put away, and the day it was opened."""

    sheet: Sheet
    put_away: bool = False
    opened: date | None = None

    @property
    def opened_at(self) -> datetime | None:
        """The middle of that day on this host's clock."""
        return None if self.opened is None else datetime.combine(self.opened, MIDDAY).astimezone()


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
    """Open a sheet with all that stands in *sheet*, in *group* or in a new one; once per *key*.

    Raises OpenedBeforeError where the key has opened another sheet, and, unless the same may be
    there *twice*, SeenBeforeError where the group has this one.
    """
    chosen = key or new_key()
    return once_more(lambda: _open(sheet, group, chosen, imported=imported, twice=twice))


def _open(
    sheet: Sheet, group: GroupRow | None, key: str, *, imported: bool, twice: bool
) -> SheetRow:
    digest = digest_of(sheet)
    with transaction():
        known = store.sheet_by_key(key)
        if known is not None:
            return _same_or_opened_before(known, digest, group)
        if group is not None and not twice:
            refuse_seen_before(sheet, group)
        group = group or people.add_group()
        people.advance_group(group.id)
        kept = digest if imported else None
        ids = people.player_ids(group.id, names_on(sheet))
        opened = store.sheet_by_id(_written(sheet, ids, group, key=key, imported=kept))
    if opened is None:
        raise LookupError(key)
    return opened


def _written(sheet: Sheet, ids: dict[str, int], group: GroupRow, **about: Any) -> int:
    sheet_id = store.add_sheet(group.id, sheet.game.slug, **about)
    store.add_entries(sheet_id, list(_entries(sheet, ids)), revision=1)
    return sheet_id


def names_on(sheet: Sheet) -> list[str]:
    """Everybody who sits there or sat there for a while."""
    return [*sheet.players, *(change.player for change in sheet.head.seating)]


def open_all(
    names: Sequence[str],
    sheets: Sequence[ArchivedSheet],
    group: GroupRow | None,
    *,
    key: str | None = None,
) -> tuple[GroupRow, int]:
    """Open the sheets of another group, in *group* or in a new one, all of them or none.

    *names* are the people it knows. What the group has already is left as it is, so that the same
    sheets come in once however often they are sent; a new group is opened once per *key*. Gives
    the group and how many sheets were new.
    """
    chosen = key or new_key()
    return once_more(lambda: _open_all(names, sheets, group, chosen))


def _open_all(
    names: Sequence[str],
    sheets: Sequence[ArchivedSheet],
    group: GroupRow | None,
    key: str,
) -> tuple[GroupRow, int]:
    every = dict.fromkeys(name for each in sheets for name in names_on(each.sheet))
    with transaction():
        before = store.sheet_by_key(key)
        group = group or (before.group if before else people.add_group())
        people.advance_group(group.id)
        ids = people.player_ids(group.id, dict.fromkeys([*names, *every]))
        keys = chain([] if before else [key], iter(new_key, None))
        added = 0
        for (kept, digest), own_key in zip(_unknown(sheets, group), keys, strict=False):
            opened = {"put_away": kept.put_away, "created_at": kept.opened_at}
            _written(kept.sheet, ids, group, key=own_key, imported=digest, **opened)
            added += 1
    return group, added


def _unknown(sheets: Sequence[ArchivedSheet], group: GroupRow) -> list[tuple[ArchivedSheet, str]]:
    """Those that the group has not, each with its digest; every sheet it has stands for one."""
    rows = store.sheets_of(group.id)
    known = [{digest_of(state.sheet), state.row.imported} for state in states_of(rows, group)]
    unknown = []
    for kept in sheets:
        digest = digest_of(kept.sheet)
        same = next((each for each in known if digest in each), None)
        if same is None:
            unknown.append((kept, digest))
        else:
            known.remove(same)
    return unknown


def _same_or_opened_before(known: SheetRow, digest: str, group: GroupRow | None) -> SheetRow:
    """The sheet that the key has opened, if it began as what is to be opened now."""
    first = [entry for entry in store.entries_of(known.id) if entry.revision == 1]
    began_as = state_of(known, first, people.players_of(known.group_id)).sheet
    if digest_of(began_as) != digest or (group is not None and group.id != known.group_id):
        raise KeyReusedError(known)
    return known


def _entries(sheet: Sheet, ids: dict[str, int]) -> Iterable[NewEntry]:
    yield NewEntry(SEATING, 0, 1, None, seating_data(sheet, ids))
    yield NewEntry(HOUSE, 0, 1, None, house_data(sheet.house, sheet.head.stake))
    yield NewEntry(ABOUT, 0, 1, None, about_data(sheet.head))
    for number, dealt in enumerate(sheet.rounds, 1):
        yield NewEntry(ROUND, number, 1, number - 1, round_data(dealt, sheet.game))
    for subject, change in enumerate(sheet.head.seating, 1):
        data = {"seat": change.seat, "player": ids[change.player]}
        if change.round <= len(sheet.rounds) + 1:
            yield NewEntry(SUBSTITUTE, subject, 1, change.round - 1, data)
        else:  # there is no round yet that it could be put behind
            yield NewEntry(SUBSTITUTE, subject, 1, None, data | {"round": change.round})
    if sheet.head.closed:
        yield NewEntry(CLOSED, 0, 1, None, True)


def seating_data(sheet: Sheet, ids: dict[str, int]) -> dict[str, Any]:
    """Who sat down where, and who dealt first, as an entry holds it."""
    return {
        "players": [ids[name] for name in sheet.players],
        "first_dealer": sheet.setup.first_dealer,
    }


def house_data(house: Any, stake: Stake | None) -> dict[str, Any]:
    """The house rules and the stake, as an entry holds them."""
    kept = {"house": record_of(type(house)).write(house)}
    return kept | ({"stake": record_of(Stake).write(stake)} if stake else {})


def about_data(head: Head) -> dict[str, Any]:
    """Title and date, as an entry holds them."""
    return record_of(Head).write(Head(title=head.title, date=head.date))


def new_key() -> str:
    """A key that nobody has used."""
    return secrets.token_hex(16)


def digest_of(sheet: Sheet) -> str:
    """The same for two files that say the same."""
    plain = json_text(sheet_data(sheet), sort_keys=True)
    return hashlib.sha256(plain.encode()).hexdigest()


def refuse_seen_before(sheet: Sheet, group: GroupRow) -> None:
    """Raise SeenBeforeError if the group has opened this file before, or has the like of it."""
    digest = digest_of(sheet)
    sheets = [each for each in store.sheets_of(group.id) if each.game == sheet.game.slug]
    for row in sheets:
        if row.imported == digest:
            raise DuplicateSheetError(row)
    for state in states_of(sheets, group):
        if digest_of(state.sheet) == digest:
            raise DuplicateSheetError(state.row)


def states_of(sheets: Sequence[SheetRow], group: GroupRow) -> list[SheetState]:
    """Several sheets of a group as they stand, in two looks at the database."""
    entries = store.entries_of_all([sheet.id for sheet in sheets])
    players = people.players_of(group.id)
    return [state_of(sheet, entries[sheet.id], players) for sheet in sheets]


def was_opened(key: str) -> bool:
    """Whether a form with this key has opened a sheet."""
    return store.sheet_by_key(key) is not None
