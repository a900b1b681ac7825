"""`scorekeeper account`: the account of a file and of a group in the database, as one object."""

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.cli.main import main
from tests.cli.conftest import make_database
from tests.cli.test_commands import SHEET, Captured, imported, refusal, table, write

__all__ = ["table"]  # the folder of sheet files, for every test

STAKED = {**SHEET, "stake": {"cents": 1, "per": 1}}
ROOM = {"what": "room", "cents": 100, "paid_by": "Zoë", "shared_by": ["anna", "Max"]}
GROUP = {
    "format": "scorekeeper-group/1",
    "people": ["Zoë", "Anna"],
    "sheets": [{"sheet": STAKED, "put_away": True}],
    "costs": [ROOM],
    "payments": [{"payer": "Max", "payee": "Zoë", "cents": 10}],
    "settlements": [
        {"id": "s", "transfers": [{"payer": "Max", "payee": "Zoë", "cents": 40, "paid": 40}]}
    ],
}


def account(capsys: Captured, *arguments: str) -> dict[str, Any]:
    assert main(["account", *arguments]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    found: dict[str, Any] = json.loads(line)
    assert sum(each["cents"] for each in found["balances"]) == 0
    return found


def test_a_file_is_added_up_in_the_order_of_the_group(capsys: Captured) -> None:
    write("group.json", GROUP)
    found = account(capsys, "group.json")
    # 102 + 20 : 60 and 0 : 162; Eva sits for Bert in the second deal
    assert found == {
        "currency": "EUR",
        "balances": [
            {"name": "Zoë", "cents": 100 - 10 - 40},
            {"name": "Anna", "cents": 62 - 162 - 50},
            {"name": "Bert", "cents": -62},
            {"name": "Clara", "cents": 62 - 162},
            {"name": "Dirk", "cents": 162 - 62},
            {"name": "Eva", "cents": 162},
            {"name": "Max", "cents": -50 + 10 + 40},
        ],
        "transfers": found["transfers"],
    }
    left = {each["name"]: each["cents"] for each in found["balances"]}
    for each in found["transfers"]:
        left[each["payer"]] += each["cents"]
        left[each["payee"]] -= each["cents"]
    assert not any(left.values())
    assert len(found["transfers"]) == 4


def test_a_group_in_the_database_has_the_account_of_its_file(capsys: Captured) -> None:
    write("group.json", {**GROUP, "currency": "CHF"})
    (link,) = imported(capsys, "group.json")
    found = account(capsys, link)
    assert found == account(capsys, "group.json")
    assert found["currency"] == "CHF"
    assert account(capsys, link.rstrip("/") + "/1/") == found


def test_without_money_nobody_owes_anything(capsys: Captured) -> None:
    found = account(capsys, "good.json")
    names = ["Anna", "Bert", "Clara", "Dirk", "Eva"]
    assert found["balances"] == [{"name": name, "cents": 0} for name in names]
    assert found["transfers"] == []


@pytest.mark.parametrize(
    ("name", "code"),
    [("broken.json", "not_json"), ("missing.json", "unreadable_file"), ("odd.json", "amounts_sum")],
)
def test_a_faulty_file_is_reported_as_score_does(capsys: Captured, name: str, code: str) -> None:
    write("odd.json", {**GROUP, "costs": [{**ROOM, "amounts": [1, 2]}]})
    assert main(["account", name]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["file"], [each["code"] for each in found["errors"]]) == (name, [code])


def test_a_link_that_leads_nowhere_is_refused(capsys: Captured, table: Path) -> None:
    make_database()
    assert "no group has the link" in refusal(capsys, "account", "/g/nowhere/")
    assert "is none of" in refusal(capsys, "account", "--language", "xx", "a.json", status=2)
