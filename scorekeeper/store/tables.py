"""The tables. Entries are only ever added; no score, total or amount is stored."""

from datetime import MAXYEAR, MINYEAR, UTC, datetime
from typing import Any, get_type_hints

from sqlalchemy import (
    JSON,
    BigInteger,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Text,
    UniqueConstraint,
    false,
    null,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import DateTime, TypeDecorator

from scorekeeper.store.rows import CURRENCY


class Model(DeclarativeBase):
    """A table."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


def columns_of(record: type[Model], row: type[tuple[Any, ...]], **others: Any) -> tuple[Any, ...]:
    """The columns of a table by the names of the fields of a row, in their order.

    *others* go before them; a field for which there is neither is null.
    """
    return tuple(
        others.get(name, getattr(record, name, null().label(name))) for name in get_type_hints(row)
    )


# More rows than 32 bits can count; SQLite gives ids only to columns of its own word for that.
Id = BigInteger().with_variant(Integer, "sqlite")


class Moment(TypeDecorator[datetime]):
    """A moment in UTC, also where the database knows no time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Any) -> datetime | None:
        """Aware in, UTC stored."""
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Any) -> datetime | None:
        """UTC out, aware; in the first and the last of all years a year off, as zones need room."""
        if value is None or value.tzinfo is not None:
            return value and value.astimezone(UTC)
        year = min(max(value.year, MINYEAR + 1), MAXYEAR - 1)
        return value.replace(year=year, tzinfo=UTC)


class EncodedJson(TypeDecorator[str]):
    """JSON that was made a text before."""

    impl = JSON
    cache_ok = True

    def bind_processor(self, dialect: Any) -> None:
        """The text as it is."""


def now() -> datetime:
    """This moment, as it is written into the database."""
    return datetime.now(UTC)


class GroupRecord(Model):
    """The people who play together, and the secret links to all they have written.

    Whoever knows *link* may write, and whoever knows *look_link* may only look. *currency* is what
    its entries say last: an ISO 4217 code. Nothing of a *hidden* group is shown to anybody.
    Of a *forgotten* one nothing is left but its id, which nothing else may ever get; of a sample
    that was thrown away the link, too, which leads nowhere. One that was opened as a sample is kept
    until *sample_until*; of all others that is None. Files know a group again by its *file_id*:
    copies of it in other databases have the same. Who knows it can do nothing with it.
    """

    __tablename__ = "groups"
    __table_args__ = (
        Index(None, "look_link", unique=True),
        Index(None, "sample_until"),
        Index(None, "file_id"),
    )

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    link: Mapped[str] = mapped_column(String(64), unique=True)
    revision: Mapped[int] = mapped_column(default=0)
    currency: Mapped[str] = mapped_column(String(3), server_default=CURRENCY)
    created_at: Mapped[datetime] = mapped_column(Moment)
    look_link: Mapped[str] = mapped_column(String(64), server_default="")
    hidden: Mapped[bool] = mapped_column(server_default=false(), default=False)
    forgotten: Mapped[bool] = mapped_column(server_default=false(), default=False)
    sample_until: Mapped[datetime | None] = mapped_column(Moment)
    file_id: Mapped[str] = mapped_column(String(64), server_default="")


class PlayerRecord(Model):
    """A name that a group knows; names differ even when case is ignored.

    *same_as* is the id of the person whose other name this is, None for a person's own; of somebody
    who was taken back it is their own id, until anybody names them again. Name and *same_as* are
    what the entries of the group say last.
    """

    __tablename__ = "players"
    __table_args__ = (UniqueConstraint("group_id", "folded"),)

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    group_id: Mapped[int] = mapped_column(Id, ForeignKey("groups.id"))
    name: Mapped[str] = mapped_column(String(40))
    folded: Mapped[str] = mapped_column(String(120))
    same_as: Mapped[int | None] = mapped_column(Id)


class SheetRecord(Model):
    """One score sheet. *revision* counts its changes and decides between two phones.

    *key* makes opening it happen once; *imported* is the digest of the file it came from.
    *digest* is that of its content as it stands, by which the same sheet is found without looking
    into every other one: an index of what was written, never a score. It is None from each change
    of the sheet until somebody looks for one like it. Whoever knows *look_link* may look at this
    sheet alone. Files know a sheet by an id that follows from its first key; *former_id* is that id
    where the key was replaced. One that came as a copy of a sheet in another database, *copy_of*
    being its id in files, was at its revision *copied_as* what that one was at *copied_revision*.
    *continues* is JSON: the versions of all sheets of other databases that it contains, as files
    tell them. One without *copy_of* that lies beside its namesake, the first of these, was at its
    revision *copied_as* what that one says.
    """

    __tablename__ = "sheets"
    __table_args__ = (
        UniqueConstraint("group_id", "number"),
        Index(None, "group_id", "digest"),
        Index(None, "group_id", "imported"),
        Index(None, "look_link", unique=True),
    )

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    group_id: Mapped[int] = mapped_column(Id, ForeignKey("groups.id"))
    number: Mapped[int]
    game: Mapped[str] = mapped_column(String(40))
    revision: Mapped[int] = mapped_column(default=1)
    key: Mapped[str] = mapped_column(String(64), unique=True)
    imported: Mapped[str | None] = mapped_column(String(64))
    digest: Mapped[str | None] = mapped_column(String(64))
    put_away: Mapped[bool] = mapped_column(default=False)
    created_at: Mapped[datetime] = mapped_column(Moment)
    look_link: Mapped[str] = mapped_column(String(64), server_default="")
    former_id: Mapped[str | None] = mapped_column(String(64))
    copy_of: Mapped[str | None] = mapped_column(String(64))
    copied_revision: Mapped[int] = mapped_column(server_default="0")
    copied_as: Mapped[int] = mapped_column(server_default="0")
    continues: Mapped[str | None] = mapped_column(Text)


class GroupEntryRecord(Model):
    """Something a group wrote that is no part of a sheet: the *edition*-th version of a *subject*.

    *data* is None where it was taken back. Entries of one transaction share a *revision*, which is
    one of the group; the first of them carries the *key* of the form.
    """

    __tablename__ = "group_entries"
    __table_args__ = (
        UniqueConstraint("group_id", "key"),
        UniqueConstraint("group_id", "type", "subject", "edition"),
        Index(None, "key", unique=True),
    )

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    group_id: Mapped[int] = mapped_column(Id, ForeignKey("groups.id"))
    revision: Mapped[int]
    type: Mapped[str] = mapped_column(String(20))
    subject: Mapped[int] = mapped_column(Id)  # of a person, it is their id
    edition: Mapped[int]
    data: Mapped[Any] = mapped_column(JSON(none_as_null=True), nullable=True)
    key: Mapped[str | None] = mapped_column(String(64))
    author: Mapped[str | None] = mapped_column(String(40))
    written_at: Mapped[datetime] = mapped_column(Moment)


class EntryRecord(Model):
    """Something the table wrote: the *edition*-th version of one *subject* of one *type*.

    For rounds *subject* is the permanent id and *after* the round behind which it was put (0: at
    the front); *data* is None where it was struck out. Entries of one transaction share a
    *revision*; the first of them carries the *key* of the form.
    """

    __tablename__ = "entries"
    __table_args__ = (
        UniqueConstraint("sheet_id", "key"),
        UniqueConstraint("sheet_id", "type", "subject", "edition"),
    )

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    sheet_id: Mapped[int] = mapped_column(Id, ForeignKey("sheets.id"))
    revision: Mapped[int]
    type: Mapped[str] = mapped_column(String(20))
    subject: Mapped[int]
    edition: Mapped[int]
    after: Mapped[int | None]
    data: Mapped[Any] = mapped_column(JSON(none_as_null=True), nullable=True)
    key: Mapped[str | None] = mapped_column(String(64))
    author: Mapped[str | None] = mapped_column(String(40))
    written_at: Mapped[datetime] = mapped_column(Moment)
