"""Whatever a group says about itself is in its file, and is there again where that is opened."""

import json
from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.files.archive import Archive, in_file
from scorekeeper.files.archive_text import archive_text
from scorekeeper.services.files.archives import export_everything, export_group, import_archive
from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.group.state import GroupState, group_state
from scorekeeper.services.group.writing import write_on_group
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.standing.state import shows_figures
from scorekeeper.store.rows import GroupRow
from tests.services.journal.test_group_writing import group_now

COST = {
    "format": "scorekeeper-group/1",
    "sheets": [],
    "costs": [{"what": "crisps", "cents": 900, "paid_by": "Eva", "shared_by": ["Eva", "Dirk"]}],
}


@pytest.fixture(autouse=True)
def context(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


def brought(text: str, group: GroupRow | None = None) -> GroupState:
    """The group into which the text of a file was brought."""
    archive = in_file(text.encode())
    assert isinstance(archive, Archive)
    return group_state(group_now(import_archive(archive, group)[0]))


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
    assert not shows_figures(brought(off))
    assert text_of(brought(off)) == off
    group = switch_figures(group, True)
    assert text_of(group) == text
    assert shows_figures(brought(off, group.row))  # a group keeps its own word
    assert not shows_figures(brought(off, brought(text).row))


def test_everything_has_a_group_of_seasons_alone() -> None:
    season = {"name": "Liga", "game": "tapp", "from": "2026-01-01", "counts": "won", "total": "sum"}
    data = {"format": "scorekeeper-group/1", "sheets": [], "seasons": [season]}
    brought(json.dumps(data))
    (archive,) = export_everything()
    assert [each.name for each in archive.seasons] == ["Liga"]
    assert brought(archive_text(archive)).row.id
