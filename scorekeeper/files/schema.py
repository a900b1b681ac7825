"""The JSON Schemas of all files that the program reads; run as a module, it writes them.

A schema speaks about shapes; what a deal cannot have been is known to the rules of the game alone.
No library writes it, as none knows the shapes by which files are read (scorekeeper.core.shapes).
"""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import singledispatch
from pathlib import Path
from typing import Any

from scorekeeper.core import shapes
from scorekeeper.core.codec import Keyed, Listing, Maybe, Record, record_of
from scorekeeper.core.game import Game
from scorekeeper.core.names import NAME
from scorekeeper.files.archive import FORMAT as GROUP_FORMAT
from scorekeeper.files.archive import GROUPS_AT_MOST, GROUPS_FORMAT, Archive, Versions
from scorekeeper.files.reading import SEAT
from scorekeeper.files.sheet import FORMAT, ROUNDS_AT_MOST, Head
from scorekeeper.games.registry import GAMES

DRAFT = "https://json-schema.org/draft/2020-12/schema"
FOLDER = "docs/schemas"
GROUP_FILE, GROUPS_FILE = "group.schema.json", "groups.schema.json"
CENTURY = 100

Schema = dict[str, Any]


def sheet_schema(game: Game[Any, Any]) -> Schema:
    """What a sheet file of this game looks like."""
    players = _array(schema_of(NAME), min(game.seat_counts), max(game.seat_counts))
    keys = {
        "game": {"const": game.slug},
        "players": players | {"uniqueItems": True},
        "house": schema_of(record_of(game.house)),
        **schema_of(record_of(Head))["properties"],
        "rounds": _rounds(game),
    }
    return _file(f"{FORMAT} {game.slug}", FORMAT, keys, ["game", "players", "rounds"])


def _rounds(game: Game[Any, Any]) -> Schema:
    kinds = list[Schema]()
    for word, made in game.every_kind.items():
        kind = schema_of(record_of(made))
        frame = {"kind": {"const": word}, "dealer": schema_of(Maybe(SEAT))}
        kinds.append(_object(frame | kind["properties"], ["kind", *kind["required"]]))
    return {"type": "array", "items": {"oneOf": kinds}, "maxItems": ROUNDS_AT_MOST}


def group_schema(games: Iterable[Game[Any, Any]]) -> Schema:
    """What the file of a whole group looks like; the schemas of its sheets lie beside it."""
    group = schema_of(record_of(Archive))
    sheet = group["properties"]["sheets"]["items"]["properties"]
    sheet["sheet"] = {"anyOf": [{"$ref": file_name(game)} for game in games]}
    return _file(GROUP_FORMAT, GROUP_FORMAT, group["properties"], group["required"])


def groups_schema() -> Schema:
    """What a file with several groups looks like; the schema of a group lies beside it."""
    groups = _array({"$ref": GROUP_FILE}, 1, GROUPS_AT_MOST)
    return _file(GROUPS_FORMAT, GROUPS_FORMAT, {"groups": groups}, ["groups"])


def _file(title: str, form: str, keys: Schema, required: Sequence[str]) -> Schema:
    """A file in the format *form* that has these *keys* besides."""
    content = _object({"format": {"const": form}} | keys, ["format", *required])
    return {"$schema": DRAFT, "title": title} | content


def _object(keys: Schema, required: Sequence[str]) -> Schema:
    return {
        "type": "object",
        "properties": keys,
        "required": required,
        "additionalProperties": False,
    }


def _array(items: Schema, low: int, high: int) -> Schema:
    return {"type": "array", "items": items, "minItems": low, "maxItems": high}


@singledispatch
def schema_of(shape: Any) -> Schema:
    """The JSON Schema of the values that a shape reads; TypeError for a shape without one."""
    raise TypeError(f"no JSON Schema for {shape!r}")


@schema_of.register
def _record(shape: Record) -> Schema:
    keys = {member.name: schema_of(member.shape) for member in shape.members}
    return _object(keys, [member.name for member in shape.members if member.required])


schema_of.register(shapes.Anything, lambda _: {})
schema_of.register(shapes.Flag, lambda _: {"type": "boolean"})
schema_of.register(shapes.Options, lambda shape: {"enum": list(shape.values)})
schema_of.register(shapes.Choice, lambda shape: {"enum": list(shape.members)})
schema_of.register(Maybe, lambda shape: {"anyOf": [schema_of(shape.shape), {"type": "null"}]})


@schema_of.register
def _whole(shape: shapes.Whole) -> Schema:
    return {"type": "integer", "minimum": shape.low, "maximum": shape.high}


@schema_of.register
def _number_or_word(shape: shapes.NumberOrWord) -> Schema:
    return {"anyOf": [_whole(shapes.Whole(shape.low, shape.high)), {"const": shape.word}]}


@schema_of.register
def _place(shape: shapes.Place) -> Schema:
    bound = {} if shape.sides is None else {"maximum": shape.sides - 1}
    return {"type": "integer", "minimum": 0} | bound


@schema_of.register
def _card_points(shape: shapes.CardPoints) -> Schema:
    step = 1 if shape.per_point == 1 else 1 / shape.per_point
    return {"type": "number", "minimum": 0, "maximum": shape.high, "multipleOf": step}


@schema_of.register
def _text(shape: shapes.Text) -> Schema:
    return {"type": "string", "minLength": shape.low, "maxLength": shape.high}


@schema_of.register
def _day(shape: shapes.Day) -> Schema:
    """JSON Schema knows no earliest day, so the century is told by a pattern."""
    centuries = range(shape.first.year // CENTURY, shape.last.year // CENTURY + 1)
    pattern = f"^({'|'.join(map(str, centuries))})"
    return {"type": "string", "format": "date", "pattern": pattern}


@schema_of.register
def _listing(shape: Listing) -> Schema:
    if shape.open_ended:
        return {"type": "array", "items": schema_of(shape.shapes[0]), "maxItems": shape.at_most}
    return {
        "type": "array",
        "prefixItems": [schema_of(item) for item in shape.shapes],
        "minItems": len(shape.shapes),
        "maxItems": len(shape.shapes),
    }


@schema_of.register
def _versions(shape: Versions) -> Schema:
    return {"anyOf": [_listing(shape), schema_of(shape.shapes[0]), {"type": "null"}]}


@schema_of.register
def _keyed(shape: Keyed) -> Schema:
    return {
        "type": "object",
        "properties": {key: schema_of(shape.shape) for key in shape.keys},
        "additionalProperties": False,
    }


def schema_text(schema: Schema) -> str:
    """A schema as the text of its file."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def file_name(game: Game[Any, Any]) -> str:
    """What the schema of a game is called."""
    return f"{game.slug}.schema.json"


def schemas_of(games: Sequence[Game[Any, Any]]) -> Mapping[str, Schema]:
    """The schemas of all games, of a group and of several, by the names of their files."""
    return {file_name(game): sheet_schema(game) for game in games} | {
        GROUP_FILE: group_schema(games),
        GROUPS_FILE: groups_schema(),
    }


def main(arguments: Sequence[str]) -> None:
    """Write all schemas to the named folder, or to docs/schemas/."""
    folder = Path(arguments[0] if arguments else FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    for name, schema in schemas_of(list(GAMES.values())).items():
        (folder / name).write_text(schema_text(schema), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
