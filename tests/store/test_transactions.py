"""A transaction writes all or nothing, and leaves no connection and no lock behind."""

import pytest
from flask import Flask
from sqlalchemy import event, select

from scorekeeper.store import group_queries, revisions
from scorekeeper.store.db import db, execute, release_connection, transaction
from scorekeeper.store.tables import GroupRecord

pytestmark = pytest.mark.both_databases


def refuse(_: object) -> None:
    raise InterruptedError("before the database has heard of it")


def test_a_commit_that_fails_leaves_nothing_open(app: Flask) -> None:
    with app.app_context():
        with transaction():
            group = group_queries.add_group()
        event.listen(db.engine, "commit", refuse)
        with pytest.raises(InterruptedError), transaction():
            revisions.advance_group(group.id)
        event.remove(db.engine, "commit", refuse)
        assert db.engine.pool.checkedout() == 0  # type: ignore[attr-defined]
        with transaction():  # nobody holds the row
            assert revisions.advance_group(group.id) == group.revision + 1


def add_and_give_back() -> None:
    with transaction():
        group_queries.add_group()
        release_connection()


def test_a_connection_that_is_given_back_inside_is_no_silent_loss(app: Flask) -> None:
    with app.app_context():
        with pytest.raises(RuntimeError, match="given back"):
            add_and_give_back()
        assert execute(select(GroupRecord.id)).all() == []
