"""Whatever a group says about itself is in its file, and is there again where that is opened."""

import json
from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.files.archive import Archive, in_file
from scorekeeper.files.archive_text import archive_text
from scorekeeper.services.files.archives import export_everything, import_archive
from scorekeeper.services.group.state import GroupState, group_state
from scorekeeper.store.rows import GroupRow
from tests.services.journal.test_group_writing import group_now


@pytest.fixture(autouse=True)
def context(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


def brought(text: str, group: GroupRow | None = None) -> GroupState:
    """The group into which the text of a file was brought."""
    archive = in_file(text.encode())
    assert isinstance(archive, Archive)
    return group_state(group_now(import_archive(archive, group)[0]))


def test_everything_has_a_group_of_seasons_alone() -> None:
    season = {"name": "Liga", "game": "tapp", "from": "2026-01-01", "counts": "won", "total": "sum"}
    data = {"format": "scorekeeper-group/1", "sheets": [], "seasons": [season]}
    brought(json.dumps(data))
    (archive,) = export_everything()
    assert [each.name for each in archive.seasons] == ["Liga"]
    assert brought(archive_text(archive)).row.id
