"""What can be written on a sheet, and what follows from it in its group and in memory."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from scorekeeper.core.phrases import Problem
from scorekeeper.files.reading import same_names
from scorekeeper.services.journal import capacity
from scorekeeper.services.journal.entries import Draft, numbered
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.services.journal.writing import ImpossibleError, write
from scorekeeper.services.sheet.change_set import ChangePreview, preview_of
from scorekeeper.services.sheet.entries import EntryType, SeatChange, Seating
from scorekeeper.services.sheet.people import People
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.state_cache import keep, load
from scorekeeper.store import revisions, sheet_queries
from scorekeeper.store.insertion import EntryTable, dated_behind
from scorekeeper.store.rows import EntryRow
from scorekeeper.store.tables import EntryRecord

Ids = Mapping[str, int]


class MisfitsError(Exception):
    """Later rounds would no longer fit, even with the repairs given."""

    def __init__(self, preview: ChangePreview) -> None:
        super().__init__("later rounds would no longer fit")
        self.preview = preview


@dataclass
class SheetChange:
    """What *drafted* makes of a sheet, and of the ids of the people named, as entries.

    *names* may be new in the group; where it *respells*, people are also spelled so from now on.
    """

    table: ClassVar[EntryTable] = EntryRecord
    at_any_revision: ClassVar[bool] = False

    drafted: Callable[[SheetState, Ids], Sequence[Draft]]
    names: Sequence[str] = ()
    respells: bool = False
    people: People = field(init=False)  # as they were when it was checked, and what it would do
    preview: ChangePreview = field(init=False)

    def latest(self, state: SheetState) -> SheetState | None:
        """The sheet as it is by now; None where nobody has written since."""
        row = sheet_queries.sheet_by_id(state.row.id)
        return None if row is None or row.says_the_same_as(state.row) else load(row)

    def drafts_again(self, state: SheetState, known: EntryRow) -> Sequence[Draft]:
        """The entries as they would be now: people have got their ids meanwhile."""
        return self.drafted(state, People.of(state, self.names, respells=False).ids)

    def checked(self, state: SheetState) -> Sequence[EntryRow]:
        """The entries; raises what stands against the first before what follows from it."""
        self.people = people = People.of(state, self.names, respells=self.respells)
        self.preview = preview = preview_of(state, self.drafted(state, people.ids), people.players)
        problems = tuple(self._problems()) or preview.problems
        problems = problems or tuple(people.problems(preview.after.sheet))
        if problems:
            raise ImpossibleError(problems)
        if preview.misfits:
            raise MisfitsError(preview)
        return preview.rows

    def _problems(self) -> Iterator[Problem]:
        """Why it cannot be done to this sheet at all, and why nothing can hold all that."""
        before = self.preview.before
        yield from same_names(self.names)
        if before.round_ids and any(row.type == EntryType.HOUSE for row in self.preview.rows):
            yield Problem("house_locked")
        is_substitute = self.names and self.preview.rows[0].type == EntryType.SUBSTITUTE
        if is_substitute and self.preview.after.seated == before.seated:
            yield Problem("sits_there", {"name": self.names[0]}, "player")
        yield from self.preview.limit_problems
        yield from capacity.people_problems(before.players.values(), self.names)

    def advance(self, state: SheetState, entries: Sequence[EntryRow]) -> Sequence[EntryRow]:
        """Move the sheet on; whoever moves its group on too begins with that.

        Returns the entries with the people in them, who are in the group now.
        """
        if self.people.are_changed:
            revisions.advance_group(state.row.group_id)
        _, settled = revisions.advance_sheet(state.row.id, state.row.revision)
        if self.people.are_changed:
            entries = numbered(state, self.drafted(state, self.people.written(state.row)))
        return dated_behind(settled, entries)

    def keep(self, entries: Sequence[EntryRow]) -> None:
        """Keep the sheet as it stands now; its group may have changed with the people."""
        if not self.people.are_changed:
            keep(self.preview.written_as(entries))


class PuttingAway(SheetChange):
    """A sheet that is put away, or fetched back: that conflicts with nothing that others write.

    The sheet keeps its revision; the list of sheets changes, and with it the group.
    """

    at_any_revision: ClassVar[bool] = True

    def checked(self, state: SheetState) -> Sequence[EntryRow]:
        """The entry: it is always possible."""
        entries = numbered(state, self.drafted(state, {}))
        return [entry._replace(revision=state.row.revision) for entry in entries]

    def advance(self, state: SheetState, entries: Sequence[EntryRow]) -> Sequence[EntryRow]:
        """Move the group on; the entry, which the row of the sheet repeats."""
        revisions.advance_group(state.row.group_id)
        sheet_queries.set_sheet_columns(state.row.id, put_away=entries[0].data)
        return entries

    def keep(self, entries: Sequence[EntryRow]) -> None:
        """Keep nothing: the sheet says what it said."""


def write_on_sheet(state: SheetState, drafts: Sequence[Draft], token: FormToken) -> EntryRow:
    """Write entries that name nobody; raises what `journal.writing.write` raises, and MisfitsError.

    *state* is the sheet as the form, or whoever has read it last, found it.
    """
    return write(state, SheetChange(lambda *_: drafts), token)


def write_value(state: SheetState, kind: EntryType, value: Any, token: FormToken) -> EntryRow:
    """Write what a sheet says in one entry: its details, its house rules, or that it is closed.

    Raises what `write_on_sheet` does, and so ImpossibleError for rules after the first round.
    """
    return write_on_sheet(state, [kind.draft(value, 0)], token)


def put_away(state: SheetState, away: bool, token: FormToken) -> EntryRow:
    """Take the sheet off the table, or fetch it back, whatever others write on it meanwhile."""
    return write(state, PuttingAway(lambda *_: [Draft(EntryType.AWAY, 0, away)]), token)


def correct_seats(
    state: SheetState, names: Sequence[str], first_dealer: int, token: FormToken
) -> EntryRow:
    """Correct the names at the seats, from the first round on, or the first dealer."""
    return write(state, _seats_corrected(names, first_dealer), token)


def preview_of_seats(state: SheetState, names: Sequence[str], first_dealer: int) -> ChangePreview:
    """What `correct_seats` would do; raises ImpossibleError or MisfitsError as that does."""
    change = _seats_corrected(names, first_dealer)
    change.checked(state)
    return change.preview


def _seats_corrected(names: Sequence[str], first_dealer: int) -> SheetChange:
    def seating(_: SheetState, ids: Ids) -> Sequence[Draft]:
        seated = Seating(players=tuple(ids[name] for name in names), first_dealer=first_dealer)
        return [EntryType.SEATING.draft(seated, 0)]

    return SheetChange(seating, names, respells=True)


def substitute(state: SheetState, seat: int, name: str, after: int, token: FormToken) -> EntryRow:
    """Seat somebody else for every round after round *after* (0: from the first on)."""

    def seat_change(_: SheetState, ids: Ids) -> Sequence[Draft]:
        return [EntryType.SUBSTITUTE.draft(SeatChange(seat=seat, player=ids[name]), after=after)]

    return write(state, SheetChange(seat_change, (name,)), token)


def remove_substitute(state: SheetState, subject: int, token: FormToken) -> EntryRow:
    """Take a substitute back: whoever sat there before stays."""
    return write_on_sheet(state, [EntryType.SUBSTITUTE.draft(None, subject)], token)
