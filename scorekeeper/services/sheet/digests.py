"""Digests of sheets: the same content has the same digest, so that it is found by an index."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.core.codec import json_text
from scorekeeper.core.names import name_key
from scorekeeper.files.sheet import Sheet, sheet_data
from scorekeeper.services.sheet.lookup import in_parts, names_of, readable_states_of
from scorekeeper.store.db import transaction
from scorekeeper.store.digest_queries import keep_digests, sheets_with, sheets_without_digest
from scorekeeper.store.rows import DigestRow, GroupRow, SheetRow


@dataclass(frozen=True, slots=True)
class Digests:
    """What a sheet is found by: *written* of the letters of its file, *content* of what they say.

    Names may be respelled in a group, and substitutes told in any order: that is the same content.
    Databases hold both, so neither may come out another way; what they are made of can only change
    with a migration that clears what is stored.
    """

    written: str
    content: str


def digests_of(sheet: Sheet) -> Digests:
    """The digests of a sheet."""
    data = sheet_data(sheet)
    return Digests(_digest(sheet.letters or data), _digest(_regardless_of_spelling(data)))


def content_digest(sheet: Sheet) -> str:
    """The digest of what a sheet says."""
    return _digest(_regardless_of_spelling(sheet_data(sheet)))


def _digest(data: Any) -> str:
    return hashlib.sha256(json_text(data, sort_keys=True).encode()).hexdigest()


def _regardless_of_spelling(data: Mapping[str, Any]) -> Mapping[str, Any]:
    told = data.get("seating", ())
    sits_down = {(change["round"], change["seat"]): name_key(change["player"]) for change in told}
    changes = [
        {"round": number, "seat": seat, "player": player}  # the last who was told to sit there
        for (number, seat), player in sorted(sits_down.items())
    ]
    players = list(map(name_key, data["players"]))
    return {**data, "players": players} | ({"seating": changes} if changes else {})


def complete_digests(group: GroupRow) -> None:
    """Work out the digests that sheets of a group lack, and keep them.

    Before the transaction that asks for them: each part is read without the lock, and kept in a
    short transaction of its own, where the sheet was not written on meanwhile.
    """
    for part in in_parts(sheets_without_digest(group.id)):
        digests = _worked_out(part, group)
        with transaction():
            keep_digests(group.id, digests)


def _worked_out(sheets: Sequence[SheetRow], group: GroupRow) -> list[tuple[SheetRow, str]]:
    if not sheets:
        return []
    states = readable_states_of(sheets, names_of(group))
    return [(state.row, content_digest(state.sheet)) for state in states]


def sheets_like(wanted: Sequence[Digests], group: GroupRow) -> list[DigestRow]:
    """The sheets of a group that say the same as one of these, or came from such a file.

    The latest first. Those written on since `complete_digests` are looked at here.
    """
    contents = dict.fromkeys(digests.content for digests in wanted)
    files = dict.fromkeys(digests.written for digests in wanted)
    alike = sheets_with(group.id, list(contents), list(files))
    for row, digest in _worked_out(sheets_without_digest(group.id), group):
        if digest in contents or row.imported in files:
            alike[row.id] = DigestRow(row.id, row.number, digest, row.imported)
    return sorted(alike.values(), key=lambda row: -row.number)
