"""Whatever is sent, the answer is a page with words: never our own mistake."""

import random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.table import open_sheet, play

ODD = (
    "", " ", "0", "1", "-1", "4", "99999999999999999999", "1e999999", "NaN", "٣", "１", "²", "½",
    "0:²", "40,5", "true", "null", "\x00",
    "1" * 5000, "0:" + "1" * 5000, "-" + "9" * 20, "20 " * 400, "http://[abc",
    "🂡", "x" * 5000, "<script>alert(1)</script>", "{{ 7*7 }}", "%s%s%n", "../../etc/passwd", "0:20",
    "0:999999999999999999999", "7:1", ":", "0:-1", "hearts", "counted", "conceded", "renege_0",
    "20 50 20", "20 x", "2026-13-45", "save", "sum", "edit",
)  # fmt: skip
FIELDS = (
    "key", "based_on", "maker", "trump", "points_0", "points_1", "roem_0", "roem_1", "pit", "end",
    "dealer", "do", "add", "take", "confirmed", "strike", "closed", "away", "title", "date", "seat",
    "player", "round", "name_0", "name_1", "name_2", "name_3", "first_dealer", "house_deals",
    "house_tie", "house_four_low", "text", "again", "file",
)  # fmt: skip


def fuzz(app: Flask, client: FlaskClient, seed: int, posts: int) -> set[int]:
    chance = random.Random(seed)
    sheet = open_sheet(client)
    for _ in range(2):
        play(client, sheet)
    group = sheet.removesuffix("1/")
    rules = [rule for rule in app.url_map.iter_rules() if rule.endpoint != "static"]
    places: dict[str, Any] = {
        "link": group.split("/")[2], "number": 1, "round_id": 1, "subject": 1,
        "slug": "klaverjassen", "word": "deal",
    }  # fmt: skip
    seen = set()
    for _ in range(posts):
        rule = chance.choice(rules)
        wanted = places | {
            "round_id": chance.choice([0, 1, 2, 3]),
            "subject": chance.choice([1, 77, 10**22]),
        }
        _, address = rule.build(wanted, append_unknown=False) or ("", "/")
        chosen = chance.sample(FIELDS, chance.randrange(len(FIELDS)))
        form = {name: chance.choice(ODD) for name in chosen}
        if chance.random() < 0.3:
            form["key"] = chance.choice("ab") * 32
        if chance.random() < 0.5:
            form["based_on"] = str(chance.randrange(1, 20))
        if chance.random() < 0.2:
            answer = client.get(address, query_string=form)
        else:
            answer = client.post(address, data=form)
        assert answer.status_code < 500, (address, form, answer.text)
        seen.add(answer.status_code)
    assert client.get(sheet).status_code == 200
    return seen


@pytest.mark.parametrize("seed", range(4))
def test_no_input_makes_a_500(app: Flask, client: FlaskClient, seed: int) -> None:
    seen = fuzz(app, client, seed, 250)
    assert {200, 303, 405, 422} <= seen  # it got everywhere


@pytest.mark.soak
def test_no_input_makes_a_500_for_long(app: Flask, client: FlaskClient) -> None:
    for seed in range(1000, 1100):
        fuzz(app, client, seed, 250)
