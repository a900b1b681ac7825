"""Opening sheets: new ones, copies, those out of files, samples, what continues another one.

Samples are thrown away here, too: opening one deletes those whose time is over.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from itertools import islice

from scorekeeper.core.days import local_day
from scorekeeper.files.archive import ArchivedSheet
from scorekeeper.files.sheet import Sheet, round_data
from scorekeeper.services.journal import capacity
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.journal.form_token import new_key
from scorekeeper.services.journal.writing import AlreadySavedError, ImpossibleError
from scorekeeper.services.sheet.digests import (
    Digests,
    complete_digests,
    content_digest,
    digests_of,
    sheets_like,
)
from scorekeeper.services.sheet.entries import AgreedRules, EntryType, SeatChange, Seating
from scorekeeper.services.sheet.entries_to_sheet import state_of, stored_state
from scorekeeper.services.sheet.people import seated_twice, under_known_letters, under_own_names
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.store import group_queries, sheet_queries
from scorekeeper.store.db import transaction
from scorekeeper.store.erasure import erase_group, samples_over, was_thrown_away
from scorekeeper.store.errors import DamagedDatabaseError, RaceLostError
from scorekeeper.store.insertion import NewSheet, ReadyEntry, add_sheets, new_entry, ready_entries
from scorekeeper.store.people import given_names, own_names
from scorekeeper.store.records import EntryRecord, now
from scorekeeper.store.rows import FIRST_REVISION, Access, EntryRow, GroupRow, PersonRow, SheetRow

LOOKED_AT = 20  # sheets that a new one may continue: what lies further back is no habit
SAMPLE_KEPT = timedelta(days=30)
LEFT_TO_PLAY = 2  # deals of a sample
ERASED_AT_ONCE = 20  # samples, so that nobody who opens one waits for long


@dataclass(frozen=True, slots=True)
class PreparedSheet:
    """A sheet to be opened as a file *told* it, or a form: its rounds are ready.

    Seats need the ids of people first. One that *is_imported* keeps the digest of its file;
    *author* says to have written its entries.
    """

    told: ArchivedSheet
    digests: Digests
    rounds: Sequence[ReadyEntry]
    is_imported: bool
    author: str | None

    @property
    def sheet(self) -> Sheet:
        """What stands on it."""
        return self.told.sheet

    def in_group(
        self, people: Sequence[PersonRow], own: Mapping[str, str] | None = None
    ) -> "PreparedSheet":
        """A sheet as it would stand in a group of these people, some known by two names.

        *own* is what `own_names` says of them, where it is asked for many sheets.
        """
        known = own_names(people) if own is None else own
        named = under_own_names(under_known_letters(self.sheet, people), known)
        if named is self.sheet:
            return self
        digests = Digests(self.digests.written, content_digest(named))
        return replace(self, told=replace(self.told, sheet=named), digests=digests)

    def opened(self, people: Mapping[str, int], key: str) -> NewSheet:
        """The sheet to be inserted; *people* are the ids of everybody on it by name."""
        day = self.told.opened  # its middle, on the clock of this host
        version = self.told.version
        columns = {
            "game": self.sheet.game.slug,
            "key": key,
            "imported": self.digests.written if self.is_imported else None,
            "digest": self.digests.content,
            "put_away": self.told.put_away,
            "created_at": now() if day is None else datetime.combine(day, time(12)).astimezone(),
            "copy_of": version.id if version else None,
            "copied_revision": version.revision if version else 0,
            "copied_as": FIRST_REVISION if version else 0,
        }
        entries = [
            *ready_entries(EntryRecord, _head(self.sheet, people), self.author),
            *self.rounds,
            *ready_entries(EntryRecord, _tail(self.sheet, people), self.author),
        ]
        return columns, entries


def prepare_sheet(
    told: ArchivedSheet, *, is_imported: bool = True, author: str | None = None
) -> PreparedSheet:
    """A sheet made ready, with its digests."""
    ready = ready_entries(EntryRecord, _rounds(told.sheet), author)
    return PreparedSheet(told, digests_of(told.sheet), ready, is_imported, author)


def unsaved_state(sheet: Sheet) -> SheetState:
    """A sheet that is stored nowhere, as it would stand if it were opened now."""
    people = {name: number for number, name in enumerate(dict.fromkeys(sheet.names), 1)}
    entries = [*_head(sheet, people), *_rounds(sheet), *_tail(sheet, people)]
    row = SheetRow(
        id=0,
        group_id=0,
        number=0,
        game=sheet.game.slug,
        revision=FIRST_REVISION,
        put_away=False,
        imported=None,
        created_at=now(),
        key=content_digest(sheet),
        dated=sheet.head.date,
        access=Access.LOOK,
        is_alone=True,
    )
    return state_of(row, entries, {number: name for name, number in people.items()})


def _rounds(sheet: Sheet) -> Iterator[EntryRow]:
    for number, dealt in enumerate(sheet.rounds, 1):
        yield new_entry(EntryType.ROUND, number, 1, number - 1, round_data(dealt, sheet.game))


def _head(sheet: Sheet, people: Mapping[str, int]) -> list[EntryRow]:
    """The entries before the first round."""
    return [new_entry(draft.type, 0, 1, None, draft.data) for draft in head_drafts(sheet, people)]


def _tail(sheet: Sheet, people: Mapping[str, int]) -> Iterator[EntryRow]:
    """The entries behind the last round."""
    substitutes = substitute_drafts(sheet, people, range(1, len(sheet.rounds) + 1))
    for subject, draft in enumerate(substitutes, 1):
        yield new_entry(draft.type, subject, 1, draft.after, draft.data)
    if sheet.head.closed:
        yield new_entry(EntryType.CLOSED, 0, 1, None, True)


def head_drafts(sheet: Sheet, people: Mapping[str, int]) -> list[Draft]:
    """What a sheet says before its first round; *people* are the ids of everybody by name."""
    players = tuple(people[name] for name in sheet.players)
    seating = Seating(players=players, first_dealer=sheet.first_table.dealer)
    return [
        EntryType.SEATING.draft(seating, 0),
        EntryType.HOUSE.draft(AgreedRules.of(sheet.house, sheet.head.stake), 0),
        EntryType.ABOUT.draft(sheet.head, 0),
    ]


def substitute_drafts(
    sheet: Sheet, people: Mapping[str, int], ids: Sequence[int]
) -> Iterator[Draft]:
    """The changes of seats among rounds with these ids.

    One behind a round that is there stays behind that one whatever is struck out later.
    """
    behind = [0, *ids]
    for change in sheet.head.seating:
        after = behind[change.round - 1] if change.round <= len(behind) else None
        seat = SeatChange(seat=change.seat, player=people[change.player], round=change.round)
        yield EntryType.SUBSTITUTE.draft(seat, after=after)


def open_sheet(
    sheet: Sheet,
    group: GroupRow | None,
    *,
    key: str | None = None,
    imported: bool = False,
    twice: bool = True,
    author: str | None = None,
    sample_until: datetime | None = None,
) -> SheetRow:
    """Open a sheet in *group*, or in a new one where that is None; once per *key*.

    *author* says to open it; *imported* keeps the digest of the file it came from. A new group is
    a sample where *sample_until* says how long it is kept. Raises AlreadySavedError where the key
    has opened another sheet or, unless the same may be there *twice*, where the group has this one;
    ImpossibleError where a group cannot hold that much.
    """
    told, chosen = ArchivedSheet(sheet=sheet), key or new_key()
    prepared = prepare_sheet(told, is_imported=imported, author=author)
    try:
        return _open(prepared, group, chosen, sample_until, twice=twice)
    except RaceLostError:  # the same form, sent twice at the same moment
        return _open(prepared, group, chosen, sample_until, twice=twice)


def _open(
    prepared: PreparedSheet,
    group: GroupRow | None,
    key: str,
    sample_until: datetime | None,
    *,
    twice: bool,
) -> SheetRow:
    known = sheet_queries.sheet_by_key(key)
    if known is not None:
        return _same_or_reused(known, prepared, group)
    if group is not None and not twice:
        complete_digests(group)
    with transaction():
        if sheet_queries.sheet_by_key(key) is not None:
            raise RaceLostError(key)
        if group is not None:
            keep_if_sample(group)
        group = group or group_queries.add_group(sample_until)
        group_queries.advance_group(group.id, link=group.link)
        named = prepared.in_group(group_queries.people_rows(group.id))
        same = None if twice else same_sheet(named, group)
        if same is not None:
            raise AlreadySavedError(same)
        refuse_too_much([prepared.sheet], prepared.sheet.names, group)
        people = group_queries.player_ids(group.id, named.sheet.names)
        (sheet_id,) = add_sheets(group.id, [named.opened(people, key)])
        return existing_sheet(sheet_id)


def existing_sheet(sheet_id: int) -> SheetRow:
    """A sheet that is known to be there; DamagedDatabaseError where it is not."""
    row = sheet_queries.sheet_by_id(sheet_id)
    if row is None:
        raise DamagedDatabaseError(f"sheet {sheet_id} is not found")
    return row


def keep_if_sample(group: GroupRow) -> None:
    """A sample that gets another sheet is kept: people play there; for a transaction."""
    if group.sample_until is not None:
        group_queries.keep_sample(group.id)


def refuse_too_much(
    sheets: Sequence[Sheet], names: Sequence[str], group: GroupRow, *, known: int = 0
) -> None:
    """Raise ImpossibleError if a group cannot hold these sheets and people; so many it has already.

    Nor can it where somebody whom it knows by two names would sit twice at one table.
    """
    rows = group_queries.people_rows(group.id)
    own = own_names(rows)
    problems = [problem for sheet in sheets for problem in capacity.sheet_problems(sheet)]
    problems += [problem for sheet in sheets for problem in seated_twice(sheet, own)]
    problems += capacity.sheets_problems(sheet_queries.last_number(group.id), len(sheets) - known)
    problems += capacity.people_problems(given_names(rows).values(), names)
    if problems:
        raise ImpossibleError(problems)


def _same_or_reused(known: SheetRow, prepared: PreparedSheet, group: GroupRow | None) -> SheetRow:
    """The sheet that the key has opened, if it began as the one that is to be opened now."""
    entries, players = sheet_queries.content_of(known)
    first = [entry for entry in entries if entry.revision == 1]
    began_as = content_digest(stored_state(known, first, players).sheet)
    named = prepared.in_group(group_queries.people_rows(known.group_id))
    is_elsewhere = group is not None and group.id != known.group_id
    if began_as != named.digests.content or is_elsewhere:
        raise AlreadySavedError(known)
    return known


def prepared_for(sheet: Sheet, group: GroupRow | None) -> PreparedSheet:
    """A sheet as a group would find it: its people are called there as they are known now."""
    prepared = prepare_sheet(ArchivedSheet(sheet=sheet))
    known = () if group is None else group_queries.people_rows(group.id)
    return prepared.in_group(known)


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
            known = sheet_queries.sheet_by_id(same.id)
            if known is not None and day in (None, known.day):
                return known
    return None


def was_opened(key: str) -> bool:
    """Whether a form with this key has opened a sheet."""
    return sheet_queries.sheet_by_key(key) is not None


def latest_states(sheets: Iterable[SheetRow]) -> Iterator[SheetState]:
    """The latest of these *sheets*, latest first, as they stand: what a new one may continue.

    A sheet that was put away before its first round was opened by mistake: it does not count.
    Neither does one that is damaged.
    """
    for row in islice(sheets, LOOKED_AT):
        with suppress(DamagedDatabaseError):
            state = load(row)
            if state.sheet.rounds or not row.put_away:
                yield state


# ---- Sample evenings: a group of its own to try everything out on, for a while -------------------

# What the web asks, which knows no queries: whether a link wrote on a sample that was thrown away.
# A phone deletes on this word what it still has to send there.
is_sample_thrown_away = was_thrown_away


def open_sample(sheet: Sheet, *, key: str) -> SheetRow:
    """Open a sample sheet of today in a group of its own, once per *key*; it has no title.

    Its last deals are left to be played, so that there is one to enter whichever game it is.
    Samples whose time is over are deleted. Raises AlreadySavedError where the key has opened
    another sheet.
    """
    moment = now()
    head = replace(sheet.head, title=None, date=local_day(moment))
    own = Sheet(sheet.game, sheet.players, sheet.house, sheet.rounds[:-LEFT_TO_PLAY], head)
    opened = open_sheet(own, None, key=key, sample_until=moment + SAMPLE_KEPT)
    for group_id in samples_over(ERASED_AT_ONCE):
        throw_away_sample(group_id)
    return opened


def throw_away_sample(group_id: int) -> bool:
    """Delete a group for good if it is a sample, and say whether it was.

    Somebody may have begun to play there a moment ago: then it is kept.
    """
    with transaction():
        group_queries.lock_group(group_id)
        group = group_queries.group_by_id(group_id)
        is_sample = group is not None and group.sample_until is not None
        if is_sample:
            erase_group(group_id, keeps_link=True)
    return is_sample
