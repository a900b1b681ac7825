"""Every sheet that can be written fits into a file that can be read, and every group into some."""

import copy
import json
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from scorekeeper.core.codec import json_data, json_text
from scorekeeper.core.names import NAME_LENGTH
from scorekeeper.files.archive import (
    PEOPLE_AT_MOST,
    SHEETS_AT_MOST,
    SIZE_AT_MOST,
    Archive,
    ArchivedSheet,
    in_file,
)
from scorekeeper.files.archive_text import FRAME_AT_MOST, archive_text, archive_texts
from scorekeeper.files.sheet import ROUNDS_AT_MOST, SUBSTITUTES_AT_MOST, TITLE_LENGTH
from scorekeeper.files.sheet import SIZE_AT_MOST as SHEET_AT_MOST
from scorekeeper.games.plugin import GamePlugin
from scorekeeper.games.registry import PLUGINS
from tests.games.one_round import PLAYERS, problem_codes, sheet_of
from tests.games.worked import before, examples

WIDE = "🂡"  # four bytes
FRAME = 10_000  # bytes: game, players, house rules


def lists_in(data: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where lists lie in plain data."""
    pairs = data.items() if isinstance(data, dict) else enumerate(data)
    if isinstance(data, list):
        yield at
    for key, held in pairs:
        if isinstance(held, dict | list):
            yield from lists_in(held, (*at, key))


def with_one_more(data: Any) -> Iterator[Any]:
    """The same round with one more item in one of its lists, like one that is there."""
    for at in lists_in(data):
        longer = copy.deepcopy(data)
        held = longer
        for key in at:
            held = held[key]
        for item in list(held):
            held.append(item)
            yield copy.deepcopy(longer)
            held.pop()


def longest(plugin: GamePlugin, example: dict[str, Any]) -> int:
    """The bytes of a legal round whose lists were made as long as the game allows."""
    known = {"house": example.get("house"), "players": example.get("players")}
    data = example["round"] | {"dealer": 0}
    earlier = before(example)
    while True:
        more = with_one_more(data)
        fits = (
            each for each in more if not problem_codes(plugin.game, each, before=earlier, **known)
        )
        found = next(fits, None)
        if found is None:
            return len(json_text(data).encode())
        data = found
        assert len(json_text(data)) < FRAME, f"a list without an end: {data}"


@pytest.mark.parametrize("plugin", PLUGINS.values(), ids=lambda plugin: plugin.game.slug)
def test_the_longest_sheet_of_a_game_fits_into_a_file(plugin: GamePlugin) -> None:
    legal = [
        each for each in examples(plugin.game.slug) if "points" in each and "times" not in each
    ]
    assert legal
    rounds = max(longest(plugin, example) for example in legal) + len(",\n    ")
    change = {"round": ROUNDS_AT_MOST + 1, "seat": 4, "player": WIDE * NAME_LENGTH}
    told = json.dumps({"seating": [change]}, ensure_ascii=False, indent=2)
    changes = len(told.encode())
    whole = FRAME + 4 * TITLE_LENGTH + ROUNDS_AT_MOST * rounds + SUBSTITUTES_AT_MOST * changes
    assert whole < SHEET_AT_MOST


def test_a_file_has_room_for_any_sheet_beside_everybody() -> None:
    names = json.dumps([WIDE * NAME_LENGTH] * PEOPLE_AT_MOST, ensure_ascii=False)
    assert len(names.encode()) < FRAME_AT_MOST
    assert SHEET_AT_MOST + FRAME_AT_MOST < SIZE_AT_MOST


def sheets(count: int) -> tuple[ArchivedSheet, ...]:
    game = PLUGINS["klaverjassen"].game
    rounds = [{"kind": "conceded", "maker": 0}] * 10
    return tuple(
        ArchivedSheet(
            sheet=sheet_of(game, rounds, title=f"Evening {number}"), opened=date(2026, 11, 20)
        )
        for number in range(count)
    )


def read_back(text: str) -> Archive:
    found = in_file(text.encode())
    assert isinstance(found, Archive)
    return found


def test_a_group_that_fits_is_one_file() -> None:
    archive = Archive(people=PLAYERS, sheets=sheets(3))
    assert archive_texts(archive) == [archive_text(archive)]


def test_the_parts_of_a_large_group_are_the_whole_group() -> None:
    people = tuple(f"Guest {number}" for number in range(PEOPLE_AT_MOST + 5))
    archive = Archive(people=people, sheets=sheets(9))
    size = FRAME_AT_MOST + 1500
    texts = archive_texts(archive, size)
    assert len(texts) > 2
    assert all(len(text.encode()) <= size for text in texts)
    parts = [read_back(text) for text in texts]
    assert tuple(each for part in parts for each in part.sheets) == archive.sheets
    assert tuple(each for part in parts for each in part.people) == people


def test_a_part_has_no_more_sheets_than_a_file_may_have() -> None:
    archive = Archive(people=(), sheets=sheets(1) * (SHEETS_AT_MOST + 1))
    texts = archive_texts(archive)
    assert [len(json_data(text)["sheets"]) for text in texts] == [SHEETS_AT_MOST, 1]
