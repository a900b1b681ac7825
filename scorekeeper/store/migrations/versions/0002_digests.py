"""Digests of sheets, and where to look one up."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("sheets", sa.Column("digest", sa.String(64), nullable=True))
    op.create_index("ix_sheets_group_id_digest", "sheets", ["group_id", "digest"])
    op.create_index("ix_sheets_group_id_imported", "sheets", ["group_id", "imported"])


def downgrade() -> None:
    op.drop_index("ix_sheets_group_id_imported", "sheets")
    op.drop_index("ix_sheets_group_id_digest", "sheets")
    op.drop_column("sheets", "digest")
