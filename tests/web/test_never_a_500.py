"""Whatever is sent, the answer is a page with words: never our own mistake."""

import json
import random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.core.codec import record_of
from scorekeeper.core.ledger import Setup, first_table
from scorekeeper.files.sheet import FORMAT
from scorekeeper.games.plugin import GamePlugin
from scorekeeper.games.registry import PLUGINS
from tests.games.worked import examples
from tests.web.table import open_sheet

ODD = (
    "", " ", "0", "1", "-1", "4", "99999999999999999999", "1e999999", "NaN", "٣", "１", "²", "½",
    "0:²", "40,5", "true", "null", "\x00",
    "1" * 5000, "0:" + "1" * 5000, "-" + "9" * 20, "20 " * 400, "http://[abc",
    "🂡", "x" * 5000, "<script>alert(1)</script>", "{{ 7*7 }}", "%s%s%n", "../../etc/passwd", "0:20",
    "0:999999999999999999999", "7:1", ":", "0:-1", "hearts", "counted", "conceded", "renege_0",
    "20 50 20", "20 x", "2026-13-45", "save", "sum", "edit",
)  # fmt: skip
FIELDS = (
    "key", "based_on", "dealer", "do", "add", "take", "confirmed", "closed", "away", "title",
    "date", "seat", "player", "round", "name_0", "name_1", "name_2", "name_3", "first_dealer",
    "text", "again", "file", "batch", "item",
)  # fmt: skip
BUTTONS = ("save", "mend:0", "mend:1", "mend:2", "strike:2", "pin:2", "drop:2", "strike:9", "pin:0")


def fields_of_room(plugin: GamePlugin) -> list[str]:
    """Every name that the room's forms and house rules go by."""
    seats = min(plugin.game.seat_counts)
    table = first_table(plugin.game, Setup(seats, plugin.game.house(), seats - 1))
    house = [f"house_{member.name}" for member in record_of(plugin.game.house).members]
    return [field.name for form in plugin.forms for field in form(table)] + house


def odd_values(plugin: GamePlugin) -> list[str]:
    """What is odd anywhere, and the words that this room's own forms send."""
    seats = min(plugin.game.seat_counts)
    table = first_table(plugin.game, Setup(seats, plugin.game.house(), seats - 1))
    fields = [field for form in plugin.forms for field in form(table) if hasattr(field, "choices")]
    known = [str(value) for field in fields for value in field.choices or ()]
    return [*ODD, *known, *plugin.game.kinds]


def batches(plugin: GamePlugin) -> list[str]:
    """Changes of the first round to every worked example, and rounds put in before it."""
    rounds = [example["round"] for example in examples(plugin.game.slug)]
    changes = [{"round": 1, "after": None, "data": data} for data in [*rounds, None]]
    inserted = [{"round": None, "after": 0, "data": data} for data in rounds]
    return [json.dumps([each]) for each in changes + inserted]


def opened(client: FlaskClient, plugin: GamePlugin) -> str:
    """A sheet with two rounds on it."""
    fitting = [
        example
        for example in examples(plugin.game.slug)
        if "points" in example and "times" not in example and not example.get("before")
        and not example.get("house") and "players" not in example
    ]  # fmt: skip
    names = ["Anna", "Bert", "Clara", "Dirk", "Eva", "Fritz"][: max(plugin.game.seat_counts)]
    sheet = {"format": FORMAT, "game": plugin.game.slug, "players": names}
    file = json.dumps(sheet | {"rounds": [fitting[0]["round"], fitting[0]["round"]]})
    begun = open_sheet(client)
    group = begun.removesuffix("1/")
    brought = client.post(f"{group}import", data={"text": file})
    if brought.status_code == 422:  # a round that can be had only once
        file = json.dumps(sheet | {"rounds": [fitting[0]["round"]]})
        brought = client.post(f"{group}import", data={"text": file})
    assert brought.status_code == 303, brought.text
    return str(brought.location)


def fuzz(app: Flask, client: FlaskClient, plugin: GamePlugin, seed: int, posts: int) -> set[int]:
    chance = random.Random(seed)
    sheet = opened(client, plugin)
    rules = [rule for rule in app.url_map.iter_rules() if rule.endpoint != "static"]
    places: dict[str, Any] = {
        "link": sheet.split("/")[2], "number": 2, "key": "k" * 32,
        "slug": plugin.game.slug, "word": plugin.forms[0].slug,
    }  # fmt: skip
    names, odd, packed = [*FIELDS, *fields_of_room(plugin)], odd_values(plugin), batches(plugin)
    seen = set()
    for _ in range(posts):
        rule = chance.choice(rules)
        wanted = places | {
            "round_id": chance.choice([0, 1, 2, 3]),
            "subject": chance.choice([1, 77, 10**22]),
            "size": chance.choice(["a4", "a5", "a3"]),
            "language": chance.choice(["en", "de", "xx"]),
            "players": chance.choice([0, 3, 4, 10**22]),
        }
        _, address = rule.build(wanted, append_unknown=False) or ("", "/")
        chosen = chance.sample(names, chance.randrange(len(names)))
        form = {name: chance.choice(odd) for name in chosen}
        if chance.random() < 0.3:
            form["key"] = chance.choice("ab") * 32
        if chance.random() < 0.5:
            form["based_on"] = str(chance.randrange(1, 20))
        if "batch" in rule.rule:
            form |= {"batch": chance.choice(packed), "do": chance.choice(BUTTONS)}
            form |= {"item": chance.choice("012")}
        if chance.random() < 0.2:
            answer = client.get(address, query_string=form)
        else:
            answer = client.post(address, data=form)
        assert answer.status_code < 500, (address, form, answer.text)
        seen.add(answer.status_code)
    assert client.get(sheet).status_code == 200
    return seen


EVERY_PLUGIN = pytest.mark.parametrize(
    "plugin", PLUGINS.values(), ids=lambda plugin: plugin.game.slug
)


@EVERY_PLUGIN
@pytest.mark.parametrize("seed", range(2))
def test_no_input_makes_a_500(
    app: Flask, client: FlaskClient, plugin: GamePlugin, seed: int
) -> None:
    seen = fuzz(app, client, plugin, seed, 250)
    assert {200, 303, 405, 422} <= seen  # it got everywhere


@EVERY_PLUGIN
@pytest.mark.soak
def test_no_input_makes_a_500_for_long(app: Flask, client: FlaskClient, plugin: GamePlugin) -> None:
    for seed in range(1000, 1040):
        fuzz(app, client, plugin, seed, 250)
