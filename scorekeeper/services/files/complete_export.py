"""All that is stored about a group, its history among it, as the text of one JSON file.

The file of a group (`archives`) holds the sheets as they stand, to be opened again; this one holds
every entry as it was written, for whoever asks what is known about them.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from tempfile import SpooledTemporaryFile
from typing import Any

from scorekeeper.core.codec import json_text
from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.store.db import release_connection
from scorekeeper.store.group_queries import people_rows
from scorekeeper.store.hosting_queries import (
    StoredRow,
    latest_data,
    stored_group,
    stored_group_entries,
    stored_sheets,
)

FORMAT = "scorekeeper-everything/1"  # docs/schemas/everything.schema.json describes it
BYTES_IN_MEMORY = 2_000_000
LINK = "secret: whoever knows it can open the group or the sheet"
FORM_KEY = "marks the form by which it was saved, so that it is saved once; it may lead to a link"
RUNNING_NUMBER = "a running number over all groups; the order of the list says the same"
PLACE = "said by the place where it stands in the file"

# By table and column. Whatever else is stored about a group is in its complete export.
LEFT_OUT: Mapping[str, str] = {
    "groups.link": LINK,
    "groups.look_link": LINK,
    "groups.forgotten": "of a forgotten group only its number is left, and it has no file",
    "players.group_id": PLACE,
    "players.folded": "the name in small letters, by which it is found again",
    "sheets.id": RUNNING_NUMBER,
    "sheets.group_id": PLACE,
    "sheets.key": FORM_KEY,
    "sheets.former_id": "the id of the sheet in other files, which follows from its first key",
    "sheets.digest": "computed from the entries, by which the same sheet is found again",
    "sheets.look_link": LINK,
    "group_entries.id": RUNNING_NUMBER,
    "group_entries.group_id": PLACE,
    "group_entries.key": FORM_KEY,
    "entries.id": RUNNING_NUMBER,
    "entries.sheet_id": PLACE,
    "entries.key": FORM_KEY,
}


def complete_export(group_id: int) -> Iterator[str]:
    """The text of the file, piece by piece; the group is there, hidden or not.

    In five queries, and in as little memory for a large group as for a small one.
    """
    group = {**stored_group(group_id, LEFT_OUT)}
    head = {
        "format": FORMAT,
        "exported_at": datetime.now(UTC),
        "number": group.pop("id"),
        "name": latest_data(GroupEntryType.NAME, group_id).get(group_id),
        **group,
        "left_out": LEFT_OUT,
    }
    yield _json(head).removesuffix("}")
    yield ',\n"people": '
    yield from _listed([_json(person._asdict())] for person in people_rows(group_id))
    yield ',\n"entries": '
    yield from _listed([_json(entry)] for entry in stored_group_entries(group_id, LEFT_OUT))
    yield ',\n"sheets": '
    yield from _listed(
        _sheet(sheet, (entry for _, entry in rows))
        for sheet, rows in groupby(stored_sheets(group_id, LEFT_OUT), key=itemgetter(0))
    )
    yield "}\n"


def complete_export_file(group_id: int) -> tuple[SpooledTemporaryFile[bytes], int]:
    """The complete export as a file to be read from its beginning, and its size in bytes.

    It is whole before anybody gets a part of it, and the database is not kept busy by a slow
    client. A large one lies on the disk, under no name, until it is closed.
    """
    file = SpooledTemporaryFile[bytes](max_size=BYTES_IN_MEMORY)
    try:
        for piece in complete_export(group_id):
            file.write(piece.encode(errors="backslashreplace"))  # as JSON has it
        size = file.tell()
        file.seek(0)
    except BaseException:
        file.close()
        raise
    release_connection()
    return file, size


def _sheet(sheet: StoredRow, entries: Iterable[StoredRow | None]) -> Iterator[str]:
    yield _json(sheet).removesuffix("}")
    yield ', "entries": '
    yield from _listed([_json(entry)] for entry in entries if entry is not None)
    yield "}"


def _listed(items: Iterable[Iterable[str]]) -> Iterator[str]:
    """A JSON list of items that come in pieces, each beginning a line."""
    opening = "[\n"
    for pieces in items:
        yield opening
        yield from pieces
        opening = ",\n"
    yield "[]" if opening == "[\n" else "\n]"


def _json(values: Mapping[str, Any]) -> str:
    plain = {
        key: value.astimezone(UTC).isoformat(timespec="microseconds")
        if isinstance(value, datetime)
        else value
        for key, value in values.items()
    }
    return json_text(plain, ensure_ascii=False)
