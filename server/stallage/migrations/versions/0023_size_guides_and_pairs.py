"""Size guides of categories; what is often bought together, and past orders of other shops."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """New tables, and an empty column of a table that is as small as the shop's menu."""
    op.create_table(
        "size_guides",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("introduction", sa.Text(), server_default="", nullable=False),
        sa.Column("option", sa.Text(), server_default="Size", nullable=False),
        sa.Column("unit", sa.Text(), server_default="", nullable=False),
        sa.Column("columns", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("measured", postgresql.ARRAY(sa.Text()), server_default="{}", nullable=False),
        sa.Column("rows", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.CheckConstraint("unit IN ('', 'cm', 'in')", name=op.f("ck_size_guides_unit")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_size_guides")),
        sa.UniqueConstraint("slug", name=op.f("uq_size_guides_slug")),
    )
    op.add_column("categories", sa.Column("size_guide_id", sa.BigInteger(), nullable=True))
    op.create_foreign_key(
        op.f("fk_categories_size_guide_id"),
        "categories",
        "size_guides",
        ["size_guide_id"],
        ["id"],
        ondelete="SET NULL",
    )
    # Product pages name the guide, and processes keep its table.
    op.execute(
        "CREATE TRIGGER tell_catalogue AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE"
        " ON size_guides FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue('names')"
    )
    op.create_table(
        "bought_together",
        sa.Column("product_id", sa.BigInteger(), nullable=False),
        sa.Column("other_id", sa.BigInteger(), nullable=False),
        sa.Column("orders", sa.BigInteger(), nullable=False),
        sa.Column("score", postgresql.DOUBLE_PRECISION(), nullable=False),
        sa.ForeignKeyConstraint(
            ["product_id"],
            ["products.id"],
            name=op.f("fk_bought_together_product_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["other_id"],
            ["products.id"],
            name=op.f("fk_bought_together_other_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("product_id", "other_id", name=op.f("pk_bought_together")),
    )
    op.create_index("ix_bought_together_other_id", "bought_together", ["other_id"], unique=False)
    op.create_table(
        "past_orders",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("placed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("product_ids", postgresql.ARRAY(sa.BigInteger()), nullable=False),
        sa.CheckConstraint("cardinality(product_ids) > 1", name=op.f("ck_past_orders_product_ids")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_past_orders")),
        sa.UniqueConstraint(
            "placed_at", "product_ids", name=op.f("uq_past_orders_placed_at_product_ids")
        ),
    )
