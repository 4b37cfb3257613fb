"""Orders, payments and returns."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Creates the tables."""
    op.create_table(
        "sandbox_sessions",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("attempt", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("return_url", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("pays_late", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("refunded", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column(
            "refund_keys",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default="[]",
            nullable=False,
        ),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "state IN ('open', 'paid', 'declined', 'ended')", name=op.f("ck_sandbox_sessions_state")
        ),
        sa.CheckConstraint(
            "refunded BETWEEN 0 AND amount", name=op.f("ck_sandbox_sessions_refunded")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sandbox_sessions")),
        sa.UniqueConstraint("attempt", name=op.f("uq_sandbox_sessions_attempt")),
    )
    op.create_table(
        "orders",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("public_id", sa.Text(), nullable=False),
        sa.Column("customer_id", sa.BigInteger(), nullable=True),
        sa.Column("status", sa.SmallInteger(), nullable=False),
        sa.Column("payment_status", sa.SmallInteger(), nullable=False),
        sa.Column("payment_method", sa.Text(), nullable=False),
        sa.Column("placed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("pay_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("delivered_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("email", sa.Text(), nullable=True),
        sa.Column("phone", sa.Text(), nullable=True),
        sa.Column("first_name", sa.Text(), nullable=False),
        sa.Column("last_name", sa.Text(), nullable=False),
        sa.Column("address", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("subtotal", sa.BigInteger(), nullable=False),
        sa.Column("discounts", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("shipping_method", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("shipping_total", sa.BigInteger(), nullable=False),
        sa.Column("taxes", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("total", sa.BigInteger(), nullable=False),
        sa.Column("wallet_used", sa.BigInteger(), nullable=False),
        sa.Column("payable", sa.BigInteger(), nullable=False),
        sa.Column("promo_code", sa.Text(), nullable=True),
        sa.CheckConstraint("payable = total - wallet_used", name=op.f("ck_orders_payable")),
        sa.CheckConstraint("payment_status BETWEEN 0 AND 4", name=op.f("ck_orders_payment_status")),
        sa.CheckConstraint("status BETWEEN 0 AND 15", name=op.f("ck_orders_status")),
        sa.CheckConstraint(
            "total >= 0 AND wallet_used BETWEEN 0 AND total", name=op.f("ck_orders_total")
        ),
        sa.ForeignKeyConstraint(
            ["customer_id"],
            ["customers.id"],
            name=op.f("fk_orders_customer_id"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_orders")),
        sa.UniqueConstraint("public_id", name=op.f("uq_orders_public_id")),
    )
    op.create_index(
        "ix_orders_customer_id_id",
        "orders",
        ["customer_id", sa.literal_column("id DESC")],
        unique=False,
    )
    op.create_index(
        "ix_orders_guest_email",
        "orders",
        [sa.literal_column("lower(email)")],
        unique=False,
        postgresql_where=sa.text("customer_id IS NULL"),
    )
    op.create_index(
        "ix_orders_guest_phone",
        "orders",
        ["phone"],
        unique=False,
        postgresql_where=sa.text("customer_id IS NULL"),
    )
    op.create_index(
        "ix_orders_unpaid",
        "orders",
        ["pay_until"],
        unique=False,
        postgresql_where=sa.text("status = 0"),
    )
    op.create_table(
        "order_events",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("order_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.SmallInteger(), nullable=True),
        sa.Column("payment_status", sa.SmallInteger(), nullable=True),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("happened_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "by IN ('customer', 'operator', 'system')", name=op.f("ck_order_events_by")
        ),
        sa.CheckConstraint(
            "(status IS NULL) <> (payment_status IS NULL)", name=op.f("ck_order_events_one")
        ),
        sa.ForeignKeyConstraint(
            ["order_id"], ["orders.id"], name=op.f("fk_order_events_order_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_order_events")),
    )
    op.create_index("ix_order_events_order_id", "order_events", ["order_id", "id"], unique=False)
    op.create_table(
        "order_lines",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("order_id", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.SmallInteger(), nullable=False),
        sa.Column("sku_id", sa.BigInteger(), nullable=False),
        sa.Column("product_id", sa.BigInteger(), nullable=False),
        sa.Column("sku", sa.Text(), nullable=False),
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("options", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("image", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("quantity", sa.Integer(), nullable=False),
        sa.Column("price", sa.BigInteger(), nullable=False),
        sa.Column("compare_at_price", sa.BigInteger(), nullable=True),
        sa.Column("line_total", sa.BigInteger(), nullable=False),
        sa.Column("discount", sa.BigInteger(), nullable=False),
        sa.Column("tax", sa.BigInteger(), nullable=False),
        sa.Column("tax_added", sa.BigInteger(), nullable=False),
        sa.Column("returnable", sa.Boolean(), nullable=False),
        sa.CheckConstraint("quantity > 0", name=op.f("ck_order_lines_quantity")),
        sa.ForeignKeyConstraint(
            ["order_id"], ["orders.id"], name=op.f("fk_order_lines_order_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_order_lines")),
        sa.UniqueConstraint("order_id", "position", name=op.f("uq_order_lines_order_id_position")),
    )
    op.create_index("ix_order_lines_sku_id", "order_lines", ["sku_id"], unique=False)
    op.create_table(
        "payment_attempts",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("public_id", sa.Text(), nullable=False),
        sa.Column("order_id", sa.BigInteger(), nullable=False),
        sa.Column("provider", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("session", sa.Text(), nullable=True),
        sa.Column("redirect_url", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "state IN ('starting', 'open', 'paid', 'failed', 'ended')",
            name=op.f("ck_payment_attempts_state"),
        ),
        sa.CheckConstraint("amount > 0", name=op.f("ck_payment_attempts_amount")),
        sa.ForeignKeyConstraint(
            ["order_id"],
            ["orders.id"],
            name=op.f("fk_payment_attempts_order_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_payment_attempts")),
        sa.UniqueConstraint("public_id", name=op.f("uq_payment_attempts_public_id")),
    )
    op.create_index(
        "ix_payment_attempts_open",
        "payment_attempts",
        ["asked_at"],
        unique=False,
        postgresql_where=sa.text("state IN ('starting', 'open')"),
    )
    op.create_index("ix_payment_attempts_order_id", "payment_attempts", ["order_id"], unique=False)
    op.create_index(
        "uq_payment_attempts_one_open",
        "payment_attempts",
        ["order_id"],
        unique=True,
        postgresql_where=sa.text("state IN ('starting', 'open')"),
    )
    op.create_index(
        "uq_payment_attempts_provider_session",
        "payment_attempts",
        ["provider", "session"],
        unique=True,
        postgresql_where=sa.text("session IS NOT NULL"),
    )
    op.create_table(
        "payment_notices",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("provider", sa.Text(), nullable=False),
        sa.Column("notice_id", sa.Text(), nullable=False),
        sa.Column("attempt_id", sa.BigInteger(), nullable=True),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("body", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("decision", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["attempt_id"],
            ["payment_attempts.id"],
            name=op.f("fk_payment_notices_attempt_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_payment_notices")),
        sa.UniqueConstraint(
            "provider", "notice_id", name=op.f("uq_payment_notices_provider_notice_id")
        ),
    )
    op.create_table(
        "refunds",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("public_id", sa.Text(), nullable=False),
        sa.Column("order_id", sa.BigInteger(), nullable=False),
        sa.Column("attempt_id", sa.BigInteger(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("provider_reference", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("done_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("state IN ('wanted', 'done', 'refused')", name=op.f("ck_refunds_state")),
        sa.CheckConstraint("amount > 0", name=op.f("ck_refunds_amount")),
        sa.ForeignKeyConstraint(
            ["attempt_id"],
            ["payment_attempts.id"],
            name=op.f("fk_refunds_attempt_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["order_id"], ["orders.id"], name=op.f("fk_refunds_order_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_refunds")),
        sa.UniqueConstraint("attempt_id", "reason", name=op.f("uq_refunds_attempt_id_reason")),
        sa.UniqueConstraint("public_id", name=op.f("uq_refunds_public_id")),
    )
    op.create_index("ix_refunds_order_id", "refunds", ["order_id"], unique=False)
    op.create_index(
        "ix_refunds_wanted",
        "refunds",
        ["id"],
        unique=False,
        postgresql_where=sa.text("state = 'wanted'"),
    )
    # By hand.
