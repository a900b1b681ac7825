"""A database full of the groups of other people."""

from sqlalchemy import Engine, text

from scorekeeper.store.db import backend_at

SHEETS, PLAYERS, ENTRIES = 2, 4, 4  # of each group, or sheet
COUNTED = "WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < :n)"
MOMENT = "'2026-11-20 20:00:00'"
GROUPS = f"""
INSERT INTO groups (link, look_link, revision, currency, created_at, hidden, forgotten)
{COUNTED} SELECT 'write' || n, 'look' || n, 1, 'EUR', {MOMENT}, FALSE, FALSE FROM counted
"""
PEOPLE = f"""
INSERT INTO players (group_id, name, folded)
{COUNTED} SELECT id, 'Player ' || n, 'player ' || n FROM groups CROSS JOIN counted
"""
SHEETS_OF_ALL = f"""
INSERT INTO sheets
(group_id, number, game, revision, key, look_link, imported, digest, put_away, created_at)
{COUNTED}
SELECT id, n, 'klaverjassen', 1, 'key' || id || 'of' || n, 'alone' || id || 'of' || n,
       'file' || id || n, 'digest' || id || n, FALSE, {MOMENT} FROM groups CROSS JOIN counted
"""
WRITTEN = f"""
INSERT INTO entries (sheet_id, revision, type, subject, edition, after, data, key, written_at)
{COUNTED} SELECT id, 1, 'round', n, 1, n - 1, '{{}}', 'entry' || n, {MOMENT}
FROM sheets CROSS JOIN counted
"""
WRITTEN_ABOUT_GROUPS = f"""
INSERT INTO group_entries (group_id, revision, type, subject, edition, data, key, written_at)
{COUNTED} SELECT id, 1, 'name', n, 1, '"Table"', 'about' || id || 'of' || n, {MOMENT}
FROM groups CROSS JOIN counted
"""


def fill(engine: Engine, groups: int) -> None:
    """Add so many groups with their people, sheets and entries to an empty database."""
    with engine.connect() as connection, backend_at(engine.url).begin_writing(connection):
        for statement, number in (
            (GROUPS, groups),
            (PEOPLE, PLAYERS),
            (SHEETS_OF_ALL, SHEETS),
            (WRITTEN, ENTRIES),
            (WRITTEN_ABOUT_GROUPS, 1),
        ):
            connection.execute(text(statement), {"n": number})
        if engine.dialect.name == "postgresql":  # the server does so itself, sooner or later
            connection.execute(text("ANALYZE"))
