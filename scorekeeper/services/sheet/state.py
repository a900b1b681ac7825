"""What stands on a sheet now, derived from everything that was ever written on it."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from scorekeeper.core.days import local_day
from scorekeeper.core.game import Round, Table
from scorekeeper.core.ledger import Ledger, LedgerRound
from scorekeeper.files.sheet import Sheet, Substitution, round_data
from scorekeeper.games.plugin import GamePlugin
from scorekeeper.games.registry import PLUGINS
from scorekeeper.services.journal.entries import Draft, Journal
from scorekeeper.services.sheet.entries import ABOUT_SEATS, EntryType, seated_in
from scorekeeper.store.rows import EntryRow, SheetRow

Editions = Mapping[tuple[int, int], Round[Any]]  # rounds read so far, by subject and edition


@dataclass(frozen=True, kw_only=True)
class SheetState(Journal):
    """A sheet as it stands: its content as a file holds it, and the ids behind it.

    *round_ids* are the rounds that stand, *order* also those struck out, both in playing order;
    *players* are the names in the group by id, *substitutes* by their subject those who sat down.
    """

    row: SheetRow
    players: Mapping[int, str]
    sheet: Sheet
    order: tuple[int, ...]
    round_ids: tuple[int, ...]
    substitutes: Mapping[int, Substitution]
    editions: Editions

    @property
    def ledger(self) -> Ledger:
        """Every score and total; replayed once for a sheet."""
        return self.sheet.ledger

    @property
    def seated(self) -> tuple[tuple[str, ...], ...]:
        """Who sits where in every round, and in the one to come."""
        return self.sheet.seated

    @property
    def side_names(self) -> tuple[str, ...]:
        """The heads of the columns, with the names of those who sit there now."""
        return self.sheet.game.side_names(self.sheet.names_now)

    @cached_property
    def ids(self) -> Mapping[str, int]:
        """The ids of everybody who sits on the sheet, or sat there for a while, by name."""
        return {
            self.players[player]: player
            for (kind, _), entry in self.latest_entries.items()
            if kind in ABOUT_SEATS
            for player in seated_in(EntryType(kind).read(entry.data))
        }

    @property
    def day(self) -> date:
        """The day it was played: the one that was written on it, or the one it was opened."""
        return self.sheet.head.date or local_day(self.row.created_at)

    @property
    def plugin(self) -> GamePlugin:
        """The game that is played, with its forms and pages."""
        return PLUGINS[self.row.game]

    @property
    def is_over(self) -> bool:
        """Whether the sheet has reached its end, or the table stopped."""
        return self.sheet.is_over

    @cached_property
    def corrected(self) -> frozenset[int]:
        """The rounds that say something else than when they were first written.

        That a round says who dealt it, which went without saying before, is no correction: rounds
        say so where another one was struck out and they were to stay as they were.
        """
        return frozenset(
            subject
            for subject, dealt in self._last_editions.items()
            if dealt.observation != (first := self.editions[subject, 1]).observation
            or first.dealer not in (None, dealt.dealer)
        )

    @property
    def last_round_id(self) -> int:
        """The round that stands last, struck out or not; 0 before the first."""
        return self.order[-1] if self.order else 0

    @cached_property
    def _numbers(self) -> Mapping[int, int]:
        """The numbers of the rounds that stand, by their ids."""
        return {round_id: number for number, round_id in enumerate(self.round_ids, 1)}

    @cached_property
    def _numbers_after(self) -> Mapping[int, int]:
        return numbers_after(self.order, self.round_ids)

    @cached_property
    def _last_editions(self) -> Mapping[int, Round[Any]]:
        return {subject: dealt for (subject, _), dealt in self.editions.items()}

    def was_written(self, round_id: int) -> bool:
        """Whether there ever was such a round, struck out since or not."""
        return round_id in self._last_editions

    def is_struck_out(self, round_id: int) -> bool:
        """Whether there was such a round that stands no more."""
        return self.was_written(round_id) and round_id not in self._numbers

    def struck_out_at(self, round_id: int) -> int:
        """The revision under which a round that stands no more was struck out."""
        last = max(edition for subject, edition in self.editions if subject == round_id)
        return self._editions[EntryType.ROUND, round_id, last + 1].revision

    def number_of(self, round_id: int) -> int | None:
        """The number of a round on the sheet, from 1; None where it does not stand there."""
        return self._numbers.get(round_id)

    def label_of(self, round_id: int) -> str | None:
        """What the table calls a round; None where it does not stand on the sheet."""
        number = self.number_of(round_id)
        return None if number is None else self.ledger.label_at(number)

    def round_before_deal(self, deal: int) -> int:
        """The id of the round after which the deal of this number stands or comes (0: at first)."""
        rounds = self.ledger.rounds
        at = bisect_left(rounds, deal, key=lambda played: played.table.number)
        while at < len(rounds) and rounds[at].beside:
            at += 1
        if at == len(rounds):
            return self.last_round_id
        place = self.order.index(self.round_ids[at])
        return self.order[place - 1] if place else 0

    def last_edition(self, round_id: int) -> Round[Any]:
        """What was last written about a round, also if it was struck out since."""
        return self._last_editions[round_id]

    def edition_at(self, round_id: int, revision: int) -> Round[Any] | None:
        """What a round said at a revision; None where it did not stand then."""
        entry = self.latest(EntryType.ROUND, round_id)
        while entry is not None and entry.revision > revision:
            entry = self.edition_before(entry)
        return None if entry is None else self.editions.get((round_id, entry.edition))

    def has_edition(self, round_id: int, number: int) -> bool:
        """Whether there is such a version of a round, striking it out included."""
        return (EntryType.ROUND, round_id, number) in self._editions

    def number_saved_at(self, key: str) -> int | None:
        """The place of the round that this key has written, if it stands on the sheet."""
        entry = self.entry_with_key(key)
        return self.number_of(entry.subject) if entry and entry.type == EntryType.ROUND else None

    def written_with(self, entry: EntryRow) -> Sequence[EntryRow]:
        """The entry, and the repairs of other rounds that were written together with a round."""
        return [entry] if entry.type != EntryType.ROUND else self.rounds_saved_at(entry.revision)

    def rounds_saved_at(self, revision: int) -> Sequence[EntryRow]:
        """The entries of rounds that were saved under a revision, first what the change was about.

        Empty where something else was written under it, as when the sheet was opened. A sheet that
        is put away keeps its revision, so that this may stand under it as well.
        """
        written = self.written_at(revision)
        if not written or written[0].type != EntryType.ROUND:
            return ()
        return [entry for entry in written if entry.type == EntryType.ROUND]

    def was_entered_since(self, observation: Any, revision: int) -> bool:
        """Whether the same was observed of a round written behind a revision that still stands."""
        return any(
            self.last_edition(entry.subject).observation == observation
            for entry in self.entries
            if entry.revision > revision
            and entry.type == EntryType.ROUND
            and entry.subject in self._numbers
        )

    def table_at(self, number: int) -> Table[Any]:
        """The table as the rotation left it for the round of this number, or for the next one."""
        is_next = number > len(self.round_ids)
        return self.ledger.table if is_next else self.ledger.rounds[number - 1].found

    def place_of(self, round_id: int) -> int:
        """The number of a round; of one that was struck out the one it would have."""
        return self.number_of(round_id) or self.number_after(round_id)

    def table_of(self, round_id: int, dealt: Round[Any]) -> Table[Any]:
        """The table of a round, struck out or not, with the dealer whom an edition of it names."""
        return self.table_at(self.place_of(round_id)).with_dealer(dealt.dealer)

    def number_after(self, round_id: int) -> int:
        """The number that a round put in after that one would have (0: at the front)."""
        return self._numbers_after.get(round_id, 1)

    def number_after_revision(self, revision: int) -> int:
        """The number that a round put in behind all those of a revision would have now."""
        known = [i for i in self.order if self._first[EntryType.ROUND, i].revision <= revision]
        return self.number_after(known[-1] if known else 0)

    def is_appended(self, row: EntryRow) -> bool:
        """Whether a row is a new round after the last one."""
        return (row.type, row.edition, row.after) == (EntryType.ROUND, 1, self.last_round_id)

    def new_round(self, dealt: Round[Any], after: int | None = None) -> Draft:
        """A round nobody has written down yet: after round *after*, or after the last one."""
        return Draft(EntryType.ROUND, None, round_data(dealt, self.sheet.game), after, dealt)

    def next_edition(self, round_id: int, dealt: Round[Any] | None) -> Draft:
        """The next edition of a round: corrected, or struck out where it is None."""
        data = None if dealt is None else round_data(dealt, self.sheet.game)
        return Draft(EntryType.ROUND, round_id, data, round=dealt)

    def dealt_by(self, played: LedgerRound) -> Draft:
        """The next edition of a round: it says who dealt it, as went without saying until now."""
        dealt = played.round._replace(dealer=played.dealer)
        return self.next_edition(self.round_ids[played.number - 1], dealt)

    def names_dealer_alone(self, change: Draft) -> bool:
        """Whether a round stays as it is but for who dealt it."""
        if change.subject is None or change.round is None:
            return False
        return bool(self.last_edition(change.subject).observation == change.round.observation)


def numbers_after(order: Sequence[int], standing: Sequence[int]) -> Mapping[int, int]:
    """By its id, the number of a round put in after that one (0: at the front)."""
    alive, numbers, number = frozenset(standing), {0: 1}, 1
    for round_id in order:
        number += round_id in alive
        numbers[round_id] = number
    return numbers
