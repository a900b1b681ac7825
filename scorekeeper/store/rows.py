"""What is read from the database and what is written to it, as plain frozen values."""

import hashlib
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from enum import StrEnum
from typing import Any, NamedTuple, TypeVar, get_type_hints

from scorekeeper.core.days import local_day

CURRENCY = "EUR"  # until a group chooses another
ABOUT = "about"  # the type of the entries with the details of a sheet
SETTLEMENT = "settlement"  # and that of a group's entries with a list of who pays whom
FIRST_REVISION = 1  # of a sheet, and of a group that was made by writing something about it


def sheet_file_id(key: str, former_id: str | None) -> str:
    """The id of a sheet in files, which no other has, and which says nothing of its secret *key*.

    It follows from the first key; where that was replaced it is the *former* one.
    """
    return former_id or hashlib.sha256(f"sheet {key}".encode()).hexdigest()[:32]


class Access(StrEnum):
    """What the link may do by which somebody asks."""

    WRITE = "write"
    LOOK = "look"


class GroupRow(NamedTuple):
    """A group; *revision* counts the changes of its people, its list of sheets and its entries.

    *link* is the one by which it was asked for, and *access* what that may do; asked for in another
    way, it is the one that writes. *currency* is an ISO 4217 code. One that was opened as a sample
    is kept until *sample_until*, which is None of all others.
    """

    id: int
    link: str
    revision: int
    currency: str = CURRENCY
    sample_until: datetime | None = None
    access: Access = Access.WRITE


class PersonRow(NamedTuple):
    """A name that a group knows; *same_as* is the id of the person whose other name it is.

    Whoever was taken back out of the group has their own id there.
    """

    id: int
    name: str
    same_as: int | None = None

    @property
    def is_taken_back(self) -> bool:
        """Whether the group has added them by mistake, and taken them back."""
        return self.same_as == self.id


class SheetRow(NamedTuple):
    """A sheet, with what is known of its group; *revision* counts its own changes.

    *key* is the one of the form that has opened it, which no other sheet has. *imported* is the
    digest of the file it came from, and *digest* that of its content, where it was worked out when
    it was read. *copy_of* is the id in files of the sheet of another database, whose
    *copied_revision* it was a copy of at its own revision *copied_as*; without it, that is the one
    at which it last followed the first sheet in *continues*, beside which it lies. *continues*
    lists, as JSON, all versions of sheets of other databases that it contains.
    *dated* is the day that was written on it last, if any can be read. *link* and *access* are
    those of its group, unless it *is_alone*: asked for by its *look_link*, which looks at it and at
    nothing else.
    """

    id: int
    group_id: int
    number: int
    game: str
    revision: int
    put_away: bool
    imported: str | None
    created_at: datetime
    key: str
    digest: str | None = None
    former_id: str | None = None
    copy_of: str | None = None
    copied_revision: int = 0
    copied_as: int = 0
    continues: str | None = None
    group_revision: int = FIRST_REVISION
    currency: str = CURRENCY
    sample_until: datetime | None = None
    link: str = ""
    look_link: str = ""
    dated: date | None = None
    access: Access = Access.WRITE
    is_alone: bool = False

    @property
    def file_id(self) -> str:
        """The id by which files know it."""
        return sheet_file_id(self.key, self.former_id)

    @property
    def told_id(self) -> str:
        """The id that files tell of it: of a copy that nobody has written on, the other one's."""
        return self.copy_of if self.copy_of and self.revision == self.copied_as else self.file_id

    @property
    def day(self) -> date:
        """The day it was played: the one that was written on it, or the one it was opened."""
        return self.dated or local_day(self.created_at)

    @property
    def group(self) -> GroupRow:
        """The group it belongs to, without a link if the sheet is alone."""
        link = "" if self.is_alone else self.link
        known = self.currency, self.sample_until, self.access
        return GroupRow(self.group_id, link, self.group_revision, *known)

    def says_the_same_as(self, other: "SheetRow") -> bool:
        """Whether both are the same sheet at the same revision, by whatever link."""
        return self == other._replace(
            digest=self.digest, link=self.link, access=self.access, is_alone=self.is_alone
        )


class EntryRow(NamedTuple):
    """An entry of a sheet or of a group: the *edition*-th version of a *subject* of its *type*.

    *data* is None where it was struck out or taken back. For rounds *subject* is the permanent id
    and *after* the round behind which it was put (0: at the front); no entry of a group has it.
    """

    revision: int
    type: str
    subject: int
    edition: int
    after: int | None
    data: Any
    key: str | None
    author: str | None
    written_at: datetime


Row = TypeVar("Row", GroupRow, PersonRow, SheetRow, EntryRow)

_TYPES: Mapping[type, tuple[Any, ...]] = {
    kind: tuple(object if hint is Any else hint for hint in get_type_hints(kind).values())
    for kind in Row.__constraints__
}


def row_of(kind: type[Row], values: Iterable[Any]) -> Row:
    """A row as it was read, its last fields as by default where *values* leave them out.

    Raises TypeError for a value that its column cannot hold.
    """
    row = kind(*values)
    check_types(row, _TYPES[kind])
    return row


def check_types(values: Iterable[Any], types: Iterable[Any]) -> None:
    """Raise TypeError where a value that was read is not of the type of its column."""
    if not all(map(isinstance, values, types)):
        raise TypeError(f"not of their columns: {[type(value).__name__ for value in values]}")
