"""A process that runs goes on while a newer version brings its database up to date."""

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import inspect

from scorekeeper.store.db import db
from scorekeeper.store.errors import NewerDatabaseError
from scorekeeper.store.migrate import upgrade
from tests.store.test_migrations import migrations_with_one_more
from tests.web.table import entry_form, open_sheet, play, send, totals

pytestmark = pytest.mark.both_databases

ADDS = """\
op.add_column("sheets", sa.Column("colour", sa.String(10)))
    op.add_column("entries", sa.Column("weight", sa.Integer(), server_default="1", nullable=False))
    op.create_table("cards", sa.Column("id", sa.Integer(), primary_key=True))
    op.create_index("sheets_by_colour", "sheets", ["colour"])"""


def test_the_version_before_plays_on_beside_the_next(
    app: Flask, client: FlaskClient, tmp_path: Path
) -> None:
    sheet = open_sheet(client)
    play(client, sheet, maker="0", trump="hearts", points_0="102", roem_0="20")
    filled_in_before = entry_form(client, sheet) | {
        "maker": "1",
        "trump": "spades",
        "points_1": "81",
    }
    with app.app_context():
        upgrade(db.engine, migrations_with_one_more(tmp_path, ADDS))
        assert inspect(db.engine).has_table("cards")
    assert send(client, f"{sheet}rounds/new/deal", filled_in_before).status_code == 303
    assert totals(client, sheet) == [122 + 162, 60]
    other = open_sheet(client)
    play(client, other, maker="1", points_0="60")
    assert totals(client, other) == [60, 102]
    with app.app_context(), pytest.raises(NewerDatabaseError):  # but it starts there no more
        upgrade(db.engine)
