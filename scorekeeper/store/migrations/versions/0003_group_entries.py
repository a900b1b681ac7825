"""What a group as a whole has written: its name, and whatever else is no part of a sheet."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)
ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "group_entries",
        sa.Column("id", ID, nullable=False),
        sa.Column("group_id", ID, nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("type", sa.String(20), nullable=False),
        sa.Column("subject", ID, nullable=False),
        sa.Column("edition", sa.Integer(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=True),
        sa.Column("key", sa.String(64), nullable=True),
        sa.Column("author", sa.String(40), nullable=True),
        sa.Column("written_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_group_entries"),
        sa.ForeignKeyConstraint(["group_id"], ["groups.id"], name="fk_group_entries_group_id"),
        sa.UniqueConstraint("group_id", "key", name="uq_group_entries_group_id_key"),
        sa.UniqueConstraint(
            "group_id",
            "type",
            "subject",
            "edition",
            name="uq_group_entries_group_id_type_subject_edition",
        ),
    )


def downgrade() -> None:
    op.drop_table("group_entries")
