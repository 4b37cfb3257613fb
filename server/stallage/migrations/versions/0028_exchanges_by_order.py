"""Exchanges are found by their order."""

from __future__ import annotations

import sqlalchemy as sa

from stallage.migrations.online import create_index_concurrently

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """An index on the few returns that have an exchange."""
    create_index_concurrently(
        "ix_returns_exchange_order_id",
        "returns",
        ["exchange_order_id"],
        postgresql_where=sa.text("exchange_order_id IS NOT NULL"),
    )
