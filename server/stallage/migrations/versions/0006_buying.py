"""Reservations, promo codes, delivery, tax and carts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Creates the tables."""
    op.create_table(
        "promo_codes",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("percent", sa.Integer(), nullable=True),
        sa.Column("amount", sa.BigInteger(), nullable=True),
        sa.Column("minimum_purchase", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("total_uses", sa.BigInteger(), nullable=True),
        sa.Column("uses_per_customer", sa.BigInteger(), nullable=True),
        sa.Column("used", sa.BigInteger(), server_default="0", nullable=False),
        sa.CheckConstraint(
            "(percent IS NULL) <> (amount IS NULL)", name=op.f("ck_promo_codes_kind")
        ),
        sa.CheckConstraint("amount > 0", name=op.f("ck_promo_codes_amount")),
        sa.CheckConstraint("code = upper(code)", name=op.f("ck_promo_codes_code")),
        sa.CheckConstraint("ends_at > starts_at", name=op.f("ck_promo_codes_ends_at")),
        sa.CheckConstraint("minimum_purchase >= 0", name=op.f("ck_promo_codes_minimum_purchase")),
        sa.CheckConstraint("percent BETWEEN 1 AND 100", name=op.f("ck_promo_codes_percent")),
        sa.CheckConstraint("total_uses > 0", name=op.f("ck_promo_codes_total_uses")),
        sa.CheckConstraint("used >= 0", name=op.f("ck_promo_codes_used")),
        sa.CheckConstraint("uses_per_customer > 0", name=op.f("ck_promo_codes_uses_per_customer")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_promo_codes")),
        sa.UniqueConstraint("code", name=op.f("uq_promo_codes_code")),
    )
    op.create_table(
        "shipping_methods",
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("price", sa.BigInteger(), nullable=False),
        sa.Column("free_over", sa.BigInteger(), nullable=True),
        sa.Column("min_days", sa.Integer(), nullable=False),
        sa.Column("max_days", sa.Integer(), nullable=False),
        sa.Column("countries", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("position", sa.Integer(), server_default="0", nullable=False),
        sa.Column("active", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.CheckConstraint("free_over >= 0", name=op.f("ck_shipping_methods_free_over")),
        sa.CheckConstraint(
            "min_days >= 0 AND max_days >= min_days", name=op.f("ck_shipping_methods_days")
        ),
        sa.CheckConstraint("price >= 0", name=op.f("ck_shipping_methods_price")),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_shipping_methods")),
    )
    op.create_table(
        "tax_rates",
        sa.Column("country", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), server_default="", nullable=False),
        sa.Column("city", sa.Text(), server_default="", nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("millionths", sa.Integer(), nullable=False),
        sa.Column("included", sa.Boolean(), nullable=False),
        sa.Column("on_delivery", sa.Boolean(), nullable=False),
        sa.CheckConstraint("city = '' OR state <> ''", name=op.f("ck_tax_rates_city")),
        sa.CheckConstraint(
            "millionths BETWEEN 0 AND 1000000", name=op.f("ck_tax_rates_millionths")
        ),
        sa.PrimaryKeyConstraint("country", "state", "city", "name", name=op.f("pk_tax_rates")),
    )
    op.create_table(
        "promo_uses",
        sa.Column("order_id", sa.BigInteger(), nullable=False),
        sa.Column("promo_code_id", sa.BigInteger(), nullable=False),
        sa.Column("buyer", sa.Text(), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("given_back", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.ForeignKeyConstraint(
            ["promo_code_id"],
            ["promo_codes.id"],
            name=op.f("fk_promo_uses_promo_code_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("order_id", name=op.f("pk_promo_uses")),
    )
    op.create_index(
        "ix_promo_uses_promo_code_id_buyer", "promo_uses", ["promo_code_id", "buyer"], unique=False
    )
    op.create_table(
        "cart_lines",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("customer_id", sa.BigInteger(), nullable=False),
        sa.Column("sku_id", sa.BigInteger(), nullable=False),
        sa.Column("quantity", sa.Integer(), nullable=False),
        sa.Column("price_seen", sa.BigInteger(), nullable=False),
        sa.Column("added_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("quantity BETWEEN 1 AND 99", name=op.f("ck_cart_lines_quantity")),
        sa.ForeignKeyConstraint(
            ["customer_id"],
            ["customers.id"],
            name=op.f("fk_cart_lines_customer_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["sku_id"], ["skus.id"], name=op.f("fk_cart_lines_sku_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_cart_lines")),
        sa.UniqueConstraint("customer_id", "sku_id", name=op.f("uq_cart_lines_customer_id_sku_id")),
    )
    op.create_index("ix_cart_lines_sku_id", "cart_lines", ["sku_id"], unique=False)
    op.create_table(
        "reservations",
        sa.Column("order_id", sa.BigInteger(), nullable=False),
        sa.Column("sku_id", sa.BigInteger(), nullable=False),
        sa.Column("quantity", sa.Integer(), nullable=False),
        sa.Column("taken", sa.Integer(), nullable=False),
        sa.Column("state", sa.SmallInteger(), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("quantity > 0", name=op.f("ck_reservations_quantity")),
        sa.CheckConstraint("state IN (0, 1, 2)", name=op.f("ck_reservations_state")),
        sa.CheckConstraint("taken BETWEEN 0 AND quantity", name=op.f("ck_reservations_taken")),
        sa.ForeignKeyConstraint(["sku_id"], ["skus.id"], name=op.f("fk_reservations_sku_id")),
        sa.PrimaryKeyConstraint("order_id", "sku_id", name=op.f("pk_reservations")),
    )
    op.create_index("ix_reservations_sku_id", "reservations", ["sku_id"], unique=False)
    # By hand.
