"""A whole group as one file, and back: its people, and every sheet as a sheet file holds it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any

from scorekeeper.core.codec import json_text, record_of
from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import Day, Listing, Options, Plain
from scorekeeper.files.faults import Fault, FaultyFileError, data_in, in_words, judged_data
from scorekeeper.files.sheet import NAME, Sheet
from scorekeeper.files.sheet import SIZE_AT_MOST as SHEET_AT_MOST
from scorekeeper.files.writing import sheet_data
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.opening import ArchivedSheet, states_of
from scorekeeper.store import group_queries as people
from scorekeeper.store import sheet_queries as store
from scorekeeper.store.group_queries import GroupRow

FORMAT = "scorekeeper-group/1"
SIZE_AT_MOST = 20_000_000  # bytes
SHEETS_AT_MOST, PEOPLE_AT_MOST = 2_000, 2_000  # the others wait while they are written down
FAULTS_AT_MOST = 100  # found; nobody reads more


class Unjudged(Plain):
    """Something inside that is looked at by itself."""

    def read(self, value: Any, seats: int) -> Any:
        """The value as it is."""
        return value


UNJUDGED = Unjudged()


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The file of a group, its sheets not yet looked at."""

    format: Annotated[str, Options(FORMAT)] = FORMAT
    people: Annotated[tuple[str, ...], Listing((NAME,), True, PEOPLE_AT_MOST)] = ()
    sheets: Annotated[tuple[Any, ...], Listing((UNJUDGED,), True, SHEETS_AT_MOST)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawer:
    """A sheet in it, not yet looked at, and what the group knows of it besides."""

    put_away: bool = False
    opened: Annotated[date | None, Day()] = None
    sheet: Annotated[Any, UNJUDGED]


@dataclass(frozen=True, slots=True)
class Archive:
    """Everybody the group knows, and its sheets, the oldest first."""

    people: tuple[str, ...]
    sheets: tuple[ArchivedSheet, ...]


def file_of(group: GroupRow) -> str:
    """The text of the file of a group as it stands, one sheet a line."""
    rows = list(reversed(store.sheets_of(group.id)))
    sheets = ",\n".join(
        json_text(
            record_of(Drawer).write(
                Drawer(
                    put_away=state.row.put_away,
                    opened=state.row.created_at.astimezone().date(),
                    sheet=sheet_data(state.sheet),
                )
            ),
            ensure_ascii=False,
        )
        for state in states_of(rows, group)
    )
    head = {"format": FORMAT, "people": list(people.players_of(group.id).values())}
    frame = json_text(head, ensure_ascii=False).removesuffix("}")
    return f'{frame}, "sheets": [\n{sheets}\n]}}\n'


def in_file(content: bytes, messages: Messages) -> Archive | Sheet:
    """The group or the sheet in a file, whichever it says it is; raises FaultyFileError."""
    data = data_in(content, messages, SIZE_AT_MOST)
    if isinstance(data, Mapping) and str(data.get("format")).startswith("scorekeeper-group/"):
        return _archive(data, messages)
    if len(content) > SHEET_AT_MOST:
        problem = Problem("file_too_large", {"bytes": SHEET_AT_MOST})
        raise FaultyFileError([in_words(problem, messages)])
    return judged_data(data, messages).sheet


def _archive(data: Mapping[str, Any], messages: Messages) -> Archive:
    """The group that plain data describe, all its sheets looked at; raises FaultyFileError."""
    if data["format"] != FORMAT:
        problem = Problem("group_format", {"format": FORMAT}, "format")
        raise FaultyFileError([in_words(problem, messages)])
    frame = _read(Frame, data, messages)
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
            faults += _located(refusal.faults, number, messages)
    if faults:
        raise FaultyFileError(faults)
    return Archive(frame.people, tuple(kept))


def _kept(data: Any, messages: Messages) -> ArchivedSheet:
    found = _read(Drawer, data, messages)
    return ArchivedSheet(judged_data(found.sheet, messages).sheet, found.put_away, found.opened)


def _read(made: type[Any], data: Any, messages: Messages) -> Any:
    problems: list[Problem] = []
    found = record_of(made).collect(data, 0, problems)
    if problems:
        raise FaultyFileError(in_words(problem, messages) for problem in problems)
    return found


def _located(faults: Iterable[Fault], number: int, messages: Messages) -> Iterator[Fault]:
    """The same of a sheet among others."""
    for fault in faults:
        told = messages.text("archive.sheet", number=number, message=fault.told(messages))
        yield Fault(None, None, fault.code, told)
