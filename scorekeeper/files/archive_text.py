"""Writing a whole group as the text of a file, or of several where it is too large for one."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from scorekeeper.core.account import Cost, Payment, Settlement
from scorekeeper.core.codec import json_text, record_of
from scorekeeper.files.archive import (
    FORMAT,
    MONEY_AT_MOST,
    PEOPLE_AT_MOST,
    SHEETS_AT_MOST,
    SIZE_AT_MOST,
    Archive,
    ArchivedName,
    ArchivedRules,
    ArchivedSheet,
)
from scorekeeper.files.writing import sheet_data

FRAME_AT_MOST = 400_000  # bytes in a file beside what it lists: that many names
SEPARATOR = ",\n"
SHEETS = "sheets"
AT_MOST = {SHEETS: SHEETS_AT_MOST, "costs": MONEY_AT_MOST, "payments": MONEY_AT_MOST,
           "settlements": MONEY_AT_MOST}  # fmt: skip

Item = tuple[str, str]  # the key of the list it belongs to, and its JSON


def archive_text(archive: Archive) -> str:
    """The group as the text of one file, one sheet a line."""
    return _text(archive, archive.people, archive.other_names, list(_items(archive)))


def archive_texts(archive: Archive, at_most: int = SIZE_AT_MOST) -> list[str]:
    """The group as the texts of files that can be imported one after the other; one if it fits."""
    people = [
        archive.people[start : start + PEOPLE_AT_MOST]
        for start in range(0, len(archive.people), PEOPLE_AT_MOST)
    ]
    frame = FRAME_AT_MOST + sum(
        len(_json(name).encode()) for name in _written(ArchivedName, archive.other_names)
    )
    portions = list(_portions(_items(archive), at_most - frame))
    if len(portions) > 1:
        portions = list(_told_apart(portions, archive.sheets))
    pairs = zip_longest(people, portions, fillvalue=())
    return [
        _text(archive, known, _names_of(archive, known), items) for known, items in pairs if items
    ]


def _names_of(archive: Archive, people: Sequence[str]) -> Sequence[ArchivedName]:
    known = frozenset(people)
    return [each for each in archive.other_names if each.person in known]


def _items(archive: Archive) -> Iterator[Item]:
    """Everything that the archive lists, in the order in which it is to be written."""
    for archived in archive.sheets:
        yield SHEETS, _sheet_text(archived)
    for key, made, listed in (
        ("costs", Cost, archive.costs),
        ("payments", Payment, archive.payments),
        ("settlements", Settlement, archive.settlements),
    ):
        for written in _written(made, listed):
            yield key, _json(written)


def _text(
    archive: Archive,
    people: Sequence[str],
    other_names: Sequence[ArchivedName],
    items: Iterable[Item],
) -> str:
    named = {"name": archive.name, "currency": archive.currency}
    told: dict[str, Any] = {key: value for key, value in named.items() if value is not None}
    if archive.house_rules:
        told["house_rules"] = list(_written(ArchivedRules, archive.house_rules))
    if other_names:
        told["other_names"] = list(_written(ArchivedName, other_names))
    listed: defaultdict[str, list[str]] = defaultdict(list)
    for key, text in items:
        listed[key].append(text)
    head = _json({"format": FORMAT, **told, "people": list(people)})
    lists = [
        f'"{key}": [\n{SEPARATOR.join(listed[key])}\n]'
        for key in AT_MOST
        if key in listed or key == SHEETS
    ]
    return f"{head.removesuffix('}')}, {', '.join(lists)}}}\n"


def _portions(items: Iterable[Item], at_most: int) -> Iterator[list[Item]]:
    """The items in their order, in portions of so many bytes and as many as a file lists."""
    portion, size = list[Item](), 0
    counts: defaultdict[str, int] = defaultdict(int)
    for key, text in items:
        added = len(text.encode()) + len(SEPARATOR)
        if portion and (size + added > at_most or counts[key] == AT_MOST[key]):
            yield portion
            portion, size = [], 0
            counts.clear()
        portion.append((key, text))
        counts[key] += 1
        size += added
    yield portion


def _told_apart(
    portions: Iterable[Sequence[Item]], sheets: Iterable[ArchivedSheet]
) -> Iterator[list[Item]]:
    """The portions, in which a sheet says how many equal ones stand in those before, if any do."""
    left, before = iter(sheets), Counter[bytes]()
    for portion in portions:
        items, here = list[Item](), Counter[bytes]()
        for key, text in portion:
            if key != SHEETS:
                items.append((key, text))
                continue
            archived = next(left)
            same = hashlib.sha256(_json(sheet_data(archived.sheet)).encode()).digest()
            here[same] += 1
            items.append((key, _sheet_text(archived, before[same]) if before[same] else text))
        before += here
        yield items


def _sheet_text(archived: ArchivedSheet, alike_before: int = 0) -> str:
    before = min(alike_before, SHEETS_AT_MOST)
    plain = record_of(ArchivedSheet).write(replace(archived, alike_before=before))
    return _json(plain | {"sheet": sheet_data(archived.sheet)})


def _written(made: type[Any], listed: Iterable[Any]) -> Iterator[Any]:
    """The plain data of records of one kind."""
    return map(record_of(made).write, listed)


def _json(data: Any) -> str:
    return json_text(data, ensure_ascii=False)
