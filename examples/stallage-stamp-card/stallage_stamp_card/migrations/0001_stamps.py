"""Stamps, one for each order."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None
core_revision = "0001"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "stamp_card_stamps",
        sa.Column("order_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("customer_id", sa.BigInteger(), nullable=False),
        sa.Column("stamped_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["customer_id"],
            ["customers.id"],
            name=op.f("fk_stamp_card_stamps_customer_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("order_id", name=op.f("pk_stamp_card_stamps")),
    )
    op.create_index(
        "ix_stamp_card_stamps_customer_id", "stamp_card_stamps", ["customer_id"], unique=False
    )
