"""`mend`: sheets that older versions opened wrongly from files are shown and put right."""

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.cli.main import main
from tests.cli.server_process import LOADED, environment, server
from tests.cli.test_groups import Captured, refusal, said

RUF = {"kind": "ruf", "caller": 0, "called": 2, "points": 52}
PENALTY = {"kind": "agreed", "points": [100, 0, 0, 0], "why": "late"}
SHEET = {
    "format": "scorekeeper-sheet/1",
    "game": "tuebinger_tarock",
    "players": ["Anna", "Bert", "Clara", "Dirk"],
    "stake": {"cents": 1, "per": 1},
    "seating": [{"round": 2, "seat": 0, "player": "Eva"}],
    "rounds": [RUF, PENALTY, RUF],
}
TOLD = """Sheet 1 of group 1 (Anna, Bert, Clara, Dirk, Eva):
From deal 1a: Eva for Anna
Anna: €0.58 instead of €3.58
Eva: €3.58 instead of €0.58
"""


@pytest.fixture
def link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> str:
    """The link of a group with such a sheet, as an older version stored it."""
    for name in os.environ:
        if name.startswith("SCOREKEEPER_"):
            monkeypatch.delenv(name)
    database = tmp_path / "evening.sqlite"
    monkeypatch.setenv("SCOREKEEPER_DATABASE", f"sqlite:///{database}")
    monkeypatch.chdir(tmp_path)
    Path("sheet.json").write_text(json.dumps(SHEET))
    opened = said(capsys, "import", "sheet.json").strip().removesuffix("1/")
    with closing(sqlite3.connect(database)) as connection, connection:
        changed = connection.execute(
            "UPDATE entries SET data = json_remove(data, '$.round') WHERE type = 'substitute'"
        )
        assert changed.rowcount == 1
    return opened


def balances(capsys: Captured, source: str) -> dict[str, int]:
    told = json.loads(said(capsys, "account", source))
    return {each["name"]: each["cents"] for each in told["balances"]}


def test_it_says_first_what_changes_and_does_it_when_told(capsys: Captured, link: str) -> None:
    wrong = balances(capsys, link)
    assert main(["mend"]) == 1
    shown = capsys.readouterr()
    assert shown.out == TOLD
    assert "nothing was changed; `scorekeeper mend --yes` does it" in shown.err
    assert balances(capsys, link) == wrong
    assert said(capsys, "mend", "--yes") == TOLD + "Corrected\n"
    assert balances(capsys, link) == balances(capsys, "sheet.json") != wrong
    assert said(capsys, "mend") == "There is nothing to correct\n"


@pytest.mark.usefixtures("link")
def test_what_nobody_can_tell_is_named_and_left(capsys: Captured, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "evening.sqlite")) as connection, connection:
        connection.execute(
            "INSERT INTO entries"
            " (sheet_id, revision, type, subject, edition, after, data, written_at)"
            " SELECT sheet_id, 2, type, subject, 2, after, json_set(data, '$.points[0]', 7),"
            " written_at FROM entries"
            " WHERE type = 'round' AND subject = 2"
        )
        connection.execute("UPDATE sheets SET revision = 2")
    told = said(capsys, "mend", "--yes")
    assert "Sheet 1 of group 1 (Anna, Bert, Clara, Dirk, Eva) seats somebody too late" in told
    assert len(told.splitlines()) == 1


def test_the_server_names_the_sheets_when_it_begins(link: str, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'evening.sqlite'}"
    with server(LOADED, tmp_path, environment(SCOREKEEPER_DATABASE=database)) as running:
        assert "see `scorekeeper mend`: sheet 1 of group 1\n" in running.terminal
        assert link not in running.terminal


def test_a_damaged_entry_is_told_by_the_command(
    link: str, capsys: Captured, tmp_path: Path
) -> None:
    assert link
    with closing(sqlite3.connect(tmp_path / "evening.sqlite")) as connection, connection:
        connection.execute("UPDATE entries SET data = '{}' WHERE type = 'substitute'")
    assert "evening.sqlite" in refusal(capsys, "mend")
