"""The digests of sheets with substitutes are worked out anew.

Sheets that older versions opened from files kept the digest of the file, though they seated
somebody later than it says: the own file of such a group came in twice.
"""

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(
        "UPDATE sheets SET digest = NULL"
        " WHERE id IN (SELECT sheet_id FROM entries WHERE type = 'substitute')"
    )


def downgrade() -> None:
    """Whoever needs a digest works it out."""
