"""Groups that were deleted for good: their rows stay, empty, so that no id is ever given anew."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    forgotten = sa.Column("forgotten", sa.Boolean(), server_default=sa.false(), nullable=False)
    op.add_column("groups", forgotten)


def downgrade() -> None:
    op.drop_column("groups", "forgotten")
