"""The id by which files know a sheet, where it no longer follows from the key of the sheet."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("sheets", sa.Column("former_id", sa.String(64), nullable=True))


def downgrade() -> None:
    op.drop_column("sheets", "former_id")
