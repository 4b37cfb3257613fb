"""What reductions refer to where the law asks for the lowest price of the 30 days before, and since
when a SKU exists and a product is part of a set."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Existing rows keep no moment, as it is not known; new ones get theirs from the database."""
    op.create_table(
        "prior_prices",
        sa.Column("sku_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("price", sa.BigInteger(), nullable=False),
        sa.Column("prior_price", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("prior_price > price", name=op.f("ck_prior_prices_prior_price")),
        sa.ForeignKeyConstraint(
            ["sku_id"], ["skus.id"], name=op.f("fk_prior_prices_sku_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("sku_id", name=op.f("pk_prior_prices")),
    )
    op.add_column(
        "catalogue_state",
        sa.Column(
            "prior_price_rule", sa.Boolean(), server_default=sa.text("false"), nullable=False
        ),
    )
    for table, column in (("skus", "created_at"), ("collection_products", "added_at")):
        op.add_column(table, sa.Column(column, sa.DateTime(timezone=True), nullable=True))
        op.alter_column(table, column, server_default=sa.text("now()"))
    # By hand.
    op.execute(SALE_PRICES)
    op.execute(KEEP_OWN_PRICE)
    op.execute(KEEP_SALE)
    op.execute(KEEP_LEAVING)


# As in revision 0010, with two differences: a sale charges for a product from when the product was
# added to it, and its prices are kept for more than a year, since a reduction that runs for months
# still refers to what was charged before it.
SALE_PRICES = """
CREATE OR REPLACE FUNCTION sale_price_counts(starts_at timestamptz, ends_at timestamptz)
RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT starts_at <= now() AND (ends_at IS NULL OR ends_at > now() - interval '400 days')
$$
"""

KEEP_OWN_PRICE = """
CREATE OR REPLACE FUNCTION keep_own_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO past_prices (sku_id, price, of_sale, started_at, ended_at)
    SELECT new.id, s.price, s.of_sale, greatest(s.started_at, b.changed_at), s.ended_at
    FROM (SELECT max(ended_at) AS changed_at FROM past_prices
            WHERE sku_id = new.id AND NOT of_sale) b
    CROSS JOIN LATERAL (
        SELECT old.price AS price, false AS of_sale, NULL::timestamptz AS started_at,
            now() AS ended_at
        UNION ALL
        SELECT old.price - (old.price * sales.percent + 50) / 100, true,
            greatest(sales.starts_at, cp.added_at), least(now(), sales.ends_at)
        FROM collection_products cp JOIN sales USING (collection_id)
        WHERE cp.product_id = new.product_id
            AND sale_price_counts(sales.starts_at, sales.ends_at)
            AND (b.changed_at IS NULL OR sales.ends_at IS NULL OR sales.ends_at > b.changed_at)
            AND (cp.added_at IS NULL OR sales.ends_at IS NULL OR sales.ends_at > cp.added_at)
    ) s;
    RETURN NULL;
END $$
"""

KEEP_SALE = """
CREATE OR REPLACE FUNCTION keep_sale_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF sale_price_counts(old.starts_at, old.ends_at) THEN
        INSERT INTO past_prices (sku_id, price, of_sale, started_at, ended_at)
        SELECT s.id, s.price - (s.price * old.percent + 50) / 100, true,
            greatest(old.starts_at, cp.added_at), least(now(), old.ends_at)
        FROM collection_products cp JOIN skus s USING (product_id)
        WHERE cp.collection_id = old.collection_id
            AND (cp.added_at IS NULL OR old.ends_at IS NULL OR old.ends_at > cp.added_at);
    END IF;
    RETURN old;
END $$
"""

KEEP_LEAVING = """
CREATE OR REPLACE FUNCTION keep_price_of_leaving() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO past_prices (sku_id, price, of_sale, started_at, ended_at)
    SELECT s.id, s.price - (s.price * sales.percent + 50) / 100, true,
        greatest(sales.starts_at, gone.added_at), least(now(), sales.ends_at)
    FROM gone JOIN sales USING (collection_id) JOIN skus s ON s.product_id = gone.product_id
    WHERE sale_price_counts(sales.starts_at, sales.ends_at)
        AND (gone.added_at IS NULL OR sales.ends_at IS NULL OR sales.ends_at > gone.added_at);
    RETURN NULL;
END $$
"""
