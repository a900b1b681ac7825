"""The sample evenings of `make dev`: a sheet of every game, and what was put right on them.

The sheets are sheet files in docs/samples, read and opened as anybody's. What a sheet file cannot
say, a correction or a round that was struck out, is in sample_changes.json: *sheet* names the file,
and *batch* is the form field in which the pages send such changes. Both count rounds from 1.
"""

import json
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

from flask import Flask

from scorekeeper.files import reading
from scorekeeper.files.sheet import Sheet
from scorekeeper.games.registry import GAMES
from scorekeeper.services.journal.form_token import new_key
from scorekeeper.services.journal.writing import AlreadySavedError
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.store.rows import GroupRow, SheetRow

CHECKOUT = Path(__file__).resolve().parents[1]
SHEETS = CHECKOUT / "docs" / "samples"
CHANGES = CHECKOUT / "scripts" / "sample_changes.json"
Batch = list[dict[str, Any]]
AS_OPENED = 1  # the revision of a sheet on which nothing was written since


def sample_sheets() -> dict[str, Sheet]:
    """Every sample sheet by the name of its file; raises FaultyFileError if one is wrong."""
    return {path.name: reading.read(path.read_bytes(), GAMES) for path in SHEETS.glob("*.json")}


def open_samples(app: Flask) -> str:
    """The link of the group with the sample sheets; those that it has not are opened.

    A sheet is opened once in a database, however often this is called: its key is the name of its
    file. What somebody has written on it since stays.
    """
    link = ""
    with app.app_context():
        opened = list(_opened())
    for row, batches in opened:
        link = row.link
        for number, batch in enumerate(batches):
            _send(app, row, row.revision + number, batch)
    return link


def _opened() -> Iterator[tuple[SheetRow, list[Batch]]]:
    """Every sheet with what is to be put right on it: nothing unless it was opened just now."""
    group: GroupRow | None = None
    for name, sheet in sorted(sample_sheets().items()):
        try:
            row = open_sheet(sheet, group, key=f"sample:{name}")
            batches = _batches(name) if row.revision == AS_OPENED else []
        except AlreadySavedError as before:  # opened from an earlier version of the file
            row, batches = before.saved, []
        group = row.group
        yield row, batches


def _batches(name: str) -> list[Batch]:
    changes = json.loads(CHANGES.read_text(encoding="utf-8"))
    return [each["batch"] for each in changes if each["sheet"] == name]


def _send(app: Flask, row: SheetRow, revision: int, batch: Batch) -> None:
    """Put rounds right by the form of the pages; raises ValueError if it is refused."""
    form = {"key": new_key(), "based_on": revision, "batch": json.dumps(batch)}
    answer = app.test_client().post(f"/g/{row.link}/{row.number}/rounds/batch", data=form)
    if answer.status_code != HTTPStatus.SEE_OTHER:
        raise ValueError(f"{CHANGES.name}: {row.game} refuses {batch}: {answer.status}")
