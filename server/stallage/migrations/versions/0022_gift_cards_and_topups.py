"""Top-ups of wallets by online payment, and gift cards."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0018"
branch_labels = None
depends_on = None

REASONS = (
    "reason IN ('gift_code', 'refund', 'goodwill', 'order', 'order_released', 'expired', 'top_up')"
)


def upgrade() -> None:
    """Adds them. Existing rows are read once to be checked; none is written."""
    _topups()


def _topups() -> None:
    op.create_table(
        "wallet_topups",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("public_id", sa.Text(), nullable=False),
        sa.Column("customer_id", sa.BigInteger(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("movement_id", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("amount > 0", name=op.f("ck_wallet_topups_amount")),
        sa.CheckConstraint(
            "state IN ('pending', 'paid', 'declined', 'ended', 'refunded')",
            name=op.f("ck_wallet_topups_state"),
        ),
        sa.CheckConstraint(
            "(state = 'paid') = (movement_id IS NOT NULL)", name=op.f("ck_wallet_topups_movement")
        ),
        sa.ForeignKeyConstraint(
            ["customer_id"], ["customers.id"], name=op.f("fk_wallet_topups_customer_id")
        ),
        sa.ForeignKeyConstraint(
            ["movement_id"], ["wallet_movements.id"], name=op.f("fk_wallet_topups_movement_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_wallet_topups")),
        sa.UniqueConstraint("public_id", name=op.f("uq_wallet_topups_public_id")),
    )
    op.create_index("ix_wallet_topups_customer_id", "wallet_topups", ["customer_id", "id"])
    op.create_index("uq_wallet_topups_movement_id", "wallet_topups", ["movement_id"], unique=True)
    op.drop_constraint(op.f("ck_wallet_movements_reason"), "wallet_movements")
    op.create_check_constraint(op.f("ck_wallet_movements_reason"), "wallet_movements", REASONS)
    op.alter_column("payment_attempts", "order_id", nullable=True)
    op.alter_column("refunds", "order_id", nullable=True)
    op.add_column("payment_attempts", sa.Column("topup_id", sa.BigInteger(), nullable=True))
    op.create_foreign_key(
        op.f("fk_payment_attempts_topup_id"),
        "payment_attempts",
        "wallet_topups",
        ["topup_id"],
        ["id"],
    )
    op.create_check_constraint(
        op.f("ck_payment_attempts_purpose"),
        "payment_attempts",
        "num_nonnulls(order_id, topup_id) = 1",
    )
    op.create_index(
        "uq_payment_attempts_topup_id",
        "payment_attempts",
        ["topup_id"],
        unique=True,
        postgresql_where=sa.text("topup_id IS NOT NULL"),
    )
