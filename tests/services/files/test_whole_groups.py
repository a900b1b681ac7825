"""Whatever a group says about itself is in its file, and is there again where that is opened."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.files.archive import SHAPES, Archive, in_file
from scorekeeper.files.archive_text import archive_text
from scorekeeper.services.files.archives import export_everything, export_group, import_archive
from scorekeeper.services.group.entries import SINGLE, GroupEntryType
from scorekeeper.services.group.state import GroupState, group_state
from scorekeeper.services.group.writing import write_on_group
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.standing.state import shows_statistics
from scorekeeper.store.rows import GroupRow
from tests.files.test_schemas import group_validator
from tests.services.files.test_complete_export import evening
from tests.services.journal.test_group_writing import group_now

COST = {
    "format": "scorekeeper-group/1",
    "sheets": [],
    "costs": [{"what": "crisps", "cents": 900, "paid_by": "Eva", "shared_by": ["Eva", "Dirk"]}],
}

PAGE = Path(__file__).parents[3] / "docs" / "sheet-file.md"
KIND = GroupEntryType
# By type of entry, the key in the file of a group that has what it says.
IN_FILE = {
    **{kind: str(kind) for kind in SINGLE},
    KIND.CURRENCY: "currency",
    KIND.PERSON: "people",
    KIND.SAME_AS: "other_names",
    KIND.RULES: "house_rules",
    KIND.COST: "costs",
    KIND.PAYMENT: "payments",
    KIND.SETTLEMENT: "settlements",
    KIND.PAID: "settlements",
    KIND.SEASON: "seasons",
}
NOT_IN_FILE = {KIND.LINK: "a link is secret, and each group has its own"}
NO_ENTRY = {KIND.PERSON: "names come with the sheets and lists in which they stand"}


@pytest.fixture(autouse=True)
def context(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


def brought(text: str, group: GroupRow | None = None) -> GroupState:
    """The group into which the text of a file was brought."""
    archive = in_file(text.encode())
    assert isinstance(archive, Archive)
    return group_state(group_now(import_archive(archive, group)[0]))


def test_every_type_of_entry_has_a_key_in_the_file_or_a_reason_why_not() -> None:
    assert sorted([*IN_FILE, *NOT_IN_FILE]) == sorted(GroupEntryType)
    assert {*IN_FILE.values(), "id", "sheets"} == set(SHAPES)


def test_every_type_of_entry_is_in_the_file_and_is_there_again_where_that_is_opened() -> None:
    group = group_state(group_now(evening().group))
    assert {entry.type for entry in group.entries} == set(GroupEntryType)
    text = text_of(group)
    data = json.loads(text)
    assert list(group_validator().iter_errors(data)) == []
    assert data.keys() - {"format", "id", "sheets"} == set(IN_FILE.values())
    again = brought(text)
    assert text_of(again) == text
    assert {entry.type for entry in again.entries} == IN_FILE.keys() - NO_ENTRY


def test_the_page_about_it_has_a_row_for_every_key() -> None:
    table = PAGE.read_text(encoding="utf-8").partition("## A whole group")[2]
    assert {key for key in SHAPES if not re.search(rf"^\| `{key}\??` \|", table, re.M)} == set()


def switch_figures(state: GroupState, shown: bool) -> GroupState:
    token = FormToken(new_key(), state.row.revision)
    write_on_group(state, [GroupEntryType.FIGURES.draft(shown, 0)], token)
    return group_state(group_now(state.row))


def text_of(state: GroupState) -> str:
    return archive_text(export_group(state.row))


def test_figures_that_are_switched_off_are_off_wherever_the_file_is_opened() -> None:
    group = brought(json.dumps(COST))
    text = text_of(group)
    assert "figures" not in text
    group = switch_figures(group, False)
    off = text_of(group)
    assert json.loads(off) == {**json.loads(text), "figures": False}
    assert not shows_statistics(brought(off))
    assert text_of(brought(off)) == off
    group = switch_figures(group, True)
    assert text_of(group) == text
    assert shows_statistics(brought(off, group.row))  # a group keeps its own word
    assert not shows_statistics(brought(off, brought(text).row))


def test_everything_has_a_group_of_seasons_alone() -> None:
    season = {"name": "Liga", "game": "tapp", "from": "2026-01-01", "counts": "won", "total": "sum"}
    data = {"format": "scorekeeper-group/1", "sheets": [], "seasons": [season]}
    brought(json.dumps(data))
    (archive,) = export_everything()
    assert [each.name for each in archive.seasons] == ["Liga"]
    assert brought(archive_text(archive)).row.id
