"""All versions of sheets of other databases that a sheet contains."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("sheets", sa.Column("continues", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("sheets", "continues")
