"""Groups, players, sheets and entries."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)
ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "groups",
        sa.Column("id", ID, nullable=False),
        sa.Column("link", sa.String(64), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_groups"),
        sa.UniqueConstraint("link", name="uq_groups_link"),
    )
    op.create_table(
        "players",
        sa.Column("id", ID, nullable=False),
        sa.Column("group_id", ID, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("folded", sa.String(120), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.ForeignKeyConstraint(["group_id"], ["groups.id"], name="fk_players_group_id"),
        sa.UniqueConstraint("group_id", "folded", name="uq_players_group_id_folded"),
    )
    op.create_table(
        "sheets",
        sa.Column("id", ID, nullable=False),
        sa.Column("group_id", ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("imported", sa.String(64), nullable=True),
        sa.Column("put_away", sa.Boolean(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sheets"),
        sa.ForeignKeyConstraint(["group_id"], ["groups.id"], name="fk_sheets_group_id"),
        sa.UniqueConstraint("group_id", "number", name="uq_sheets_group_id_number"),
        sa.UniqueConstraint("key", name="uq_sheets_key"),
    )
    op.create_table(
        "entries",
        sa.Column("id", ID, nullable=False),
        sa.Column("sheet_id", ID, nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("type", sa.String(20), nullable=False),
        sa.Column("subject", sa.Integer(), nullable=False),
        sa.Column("edition", sa.Integer(), nullable=False),
        sa.Column("after", sa.Integer(), nullable=True),
        sa.Column("data", sa.JSON(), nullable=True),
        sa.Column("key", sa.String(64), nullable=True),
        sa.Column("author", sa.String(40), nullable=True),
        sa.Column("written_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_entries"),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheets.id"], name="fk_entries_sheet_id"),
        sa.UniqueConstraint("sheet_id", "key", name="uq_entries_sheet_id_key"),
        sa.UniqueConstraint(
            "sheet_id",
            "type",
            "subject",
            "edition",
            name="uq_entries_sheet_id_type_subject_edition",
        ),
    )


def downgrade() -> None:
    for table in ("entries", "sheets", "players", "groups"):
        op.drop_table(table)
