"""Files of earlier versions, in which names and texts could hold what nobody sees."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from scorekeeper.core.names import former_key, names_apart
from scorekeeper.core.typed_text import NOTHING_LEFT, trimmed_text, typed_text
from scorekeeper.files.sheet import Sheet, sheet_data

# Where texts stand in the data of a file: in objects by their keys, in lists in every item.
Places = Mapping[str, Any] | list[Any] | None
TEXT: Places = None
NAMES_OF_SHEET = {"players": [TEXT], "seating": [{"player": TEXT}]}
NAMES_OF_GROUP: Places = {
    "people": [TEXT],
    "sheets": [{"sheet": NAMES_OF_SHEET}],
    "costs": [{"paid_by": TEXT, "shared_by": [TEXT]}],
    "payments": [{"payer": TEXT, "payee": TEXT}],
    "settlements": [{"transfers": [{"payer": TEXT, "payee": TEXT}]}],
}
TEXTS_OF_SHEET: Places = {**NAMES_OF_SHEET, "title": TEXT, "rounds": [{"why": TEXT}]}
TEXTS_OF_MONEY: Places = {
    "costs": [{"what": TEXT, "paid_by": TEXT, "shared_by": [TEXT]}],
    "payments": [{"payer": TEXT, "payee": TEXT}],
}


def with_names_apart(data: Any, place: Places = NAMES_OF_SHEET) -> Any:
    """The data of a file in which no two people have the same name, with names at *place*.

    Who had another name than somebody in earlier versions, and has the same by now, is "Anna (2)".
    """
    read: dict[str, str] = {}
    for name in _texts(data, place):
        read.setdefault(former_key(name), typed_text(name) or NOTHING_LEFT)
    others = {key: name for key, name in names_apart(read).items() if name != read[key]}
    if not others:
        return data
    return _mapped(data, place, lambda name: others.get(former_key(name), name))


def with_letters(sheet: Sheet, data: Any, apart: Any) -> Sheet:
    """A sheet with its `letters`; it was read from *apart*, which is *data* with names apart."""
    letters = former_letters(partial(sheet_data, sheet), data, apart, TEXTS_OF_SHEET)
    return sheet if letters is None else replace(sheet, letters=letters)


def former_letters(written: Callable[[], Any], data: Any, apart: Any, place: Places) -> Any:
    """What is *written* of *data* with its texts as earlier versions read them there.

    It was read from *apart*. None where earlier versions read no text otherwise.
    """
    pairs = zip(_texts(data, place), _texts(apart, place), strict=True)
    if all(trimmed_text(former) == typed_text(now) for former, now in pairs):
        return None
    letters = map(trimmed_text, _texts(data, place))
    return _mapped(written(), place, lambda _: next(letters))


def _texts(data: Any, place: Places) -> list[str]:
    """Every text at a place."""
    texts: list[str] = []

    def note(text: str) -> str:
        texts.append(text)
        return text

    _mapped(data, place, note)
    return texts


def _mapped(data: Any, place: Places, change: Callable[[str], str]) -> Any:
    """The data with every text at a place changed, in the order in which they stand there.

    What has another shape than it should stays as it is.
    """
    if place is TEXT and isinstance(data, str):
        return change(data)
    if isinstance(place, list) and isinstance(data, list):
        return [_mapped(item, place[0], change) for item in data]
    if isinstance(place, Mapping) and isinstance(data, Mapping):
        changed = {key: _mapped(data[key], place[key], change) for key in place if key in data}
        return {**data, **changed}
    return data
