"""Groups that were opened as samples: until when they are kept."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("groups", sa.Column("sample_until", sa.DateTime(timezone=True), nullable=True))
    op.create_index("ix_groups_sample_until", "groups", ["sample_until"])


def downgrade() -> None:
    op.drop_index("ix_groups_sample_until", "groups")
    op.drop_column("groups", "sample_until")
