"""Writing a whole group as the text of a file, or of several where it is too large for one."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, zip_longest
from typing import Any

from scorekeeper.core.codec import json_text, record_of
from scorekeeper.files.archive import (
    DEFAULTS,
    FORMAT,
    GROUPS_AT_MOST,
    GROUPS_FORMAT,
    LISTS,
    PEOPLE_AT_MOST,
    SHAPES,
    SHEETS_AT_MOST,
    SIZE_AT_MOST,
    Archive,
    ArchivedSheet,
)
from scorekeeper.files.sheet import sheet_data

FRAME_AT_MOST = 400_000  # bytes in a file beside what it lists: that many names
SEPARATOR = ",\n"
SHEETS = "sheets"
PEOPLE = "people"
GROUPS = "groups"
LENGTHS = {key: SHAPES[key].at_most for key in LISTS} | {GROUPS: GROUPS_AT_MOST}  # at most
# What tells it from all other groups comes first; a dataclass has first what it inherits.
ABOUT = ("id", *(key for key in SHAPES if key not in ("id", *LISTS, PEOPLE)))

Item = tuple[str, str]  # the key of the list it belongs to, and its JSON


def archive_text(archive: Archive) -> str:
    """The group as the text of one file, one sheet a line."""
    return _text(archive, list(_items(archive)))


def archive_texts(archive: Archive, at_most: int = SIZE_AT_MOST) -> list[str]:
    """The group as the texts of files that can be imported one after the other; one if it fits."""
    people = [
        archive.people[start : start + PEOPLE_AT_MOST]
        for start in range(0, len(archive.people), PEOPLE_AT_MOST)
    ]
    names = SHAPES["other_names"].write(archive.other_names)
    frame = FRAME_AT_MOST + sum(len(_json(name).encode()) for name in names)
    portions = list(_portions(_items(archive), at_most - frame))
    if len(portions) > 1:
        portions = list(_told_apart(portions, archive.sheets))
    pairs = zip_longest(people, portions, fillvalue=())
    return [_text(_known_by(archive, known), items) for known, items in pairs if items]


def collection_texts(archives: Iterable[Archive], at_most: int = SIZE_AT_MOST) -> list[str]:
    """Several groups as the texts of files to be opened one after the other; one if it fits."""
    left = at_most - len(_collection_text([]).encode())
    texts = chain.from_iterable(archive_texts(group, left) for group in archives)
    portions = _portions(((GROUPS, text) for text in texts), left)
    return [_collection_text([text.rstrip() for _, text in portion]) for portion in portions]


def _collection_text(groups: Sequence[str]) -> str:
    head = _json({"format": GROUPS_FORMAT}).removesuffix("}")
    return f'{head}, "{GROUPS}": [\n{SEPARATOR.join(groups)}\n]}}\n'


def _known_by(archive: Archive, people: Sequence[str]) -> Archive:
    """The archive of a group that knows only these people of it, with their other names."""
    known = frozenset(people)
    names = tuple(other for other in archive.other_names if other.person in known)
    return replace(archive, people=tuple(people), other_names=names)


def _items(archive: Archive) -> Iterator[Item]:
    """Everything that the archive lists, in the order in which it is to be written."""
    for key in LISTS:
        (record,) = SHAPES[key].shapes
        for item in getattr(archive, key):
            yield key, _json(record.write(item))


def _text(archive: Archive, items: Iterable[Item]) -> str:
    """The text of a file with these items, and all that the archive holds beside them."""
    listed: defaultdict[str, list[str]] = defaultdict(list)
    for key, text in items:
        listed[key].append(text)
    told = [key for key in ABOUT if getattr(archive, key) != DEFAULTS[key]]
    about = {key: SHAPES[key].write(getattr(archive, key)) for key in (*told, PEOPLE)}
    head = _json({"format": FORMAT} | about)
    lists = [
        f'"{key}": [\n{SEPARATOR.join(listed[key])}\n]'
        for key in LISTS
        if key in listed or key == SHEETS
    ]
    return f"{head.removesuffix('}')}, {', '.join(lists)}}}\n"


def _portions(items: Iterable[Item], at_most: int) -> Iterator[list[Item]]:
    """The items in their order, in portions of so many bytes and as many as a file lists."""
    portion, size, counts = list[Item](), 0, Counter[str]()
    for key, text in items:
        added = len(text.encode()) + len(SEPARATOR)
        if portion and (size + added > at_most or counts[key] == LENGTHS[key]):
            yield portion
            portion, size, counts = [], 0, Counter()
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
            alike = min(before[same], SHEETS_AT_MOST)
            told = record_of(ArchivedSheet).write(replace(archived, alike_before=alike))
            items.append((key, _json(told) if alike else text))
        before += here
        yield items


def _json(data: Any) -> str:
    return json_text(data, ensure_ascii=False)
