"""Refunds of cancelled exchanges, the time of the last request of a refund, revocable guest links."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A new table, and columns without rewriting."""
    op.create_table(
        "exchange_refunds",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("return_id", sa.BigInteger(), nullable=False),
        sa.Column("lines", postgresql.JSONB(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("to_source", sa.BigInteger(), nullable=False),
        sa.Column("to_wallet", sa.BigInteger(), nullable=False),
        sa.Column("credited_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "to_source >= 0 AND to_wallet >= 0 AND to_source + to_wallet = amount",
            name=op.f("ck_exchange_refunds_parts"),
        ),
        sa.ForeignKeyConstraint(
            ["return_id"],
            ["returns.id"],
            name=op.f("fk_exchange_refunds_return_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exchange_refunds")),
    )
    op.create_index("ix_exchange_refunds_return_id", "exchange_refunds", ["return_id", "id"])
    op.create_index(
        "ix_exchange_refunds_waiting",
        "exchange_refunds",
        ["return_id"],
        postgresql_where=sa.text("to_wallet > 0 AND credited_at IS NULL"),
    )
    op.add_column("refunds", sa.Column("asked_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column(
        "orders", sa.Column("link_version", sa.Integer(), server_default="0", nullable=False)
    )
