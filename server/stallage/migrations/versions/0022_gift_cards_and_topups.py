"""Top-ups of wallets by online payment, and gift cards."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

REASONS = (
    "reason IN ('gift_code', 'refund', 'goodwill', 'order', 'order_released', 'expired', 'top_up')"
)


def upgrade() -> None:
    """Adds them. Existing rows are read once to be checked; none is written."""
    _topups()
    _gift_cards()


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


def _gift_cards() -> None:
    jsonb = postgresql.JSONB(astext_type=sa.Text())
    op.add_column("products", sa.Column("gift_card", jsonb, nullable=True))
    op.add_column("order_lines", sa.Column("gift_card", jsonb, nullable=True))
    op.alter_column("orders", "address", nullable=True)
    op.add_column("gift_codes", sa.Column("voided_at", sa.DateTime(timezone=True), nullable=True))
    op.create_check_constraint(
        op.f("ck_gift_codes_voided"), "gift_codes", "redeemed_at IS NULL OR voided_at IS NULL"
    )
    op.create_table(
        "cart_gift_cards",
        sa.Column(
            "id",
            sa.BigInteger(),
            server_default=sa.text("nextval('cart_lines_id_seq'::regclass)"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("customer_id", sa.BigInteger(), nullable=False),
        sa.Column("sku_id", sa.BigInteger(), nullable=False),
        sa.Column("details", jsonb, nullable=False),
        sa.Column("added_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["customer_id"],
            ["customers.id"],
            name=op.f("fk_cart_gift_cards_customer_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["sku_id"], ["skus.id"], name=op.f("fk_cart_gift_cards_sku_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_cart_gift_cards")),
    )
    op.create_index("ix_cart_gift_cards_customer_id", "cart_gift_cards", ["customer_id"])
    op.create_index("ix_cart_gift_cards_sku_id", "cart_gift_cards", ["sku_id"])
    op.create_table(
        "gift_cards",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("public_id", sa.Text(), nullable=False),
        sa.Column("code_hash", sa.LargeBinary(), nullable=False),
        sa.Column("order_id", sa.Text(), nullable=False),
        sa.Column("order_line_id", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("recipient_name", sa.Text(), nullable=False),
        sa.Column("recipient_email", sa.Text(), nullable=False),
        sa.Column("sender_name", sa.Text(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("send_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("claimed_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["code_hash"], ["gift_codes.code_hash"], name=op.f("fk_gift_cards_code_hash")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_gift_cards")),
        sa.UniqueConstraint("code_hash", name=op.f("uq_gift_cards_code_hash")),
        sa.UniqueConstraint("order_line_id", name=op.f("uq_gift_cards_order_line_id")),
        sa.UniqueConstraint("public_id", name=op.f("uq_gift_cards_public_id")),
    )
    op.create_index("ix_gift_cards_order_id", "gift_cards", ["order_id"])
    op.create_index(
        "ix_gift_cards_unsent",
        "gift_cards",
        ["send_at"],
        postgresql_where=sa.text("sent_at IS NULL"),
    )
