"""Digests of sheets are worked out anew, as names and texts are read without what nobody sees."""

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("UPDATE sheets SET digest = NULL WHERE digest IS NOT NULL")


def downgrade() -> None:
    """They are worked out when they are asked for."""
