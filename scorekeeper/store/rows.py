"""What is read from the database and what is written to it, as plain frozen values."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple, TypeVar, get_type_hints

CURRENCY = "EUR"  # until a group chooses another


class GroupRow(NamedTuple):
    """A group; *revision* counts the changes of its people, its list of sheets and its entries.

    *currency* is an ISO 4217 code.
    """

    id: int
    link: str
    revision: int
    currency: str = CURRENCY


class PersonRow(NamedTuple):
    """A name that a group knows; *same_as* is the id of the person whose other name it is."""

    id: int
    name: str
    same_as: int | None = None


class SheetRow(NamedTuple):
    """A sheet, with its group's link, revision and currency; *revision* counts its own changes."""

    id: int
    group_id: int
    number: int
    game: str
    revision: int
    put_away: bool
    imported: str | None
    created_at: datetime
    link: str
    group_revision: int
    currency: str

    @property
    def group(self) -> GroupRow:
        """The group it belongs to."""
        return GroupRow(self.group_id, self.link, self.group_revision, self.currency)


class EntryRow(NamedTuple):
    """An entry: the *edition*-th version of one *subject* of one *type*.

    For rounds *subject* is the permanent id and *after* the round behind which it was put (0: at
    the front); *data* is None where it was struck out.
    """

    id: int
    revision: int
    type: str
    subject: int
    edition: int
    after: int | None
    data: Any
    key: str | None
    author: str | None
    written_at: datetime


class GroupEntryRow(NamedTuple):
    """An entry of a group: the *edition*-th version of one *subject* of one *type*.

    *data* is None where it was taken back.
    """

    id: int
    revision: int
    type: str
    subject: int
    edition: int
    data: Any
    key: str | None
    author: str | None
    written_at: datetime


class DigestRow(NamedTuple):
    """The digests of a sheet: of its content as it stands, and of the file it came from."""

    id: int
    number: int
    digest: str | None
    imported: str | None


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry to be written."""

    type: str
    subject: int
    edition: int
    after: int | None
    data: Any


@dataclass(frozen=True, slots=True)
class NewGroupEntry:
    """An entry of a group to be written."""

    type: str
    subject: int
    edition: int
    data: Any


Row = TypeVar("Row", GroupRow, PersonRow, SheetRow, EntryRow, GroupEntryRow)

_TYPES: Mapping[type, tuple[Any, ...]] = {
    kind: tuple(object if each is Any else each for each in get_type_hints(kind).values())
    for kind in (GroupRow, PersonRow, SheetRow, EntryRow, GroupEntryRow)
}


def row_of(kind: type[Row], values: Iterable[Any]) -> Row:
    """A row as it was read; raises TypeError for a value that its column cannot hold."""
    row = kind._make(values)
    if not all(map(isinstance, row, _TYPES[kind])):
        raise TypeError(f"no {kind.__name__}: {[type(each).__name__ for each in row]}")
    return row
