"""Billing details, a note for the courier and gifts of orders; business addresses."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds columns without a rewrite: each is null or has a constant default."""
    op.add_column("addresses", sa.Column("company", sa.Text(), nullable=True))
    op.add_column("addresses", sa.Column("tax_id", sa.Text(), nullable=True))
    op.add_column(
        "orders",
        sa.Column("billing_address", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
    )
    for name in ("delivery_note", "gift_message", "gift_wrap_name"):
        op.add_column("orders", sa.Column(name, sa.Text(), nullable=True))
    op.add_column(
        "orders",
        sa.Column("gift_wrap_total", sa.BigInteger(), server_default="0", nullable=False),
    )
