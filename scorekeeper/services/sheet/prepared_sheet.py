"""A sheet that is not stored yet: made ready to be inserted, and as it would stand."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, time
from typing import NamedTuple

from scorekeeper.files.archive import ArchivedSheet
from scorekeeper.files.sheet import AgreedRules, Sheet, round_data
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.sheet.digests import Digests, content_digest, digests_of
from scorekeeper.services.sheet.entries import EntryType, SeatChange, Seating
from scorekeeper.services.sheet.entries_to_sheet import state_of
from scorekeeper.services.sheet.people import under_known_letters, under_own_names
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.versions import VersionsById, latest_by_id, version_columns
from scorekeeper.store import group_queries
from scorekeeper.store.insertion import NewSheet, ReadyEntry, new_entry, ready_entries
from scorekeeper.store.people import KnownPeople
from scorekeeper.store.rows import FIRST_REVISION, Access, EntryRow, GroupRow, SheetRow
from scorekeeper.store.tables import now


class PreparedSheet(NamedTuple):
    """A sheet to be opened as a file *told* it, or a form: its rounds are ready.

    Seats need the ids of people first. One that *is_imported* keeps the digest of its file;
    *author* says to have written its entries. *id_in_file* tells it from others in its file: the id
    that it has there, or else its letters.
    """

    told: ArchivedSheet
    id_in_file: str
    digests: Digests
    rounds: Sequence[ReadyEntry]
    is_imported: bool
    author: str | None

    @property
    def sheet(self) -> Sheet:
        """What stands on it."""
        return self.told.sheet

    @property
    def version_id(self) -> str | None:
        """The id of the sheet that the file says it is a version of."""
        return self.told.version.id if self.told.version else None

    @property
    def versions(self) -> VersionsById:
        """What the file says that it is, and all that it contains."""
        return latest_by_id((self.told.version, *self.told.continues))

    def in_group(self, people: KnownPeople) -> "PreparedSheet":
        """A sheet as it would stand in a group of these people, some known by two names."""
        named = under_own_names(under_known_letters(self.sheet, people), people.own_names)
        if named is self.sheet:
            return self
        digests = Digests(self.digests.written, content_digest(named))
        return self._replace(told=replace(self.told, sheet=named), digests=digests)

    def opened(self, people: Mapping[str, int], key: str) -> NewSheet:
        """The sheet to be inserted; *people* are the ids of everybody on it by name."""
        day = self.told.opened  # its middle, on the clock of this host
        columns = {
            "game": self.sheet.game.slug,
            "key": key,
            "imported": self.digests.written if self.is_imported else None,
            "digest": self.digests.content,
            "put_away": self.told.put_away,
            "created_at": now() if day is None else datetime.combine(day, time(12)).astimezone(),
            **version_columns(None, self.told.version, self.told.continues, FIRST_REVISION),
        }
        entries = [
            *ready_entries(_head(self.sheet, people), self.author),
            *self.rounds,
            *ready_entries(_tail(self.sheet, people), self.author),
        ]
        return columns, entries


def prepare_sheet(
    told: ArchivedSheet, *, is_imported: bool = True, author: str | None = None
) -> PreparedSheet:
    """A sheet made ready, with its digests."""
    ready, digests = ready_entries(_rounds(told.sheet), author), digests_of(told.sheet)
    id_in_file = told.version.id if told.version else digests.written
    return PreparedSheet(told, id_in_file, digests, ready, is_imported, author)


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


def prepared_for(sheet: Sheet, group: GroupRow | None) -> PreparedSheet:
    """A sheet as a group would find it: its people are called there as they are known now."""
    prepared = prepare_sheet(ArchivedSheet(sheet=sheet))
    return prepared if group is None else prepared.in_group(group_queries.known_people(group.id))
