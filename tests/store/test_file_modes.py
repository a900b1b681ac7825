"""Nobody but their owner reads the files of a database: all secret links are in them."""

import os
import stat
from pathlib import Path

import pytest

from scorekeeper.app import create_app
from scorekeeper.store import group_queries
from scorekeeper.store.db import close, db, transaction
from scorekeeper.store.migrate import upgrade
from scorekeeper.store.sqlite.database_file import keep_private


def test_a_new_database_and_what_lies_beside_it_are_for_their_owner_alone(tmp_path: Path) -> None:
    mask = os.umask(0o022)
    try:
        app = create_app({"DATABASE": f"sqlite:///{tmp_path / 'new.sqlite'}"})
        with app.app_context():
            upgrade(db.engine)
            with transaction():
                group_queries.add_group()
            modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in tmp_path.iterdir()}
        close(app)
    finally:
        os.umask(mask)
    assert modes == {"new.sqlite": 0o600, "new.sqlite-wal": 0o600, "new.sqlite-shm": 0o600}


def test_where_a_mode_cannot_be_changed_there_is_a_warning(
    caplog: pytest.LogCaptureFixture,
) -> None:
    path = Path("/proc/self/status")  # nobody changes its mode, whoever it is
    assert not keep_private(path)
    (said,) = [record.getMessage() for record in caplog.records]
    assert (
        said
        == f"others on this machine may read {path}, with all secret links: Operation not permitted"
    )
