"""Automatic discounts, public promo codes and gift lines of orders."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Creates the table and adds two columns; none of them is rewritten or locked for long."""
    op.create_table(
        "automatic_discounts",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("priority", sa.Integer(), server_default="0", nullable=False),
        sa.Column("exclusive_group", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "combines_with_codes", sa.Boolean(), server_default=sa.text("true"), nullable=False
        ),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("minimum_purchase", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("percent", sa.SmallInteger(), nullable=True),
        sa.Column("amount", sa.BigInteger(), nullable=True),
        sa.Column(
            "product_ids", postgresql.ARRAY(sa.BigInteger()), server_default="{}", nullable=False
        ),
        sa.Column(
            "category_ids", postgresql.ARRAY(sa.BigInteger()), server_default="{}", nullable=False
        ),
        sa.Column(
            "brand_ids", postgresql.ARRAY(sa.BigInteger()), server_default="{}", nullable=False
        ),
        sa.Column("buy_quantity", sa.Integer(), nullable=True),
        sa.Column("get_quantity", sa.Integer(), nullable=True),
        sa.Column(
            "get_product_ids",
            postgresql.ARRAY(sa.BigInteger()),
            server_default="{}",
            nullable=False,
        ),
        sa.Column(
            "get_category_ids",
            postgresql.ARRAY(sa.BigInteger()),
            server_default="{}",
            nullable=False,
        ),
        sa.Column(
            "get_brand_ids", postgresql.ARRAY(sa.BigInteger()), server_default="{}", nullable=False
        ),
        sa.Column("times_per_order", sa.Integer(), nullable=True),
        sa.Column("gift_sku_id", sa.BigInteger(), nullable=True),
        sa.CheckConstraint(
            "CASE kind WHEN 'amount_off' THEN (percent IS NULL) <> (amount IS NULL)"
            " WHEN 'buy_x_get_y' THEN percent IS NOT NULL AND amount IS NULL"
            " AND buy_quantity IS NOT NULL AND get_quantity IS NOT NULL"
            " ELSE percent IS NULL AND amount IS NULL AND gift_sku_id IS NOT NULL END",
            name=op.f("ck_automatic_discounts_complete"),
        ),
        sa.CheckConstraint(
            "kind IN ('amount_off', 'buy_x_get_y', 'free_gift')",
            name=op.f("ck_automatic_discounts_kind"),
        ),
        sa.CheckConstraint("amount > 0", name=op.f("ck_automatic_discounts_amount")),
        sa.CheckConstraint(
            "buy_quantity > 0 AND get_quantity > 0", name=op.f("ck_automatic_discounts_quantities")
        ),
        sa.CheckConstraint("ends_at > starts_at", name=op.f("ck_automatic_discounts_ends_at")),
        sa.CheckConstraint(
            "minimum_purchase >= 0", name=op.f("ck_automatic_discounts_minimum_purchase")
        ),
        sa.CheckConstraint(
            "percent BETWEEN 1 AND 100", name=op.f("ck_automatic_discounts_percent")
        ),
        sa.CheckConstraint(
            "times_per_order > 0", name=op.f("ck_automatic_discounts_times_per_order")
        ),
        sa.ForeignKeyConstraint(
            ["gift_sku_id"],
            ["skus.id"],
            name=op.f("fk_automatic_discounts_gift_sku_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_automatic_discounts")),
        sa.UniqueConstraint("slug", name=op.f("uq_automatic_discounts_slug")),
    )
    op.add_column(
        "order_lines", sa.Column("gift", postgresql.JSONB(astext_type=sa.Text()), nullable=True)
    )
    op.add_column(
        "promo_codes",
        sa.Column("public", sa.Boolean(), server_default=sa.text("false"), nullable=False),
    )
    op.create_index(
        "ix_promo_codes_public",
        "promo_codes",
        ["id"],
        unique=False,
        postgresql_where=sa.text("public"),
    )
