"""The currency of a group, who is the same person under two names, and entries by their key.

The two columns say at a glance what the entries of the group say in full.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column(
        "groups", sa.Column("currency", sa.String(3), server_default="EUR", nullable=False)
    )
    op.add_column("players", sa.Column("same_as", ID, nullable=True))
    op.create_index("ix_group_entries_key", "group_entries", ["key"], unique=True)


def downgrade() -> None:
    op.drop_index("ix_group_entries_key", "group_entries")
    op.drop_column("players", "same_as")
    op.drop_column("groups", "currency")
