"""A whole group as one file, and back: its people, and every sheet as a sheet file holds it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import zip_longest
from typing import Annotated, Any

from scorekeeper.core.codec import json_text, record_of
from scorekeeper.core.composite_shapes import Listing
from scorekeeper.core.names import NAME
from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import Anything, Day, Options, Text
from scorekeeper.files.faults import Fault, FaultyFileError, check_data, data_in, in_words
from scorekeeper.files.sheet import SIZE_AT_MOST as SHEET_AT_MOST
from scorekeeper.files.sheet import Sheet
from scorekeeper.files.writing import sheet_data
from scorekeeper.i18n.messages import Messages

FORMAT = "scorekeeper-group/1"
SIZE_AT_MOST = 20_000_000  # bytes
SHEETS_AT_MOST, PEOPLE_AT_MOST = 2_000, 2_000  # the others wait while they are written down
FRAME_AT_MOST = 400_000  # bytes in a file beside its sheets: that many names
GROUP_NAME = Text(60)
SEPARATOR = ",\n"
FAULTS_AT_MOST = 100  # found; nobody reads more


@dataclass(frozen=True, slots=True)
class ArchivedSheet:
    """A sheet of a group, whether it was put away, and the day it was opened."""

    sheet: Sheet
    put_away: bool = False
    opened: date | None = None


@dataclass(frozen=True, slots=True)
class Archive:
    """The names of everybody the group knows, its sheets, the oldest first, and its own *name*."""

    people: tuple[str, ...]
    sheets: tuple[ArchivedSheet, ...]
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveData:
    """The keys of an archive; its sheets are still plain data."""

    format: Annotated[str, Options(FORMAT)] = FORMAT
    name: Annotated[str, GROUP_NAME] | None = None
    people: Annotated[tuple[str, ...], Listing((NAME,), True, PEOPLE_AT_MOST)] = ()
    sheets: Annotated[tuple[Any, ...], Listing((Anything(),), True, SHEETS_AT_MOST)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedSheetData:
    """The keys around a sheet in an archive; the sheet itself is still plain data."""

    put_away: bool = False
    opened: Annotated[date | None, Day()] = None
    sheet: Annotated[Any, Anything()]


def archive_text(archive: Archive) -> str:
    """The group as the text of one file, one sheet a line."""
    return _text(archive.name, archive.people, [_sheet_text(each) for each in archive.sheets])


def archive_texts(archive: Archive, at_most: int = SIZE_AT_MOST) -> list[str]:
    """The group as the texts of files that can be imported one after the other; one if it fits."""
    people = [
        archive.people[start : start + PEOPLE_AT_MOST]
        for start in range(0, len(archive.people), PEOPLE_AT_MOST)
    ]
    lines = map(_sheet_text, archive.sheets)
    portions = _portions(lines, at_most - FRAME_AT_MOST)
    pairs = zip_longest(people, portions, fillvalue=())
    return [_text(archive.name, known, sheets) for known, sheets in pairs if sheets]


def _text(name: str | None, people: Sequence[str], sheets: Iterable[str]) -> str:
    named = {} if name is None else {"name": name}
    head = json_text({"format": FORMAT, **named, "people": list(people)}, ensure_ascii=False)
    joined = SEPARATOR.join(sheets)
    return f'{head.removesuffix("}")}, "sheets": [\n{joined}\n]}}\n'


def _portions(lines: Iterable[str], at_most: int) -> Iterator[list[str]]:
    """The lines in their order, in portions of so many bytes and as many lines as a file has."""
    portion, size = list[str](), 0
    for line in lines:
        added = len(line.encode()) + len(SEPARATOR)
        if portion and (size + added > at_most or len(portion) == SHEETS_AT_MOST):
            yield portion
            portion, size = [], 0
        portion.append(line)
        size += added
    yield portion


def _sheet_text(archived: ArchivedSheet) -> str:
    data = ArchivedSheetData(
        put_away=archived.put_away, opened=archived.opened, sheet=sheet_data(archived.sheet)
    )
    return json_text(record_of(ArchivedSheetData).write(data), ensure_ascii=False)


def in_file(content: bytes, messages: Messages, at_most: int = SIZE_AT_MOST) -> Archive | Sheet:
    """The group or the sheet in a file, whichever it says it is; raises FaultyFileError.

    A group has *at_most* so many bytes.
    """
    data = data_in(content, messages, at_most)
    if isinstance(data, Mapping) and str(data.get("format")).startswith("scorekeeper-group/"):
        return _archive(data, messages)
    if len(content) > SHEET_AT_MOST:
        problem = Problem("file_too_large", {"bytes": SHEET_AT_MOST})
        raise FaultyFileError([in_words(problem, messages)])
    return check_data(data, messages).sheet


def _archive(data: Mapping[str, Any], messages: Messages) -> Archive:
    """The group that plain data describe, all its sheets looked at; raises FaultyFileError."""
    if data["format"] != FORMAT:
        problem = Problem("group_format", {"format": FORMAT}, "format")
        raise FaultyFileError([in_words(problem, messages)])
    frame = _read(ArchiveData, data, messages)
    if not frame.sheets:
        problem = Problem("sheets", {"high": SHEETS_AT_MOST}, "sheets")
        raise FaultyFileError([in_words(problem, messages)])
    kept, faults = [], list[Fault]()
    for number, each in enumerate(frame.sheets, 1):
        if len(faults) > FAULTS_AT_MOST:
            break
        try:
            kept.append(_kept(each, messages))
        except FaultyFileError as refusal:
            more = FAULTS_AT_MOST + 1 - len(faults)
            faults += _located(refusal.faults[:more], number, messages)
    if faults:
        raise FaultyFileError(faults)
    return Archive(frame.people, tuple(kept), frame.name)


def _kept(data: Any, messages: Messages) -> ArchivedSheet:
    found = _read(ArchivedSheetData, data, messages)
    return ArchivedSheet(check_data(found.sheet, messages).sheet, found.put_away, found.opened)


def _read(made: type[Any], data: Any, messages: Messages) -> Any:
    problems: list[Problem] = []
    found = record_of(made).collect(data, 0, problems)
    if problems:
        raise FaultyFileError(in_words(problem, messages) for problem in problems)
    return found


def _located(faults: Iterable[Fault], number: int, messages: Messages) -> Iterator[Fault]:
    """The same of a sheet among others."""
    for fault in faults:
        told = messages.text("archive.sheet", number=number, message=fault.text(messages))
        yield Fault(None, None, fault.code, told)
