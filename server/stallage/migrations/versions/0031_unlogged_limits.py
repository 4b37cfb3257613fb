"""Counting for limits writes nothing ahead; proxies that nobody named are noted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The limits are a few hours of counts, so writing the table anew takes a moment."""
    op.execute("ALTER TABLE limits SET UNLOGGED")
    op.create_table(
        "untrusted_proxies",
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("is_private", sa.Boolean(), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("address", name=op.f("pk_untrusted_proxies")),
    )
