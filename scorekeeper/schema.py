"""The JSON Schema of every game's sheet files; `python -m scorekeeper.schema` writes docs/schemas/.

A schema speaks about shapes; what a deal cannot have been is known to the rules of the game alone.
"""

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from scorekeeper.core.codec import record_of
from scorekeeper.core.game import Game
from scorekeeper.core.shapes import Maybe, Schema
from scorekeeper.games.registry import ROOMS
from scorekeeper.sheetfile import FORMAT, NAME, ROUNDS_AT_MOST, Head
from scorekeeper.sheetreading import SEAT

DRAFT = "https://json-schema.org/draft/2020-12/schema"
FOLDER = "docs/schemas"


def sheet_schema(game: Game[Any, Any]) -> Schema:
    """What a sheet file of this game looks like."""
    return {
        "$schema": DRAFT,
        "title": f"{FORMAT} {game.slug}",
        "type": "object",
        "properties": {
            "format": {"const": FORMAT},
            "game": {"const": game.slug},
            "players": _players(game),
            "house": record_of(game.house).schema(),
            **record_of(Head).schema()["properties"],
            "rounds": _rounds(game),
        },
        "required": ["format", "game", "players", "rounds"],
        "additionalProperties": False,
    }


def _players(game: Game[Any, Any]) -> Schema:
    return {
        "type": "array",
        "items": NAME.schema(),
        "minItems": min(game.seat_counts),
        "maxItems": max(game.seat_counts),
        "uniqueItems": True,
    }


def _rounds(game: Game[Any, Any]) -> Schema:
    kinds = [_round(word, made) for word, made in game.kinds.items()]
    return {"type": "array", "items": {"oneOf": kinds}, "maxItems": ROUNDS_AT_MOST}


def _round(word: str, made: type[Any]) -> Schema:
    schema = record_of(made).schema()
    frame = {"kind": {"const": word}, "dealer": Maybe(SEAT).schema()}
    return schema | {
        "properties": frame | schema["properties"],
        "required": ["kind", *schema["required"]],
    }


def schema_text(game: Game[Any, Any]) -> str:
    """The schema as the text of its file."""
    return json.dumps(sheet_schema(game), indent=2, ensure_ascii=False) + "\n"


def file_name(game: Game[Any, Any]) -> str:
    """What the schema of a game is called."""
    return f"{game.slug}.schema.json"


def write_schemas(games: Iterable[Game[Any, Any]], folder: Path) -> None:
    """One file per game."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in games:
        (folder / file_name(game)).write_text(schema_text(game), encoding="utf-8")


def main(arguments: Sequence[str]) -> None:
    """Write the schemas of all games to the named folder, or to docs/schemas/."""
    folder = arguments[0] if arguments else FOLDER
    write_schemas((room.game for room in ROOMS.values()), Path(folder))


if __name__ == "__main__":
    main(sys.argv[1:])
