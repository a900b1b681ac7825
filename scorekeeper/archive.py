"""A whole group as one file, and back: its people, and every sheet as a sheet file holds it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from scorekeeper.core.codec import json_text
from scorekeeper.core.game import Problem
from scorekeeper.core.shapes import Day, Flag, Listing, MalformedError, Shape, printable
from scorekeeper.scorekeeping.opening import KeptSheet, states_of
from scorekeeper.scoring import Fault, FaultyFileError, data_in, in_words, judged_data
from scorekeeper.sheetfile import NAME, sheet_data
from scorekeeper.store import groups as people
from scorekeeper.store import sheets as store
from scorekeeper.store.groups import GroupRow
from scorekeeper.words import Words

FORMAT = "scorekeeper-group/1"
SIZE_AT_MOST = 20_000_000  # bytes
SHEETS_AT_MOST, PEOPLE_AT_MOST = 2_000, 2_000  # the others wait while they are written down
FAULTS_AT_MOST = 100  # found; nobody reads more
PEOPLE = Listing((NAME,), open_ended=True, at_most=PEOPLE_AT_MOST)
KEYS = ("format", "people", "sheets")
KEYS_OF_SHEET = ("put_away", "opened", "sheet")
FLAG, DAY = Flag(), Day()


@dataclass(frozen=True, slots=True)
class Archive:
    """Everybody the group knows, and its sheets, the oldest first."""

    people: tuple[str, ...]
    sheets: tuple[KeptSheet, ...]


def file_of(group: GroupRow) -> str:
    """The text of the file of a group as it stands."""
    rows = list(reversed(store.sheets_of(group.id)))
    sheets = (
        KeptSheet(each.file, each.row.put_away, each.row.created_at.astimezone().date())
        for each in states_of(rows, group)
    )
    return written(Archive(tuple(people.players_of(group.id).values()), tuple(sheets)))


def written(archive: Archive) -> str:
    """The archive as the text of a file, one sheet a line."""
    head = {"format": FORMAT, "people": list(archive.people)}
    frame = json_text(head, ensure_ascii=False).removesuffix("}")
    sheets = ",\n".join(json_text(_line(each), ensure_ascii=False) for each in archive.sheets)
    return f'{frame}, "sheets": [\n{sheets}\n]}}\n'


def _line(kept: KeptSheet) -> dict[str, Any]:
    put_away = {"put_away": True} if kept.put_away else {}
    opened = {} if kept.opened is None else {"opened": DAY.write(kept.opened)}
    return put_away | opened | {"sheet": sheet_data(kept.file)}


def is_archive(data: Any) -> bool:
    """Whether plain data say that they are a group, whatever else is wrong with them."""
    return isinstance(data, Mapping) and str(data.get("format")).startswith("scorekeeper-group/")


def brought(content: bytes, words: Words) -> Archive | None:
    """The group in a file, None where it says it is something else; raises FaultyFileError."""
    data = data_in(content, words, SIZE_AT_MOST)
    return read(data, words) if is_archive(data) else None


def read(data: Mapping[str, Any], words: Words) -> Archive:
    """The group that plain data describe, all its sheets looked at; raises FaultyFileError."""
    _refuse_unknown(data, KEYS, words)
    if data.get("format") != FORMAT:
        _refuse(Problem("group_format", {"format": FORMAT}, "format"), words)
    people = _value(data, "people", PEOPLE, words) or ()
    sheets = data.get("sheets")
    if not isinstance(sheets, Sequence) or isinstance(sheets, str):
        _refuse(Problem("missing" if sheets is None else "list", {}, "sheets"), words)
    if not 0 < len(sheets) <= SHEETS_AT_MOST:
        _refuse(Problem("sheets", {"high": SHEETS_AT_MOST}, "sheets"), words)
    kept, faults = [], list[Fault]()
    for number, each in enumerate(sheets, 1):
        if len(faults) > FAULTS_AT_MOST:
            break
        try:
            kept.append(_kept(each, words))
        except FaultyFileError as refusal:
            faults += _located(refusal.faults, number, words)
    if faults:
        raise FaultyFileError(faults)
    return Archive(people, tuple(kept))


def _kept(data: Any, words: Words) -> KeptSheet:
    if not isinstance(data, Mapping):
        _refuse(Problem("object"), words)
    _refuse_unknown(data, KEYS_OF_SHEET, words)
    file = judged_data(data.get("sheet"), words).sheet
    put_away = _value(data, "put_away", FLAG, words)
    return KeptSheet(file, bool(put_away), _value(data, "opened", DAY, words))


def _value(data: Mapping[str, Any], key: str, shape: Shape, words: Words) -> Any:
    try:
        return shape.read(data[key], 0) if key in data else None
    except MalformedError as malformed:
        _refuse(malformed.problem(key), words)


def _refuse_unknown(data: Mapping[str, Any], known: Sequence[str], words: Words) -> None:
    for key in data:
        if key not in known:
            name = printable(key)
            _refuse(Problem("unknown_key", {"name": name}, name), words)


def _refuse(problem: Problem, words: Words) -> NoReturn:
    raise FaultyFileError([in_words(problem, words)])


def _located(faults: Iterable[Fault], number: int, words: Words) -> Iterator[Fault]:
    """The same of a sheet among others: which one, in which round and at which key."""
    for fault in faults:
        where = [words.text("history.round", number=fault.round)] if fault.round else []
        message = ": ".join([*where, *([fault.field] if fault.field else []), fault.message])
        told = words.text("archive.sheet", number=number, message=message)
        yield Fault(None, None, fault.code, told)
