"""Sheets made ready to be opened: all that can be done before the transaction that writes them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from scorekeeper.files.sheet import Sheet
from scorekeeper.files.writing import round_data
from scorekeeper.services.digests import Digests, content_digest, digests_of
from scorekeeper.services.entries import EntryType, SeatChange, Seating
from scorekeeper.services.people import under_own_names
from scorekeeper.services.sheets import agreed_rules, details_of
from scorekeeper.store.new_sheets import NewSheet, ReadyEntry, ready_entries
from scorekeeper.store.rows import NewEntry


@dataclass(frozen=True, slots=True)
class PreparedSheet:
    """A sheet to be opened, with its rounds ready; seats need the ids of people first."""

    sheet: Sheet
    digests: Digests
    rounds: Sequence[ReadyEntry]
    is_imported: bool
    put_away: bool
    created_at: datetime | None
    author: str | None = None

    @property
    def names(self) -> Sequence[str]:
        """Everybody who sits there or sat there for a while."""
        return [*self.sheet.players, *(change.player for change in self.sheet.head.seating)]

    def in_group(self, own: Mapping[str, str]) -> "PreparedSheet":
        """The same sheet as it would stand in a group that knows some people by two names.

        *own* is what people are called there, by the casefolded spelling of all their names.
        """
        named = under_own_names(self.sheet, own)
        if named is self.sheet:
            return self
        digests = Digests(self.digests.written, content_digest(named))
        return replace(self, sheet=named, digests=digests)

    def opened(self, people: Mapping[str, int], key: str) -> NewSheet:
        """The sheet to be inserted; *people* are the ids of everybody on it by name."""
        return NewSheet(
            game=self.sheet.game.slug,
            key=key,
            imported=self.digests.written if self.is_imported else None,
            digest=self.digests.content,
            put_away=self.put_away,
            created_at=self.created_at,
            entries=[
                *ready_entries(_head(self.sheet, people), self.author),
                *self.rounds,
                *ready_entries(_tail(self.sheet, people), self.author),
            ],
        )


def prepare_sheet(
    sheet: Sheet,
    *,
    is_imported: bool,
    put_away: bool = False,
    created_at: datetime | None = None,
    author: str | None = None,
) -> PreparedSheet:
    """A sheet made ready; one that *is_imported* keeps the digest of its file.

    *author* says to have written its entries.
    """
    rounds = (
        NewEntry(EntryType.ROUND, number, 1, number - 1, round_data(dealt, sheet.game))
        for number, dealt in enumerate(sheet.rounds, 1)
    )
    return PreparedSheet(
        sheet,
        digests_of(sheet),
        ready_entries(rounds, author),
        is_imported,
        put_away,
        created_at,
        author,
    )


def _head(sheet: Sheet, people: Mapping[str, int]) -> Iterator[NewEntry]:
    """The entries before the first round."""
    players = tuple(people[name] for name in sheet.players)
    seating = Seating(players=players, first_dealer=sheet.setup.first_dealer)
    yield _entry(EntryType.SEATING, seating)
    yield _entry(EntryType.HOUSE, agreed_rules(sheet.house, sheet.head.stake))
    yield _entry(EntryType.ABOUT, details_of(sheet.head))


def _tail(sheet: Sheet, people: Mapping[str, int]) -> Iterator[NewEntry]:
    """The entries behind the last round."""
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
