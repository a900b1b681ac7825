"""Digests of sheets: the same content has the same digest, so that it is found by an index."""

import hashlib
from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.core.codec import json_text
from scorekeeper.core.names import name_key
from scorekeeper.files.sheet import Sheet, sheet_data


class Digests(NamedTuple):
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
