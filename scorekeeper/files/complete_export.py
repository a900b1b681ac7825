"""The format of the file with all that is stored about a group, and its JSON Schema.

The program writes such files and reads none. What an entry holds is not described here: it stands
there as it was written, perhaps by an older version.
"""

from collections.abc import Mapping
from typing import Any

FORMAT = "scorekeeper-everything/1"
LINK = "secret: whoever knows it can open the group or the sheet"
FORM_KEY = "marks the form by which it was saved, so that it is saved once; it may lead to a link"
RUNNING_NUMBER = "a running number over all groups; the order of the list says the same"
PLACE = "said by the place where it stands in the file"

# By table and column. Whatever else is stored about a group is in the file.
LEFT_OUT: Mapping[str, str] = {
    "groups.link": LINK,
    "groups.look_link": LINK,
    "groups.forgotten": "of a forgotten group only its number is left, and it has no file",
    "players.group_id": PLACE,
    "players.folded": "the name in small letters, by which it is found again",
    "sheets.id": RUNNING_NUMBER,
    "sheets.group_id": PLACE,
    "sheets.key": FORM_KEY,
    "sheets.digest": "computed from the entries, by which the same sheet is found again",
    "sheets.look_link": LINK,
    "group_entries.id": RUNNING_NUMBER,
    "group_entries.group_id": PLACE,
    "group_entries.key": FORM_KEY,
    "entries.id": RUNNING_NUMBER,
    "entries.sheet_id": PLACE,
    "entries.key": FORM_KEY,
}

WHOLE = {"type": "integer"}
FLAG = {"type": "boolean"}
TEXT = {"type": "string"}
TEXT_OR_NOTHING = {"type": ["string", "null"]}
NUMBER_OR_NOTHING = {"type": ["integer", "null"]}
MOMENT = {"type": "string", "format": "date-time"}
MOMENT_OR_NOTHING = {"type": ["string", "null"], "format": "date-time"}

GROUP_ENTRY = {
    "revision": WHOLE,
    "type": TEXT,
    "subject": WHOLE,
    "edition": WHOLE,
    "data": {},
    "author": TEXT_OR_NOTHING,
    "written_at": MOMENT,
}
ENTRY = GROUP_ENTRY | {"after": NUMBER_OR_NOTHING}
PERSON = {"id": WHOLE, "name": TEXT, "same_as": NUMBER_OR_NOTHING}
SHEET = {
    "number": WHOLE,
    "game": TEXT,
    "revision": WHOLE,
    "put_away": FLAG,
    "imported": TEXT_OR_NOTHING,
    "created_at": MOMENT,
}


def complete_export_schema() -> dict[str, Any]:
    """What such a file looks like."""
    return _object(
        {
            "format": {"const": FORMAT},
            "exported_at": MOMENT,
            "number": {"type": "integer", "minimum": 1},
            "name": TEXT_OR_NOTHING,
            "revision": WHOLE,
            "currency": TEXT,
            "created_at": MOMENT,
            "hidden": FLAG,
            "sample_until": MOMENT_OR_NOTHING,
            "left_out": {"type": "object", "additionalProperties": TEXT},
            "people": _listing(_object(PERSON)),
            "entries": _listing(_object(GROUP_ENTRY)),
            "sheets": _listing(_object(SHEET | {"entries": _listing(_object(ENTRY))})),
        }
    )


def _object(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def _listing(items: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": dict(items)}
