"""Links that only look, at a group and at one sheet, and groups that are hidden.

The columns are added to the tables as they are: SQLite would drop and rebuild a table to do
without the defaults, and other tables refer to these. Every row gets a secret of its own.
"""

import secrets
import string

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

LETTERS = string.ascii_letters + string.digits
LENGTH = 24
TABLES = ("groups", "sheets")


def upgrade() -> None:
    for name in TABLES:
        link = sa.Column("look_link", sa.String(64), server_default="", nullable=False)
        op.add_column(name, link)
        fill(sa.table(name, sa.column("id"), sa.column("look_link")))
        op.create_index(f"ix_{name}_look_link", name, ["look_link"], unique=True)
    hidden = sa.Column("hidden", sa.Boolean(), server_default=sa.false(), nullable=False)
    op.add_column("groups", hidden)


def fill(table: sa.TableClause) -> None:
    """Give every row a link that nobody can guess."""
    connection = op.get_bind()
    ids = connection.execute(sa.select(table.c.id)).scalars().all()
    if ids:
        filled = sa.update(table).where(table.c.id == sa.bindparam("row"))
        links = [{"row": each, "look_link": new_link()} for each in ids]
        connection.execute(filled.values(look_link=sa.bindparam("look_link")), links)


def new_link() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def downgrade() -> None:
    op.drop_column("groups", "hidden")
    for name in TABLES:
        op.drop_index(f"ix_{name}_look_link", name)
        op.drop_column(name, "look_link")
