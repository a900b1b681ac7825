"""Sheets made ready to be opened: all that can be done before the transaction that writes them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from scorekeeper.files.sheet import Sheet
from scorekeeper.files.writing import round_data
from scorekeeper.services.digests import Digests, content_digest, digests_of
from scorekeeper.services.entries import EntryType, SeatChange, Seating
from scorekeeper.services.people import under_known_letters, under_own_names
from scorekeeper.services.sheets import agreed_rules, details_of
from scorekeeper.store.new_sheets import NewSheet, ReadyEntry, ready_entries
from scorekeeper.store.people import own_names
from scorekeeper.store.rows import NewEntry, PersonRow


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
    alike_before: int = 0  # equal sheets in earlier files of the same group

    def in_group(
        self, people: Sequence[PersonRow], own: Mapping[str, str] | None = None
    ) -> "PreparedSheet":
        """The same sheet as it would stand in a group of these people, some known by two names.

        *own* is what `own_names` says of them, where it is asked for many sheets.
        """
        known = own_names(people) if own is None else own
        named = under_own_names(under_known_letters(self.sheet, people), known)
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
        # Behind a round that is there, it stays behind that one whatever is struck out later.
        after = change.round - 1 if change.round <= len(sheet.rounds) + 1 else None
        seat = SeatChange(seat=change.seat, player=people[change.player], round=change.round)
        yield _entry(EntryType.SUBSTITUTE, seat, subject, after)
    if sheet.head.closed:
        yield _entry(EntryType.CLOSED, True)


def _entry(kind: EntryType, value: object, subject: int = 0, after: int | None = None) -> NewEntry:
    return NewEntry(kind, subject, 1, after, kind.write(value))
