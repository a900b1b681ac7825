"""Ids by which files know groups again, and of which sheet of another database a sheet is a copy.

The columns are added to the tables as they are. Every group gets an id of its own.
"""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

BYTES = 16


def upgrade() -> None:
    column = sa.Column("file_id", sa.String(64), server_default="", nullable=False)
    op.add_column("groups", column)
    fill(sa.table("groups", sa.column("id"), sa.column("file_id")))
    op.create_index("ix_groups_file_id", "groups", ["file_id"])
    op.add_column("sheets", sa.Column("copy_of", sa.String(64), nullable=True))
    for name in ("copied_revision", "copied_as"):
        number = sa.Column(name, sa.Integer(), server_default="0", nullable=False)
        op.add_column("sheets", number)


def fill(table: sa.TableClause) -> None:
    """Give every row an id that no other database has."""
    connection = op.get_bind()
    ids = connection.execute(sa.select(table.c.id)).scalars().all()
    if ids:
        filled = sa.update(table).where(table.c.id == sa.bindparam("row"))
        values = [{"row": each, "new": secrets.token_hex(BYTES)} for each in ids]
        connection.execute(filled.values(file_id=sa.bindparam("new")), values)


def downgrade() -> None:
    for name in ("copied_as", "copied_revision", "copy_of"):
        op.drop_column("sheets", name)
    op.drop_index("ix_groups_file_id", "groups")
    op.drop_column("groups", "file_id")
