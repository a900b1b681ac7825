"""`export --everything`: by a link or by the number of a group, also of a hidden one."""

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.cli.main import main
from tests.cli.test_groups import Captured, folder, links, refusal, said, two_groups

__all__ = ["folder", "links", "two_groups"]  # fixtures


def everything(capsys: Captured, named: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(said(capsys, "export", named, "--everything"))
    return found | {"exported_at": None}


def test_a_number_and_any_link_of_a_group_lead_to_the_same(
    capsys: Captured, links: tuple[str, str]
) -> None:
    first = everything(capsys, "1")
    look = said(capsys, "link", "1", "--look").strip()
    for named in (links[0], f"{links[0]}1/", look, "001"):
        assert everything(capsys, named) == first
    (sheet,) = first["sheets"]
    assert [each["type"] for each in sheet["entries"]].count("round") == 2
    assert everything(capsys, "2")["name"] == "Stammtisch"


def test_a_hidden_group_is_exported_by_its_number_alone(
    capsys: Captured, links: tuple[str, str]
) -> None:
    said(capsys, "hide", "2")
    assert everything(capsys, "2")["hidden"] is True
    assert "no group has the link" in refusal(capsys, "export", links[1], "--everything")


def test_where_there_is_no_group_nothing_is_printed(
    capsys: Captured, links: tuple[str, str]
) -> None:
    said(capsys, "forget", "1", "--yes")
    assert "group 1 was forgotten" in refusal(capsys, "export", "1", "--everything")
    assert "there is no group 3" in refusal(capsys, "export", "3", "--everything")
    assert "no group has the link" in refusal(capsys, "export", "/s/Qq/", "--everything")
    assert "not the link of a sheet" in refusal(capsys, "export", "2")


@pytest.mark.usefixtures("links")
def test_what_was_exported_is_refused_in_words_where_files_are_imported(
    capsys: Captured, folder: Path
) -> None:
    path = folder / "everything.json"
    path.write_text(said(capsys, "export", "1", "--everything"))
    assert main(["import", str(path)]) == 1
    assert "scorekeeper-sheet/1" in capsys.readouterr().err
