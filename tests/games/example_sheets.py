"""The worked examples of every game, the made-up one among them, as sheets of one round."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.core.codec import json_data, json_text
from scorekeeper.core.game import Round
from scorekeeper.files.reading import parsed
from scorekeeper.files.sheet import FORMAT, Sheet
from scorekeeper.games.plugin import GamePlugin
from scorekeeper.games.registry import GAMES, PLUGINS
from tests.toy.plugin import PLUGIN as TOY_PLUGIN

HERE = Path(__file__).parent
NAMES = ["Anna", "Bert", "Clara", "Dirk", "Eva", "Fritz"]
EVERY_PLUGIN = pytest.mark.parametrize(
    "plugin", [*PLUGINS.values(), TOY_PLUGIN], ids=lambda plugin: plugin.game.slug
)
SHIPPED_PLUGIN = pytest.mark.parametrize(
    "plugin", list(PLUGINS.values()), ids=lambda plugin: plugin.game.slug
)


def examples(plugin: GamePlugin) -> list[dict[str, Any]]:
    slug = plugin.game.slug
    folder = HERE.parent / "toy" if plugin is TOY_PLUGIN else HERE / slug
    found = tomllib.loads((folder / "examples.toml").read_text())["example"]
    assert found, f"{slug} has no worked examples"
    return [each for each in found if "points" in each and "times" not in each]


def sheet_of(plugin: GamePlugin, example: dict[str, Any]) -> Sheet:
    data = {
        "format": FORMAT,
        "game": plugin.game.slug,
        "players": example.get("players", NAMES[: max(plugin.game.seat_counts)]),
        "house": example.get("house", {}),
        "rounds": [example["round"]],
    }
    return parsed(as_read(data), GAMES)


def as_read(data: dict[str, Any]) -> Any:
    """Plain data as they come out of a file."""
    return json_data(json_text(data))


def rounds(plugin: GamePlugin) -> Iterator[tuple[dict[str, Any], Sheet, Round[Any]]]:
    for example in examples(plugin):
        sheet = sheet_of(plugin, example)
        yield example, sheet, sheet.rounds[0]
