"""Finds attempts that closed unpaid of late: their money may still come."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the index."""
    op.create_index(
        "ix_payment_attempts_closed",
        "payment_attempts",
        ["settled_at"],
        unique=False,
        postgresql_where=sa.text("state IN ('failed', 'ended')"),
    )
