"""What was charged before, and how many pieces were ever put in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Creates the table, adds the column, and lets the database itself write both."""
    op.create_table(
        "past_prices",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("sku_id", sa.BigInteger(), nullable=False),
        sa.Column("price", sa.BigInteger(), nullable=False),
        sa.Column("of_sale", sa.Boolean(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["sku_id"], ["skus.id"], name=op.f("fk_past_prices_sku_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_past_prices")),
    )
    op.create_index(
        "ix_past_prices_sku_id_ended_at", "past_prices", ["sku_id", "ended_at"], unique=False
    )
    op.add_column(
        "skus", sa.Column("supplied", sa.BigInteger(), server_default="0", nullable=False)
    )
    # By hand.
    op.execute(
        "UPDATE skus s SET supplied = s.stock + coalesce((SELECT sum(r.taken) FROM reservations r"
        " WHERE r.sku_id = s.id AND r.state <> 2), 0)"
    )
    op.execute(SUPPLY_FIRST)
    op.execute(
        "CREATE TRIGGER supply_first BEFORE INSERT ON skus"
        " FOR EACH ROW WHEN (new.stock <> 0) EXECUTE FUNCTION supply_first()"
    )
    op.execute(SALE_PRICES)
    op.execute(KEEP_OWN_PRICE)
    op.execute(
        "CREATE TRIGGER keep_past_price AFTER UPDATE OF price ON skus"
        " FOR EACH ROW WHEN (old.price IS DISTINCT FROM new.price)"
        " EXECUTE FUNCTION keep_own_price()"
    )
    op.execute(KEEP_SALE)
    op.execute(
        "CREATE TRIGGER keep_past_price_changed AFTER UPDATE ON sales"
        " FOR EACH ROW WHEN ((old.percent, old.starts_at, old.ends_at, old.collection_id)"
        " IS DISTINCT FROM (new.percent, new.starts_at, new.ends_at, new.collection_id))"
        " EXECUTE FUNCTION keep_sale_price()"
    )
    op.execute(
        "CREATE TRIGGER keep_past_price_deleted BEFORE DELETE ON sales"
        " FOR EACH ROW EXECUTE FUNCTION keep_sale_price()"
    )
    op.execute(KEEP_LEAVING)
    op.execute(
        "CREATE TRIGGER keep_past_price AFTER DELETE ON collection_products"
        " REFERENCING OLD TABLE AS gone FOR EACH STATEMENT"
        " EXECUTE FUNCTION keep_price_of_leaving()"
    )


SUPPLY_FIRST = """
CREATE FUNCTION supply_first() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    new.supplied := new.stock;
    RETURN new;
END $$
"""

# A sale is a row with a beginning and an end, so while the row stays it is its own history. What it
# charged is kept when the sale, its products or the price below it change. Anything that ended more
# than two months ago is of no use to anybody.
SALE_PRICES = """
CREATE FUNCTION sale_price_counts(starts_at timestamptz, ends_at timestamptz) RETURNS boolean
LANGUAGE sql STABLE AS $$
    SELECT starts_at <= now() AND (ends_at IS NULL OR ends_at > now() - interval '60 days')
$$
"""

KEEP_OWN_PRICE = """
CREATE FUNCTION keep_own_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO past_prices (sku_id, price, of_sale, started_at, ended_at)
    SELECT new.id, s.price, s.of_sale, greatest(s.started_at, b.changed_at), s.ended_at
    FROM (SELECT max(ended_at) AS changed_at FROM past_prices
            WHERE sku_id = new.id AND NOT of_sale) b
    CROSS JOIN LATERAL (
        SELECT old.price AS price, false AS of_sale, NULL::timestamptz AS started_at,
            now() AS ended_at
        UNION ALL
        SELECT old.price - (old.price * sales.percent + 50) / 100, true, sales.starts_at,
            least(now(), sales.ends_at)
        FROM collection_products cp JOIN sales USING (collection_id)
        WHERE cp.product_id = new.product_id
            AND sale_price_counts(sales.starts_at, sales.ends_at)
            AND (b.changed_at IS NULL OR sales.ends_at IS NULL OR sales.ends_at > b.changed_at)
    ) s;
    RETURN NULL;
END $$
"""

KEEP_SALE = """
CREATE FUNCTION keep_sale_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF sale_price_counts(old.starts_at, old.ends_at) THEN
        INSERT INTO past_prices (sku_id, price, of_sale, started_at, ended_at)
        SELECT s.id, s.price - (s.price * old.percent + 50) / 100, true, old.starts_at,
            least(now(), old.ends_at)
        FROM collection_products cp JOIN skus s USING (product_id)
        WHERE cp.collection_id = old.collection_id;
    END IF;
    RETURN old;
END $$
"""

KEEP_LEAVING = """
CREATE FUNCTION keep_price_of_leaving() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO past_prices (sku_id, price, of_sale, started_at, ended_at)
    SELECT s.id, s.price - (s.price * sales.percent + 50) / 100, true, sales.starts_at,
        least(now(), sales.ends_at)
    FROM gone JOIN sales USING (collection_id) JOIN skus s ON s.product_id = gone.product_id
    WHERE sale_price_counts(sales.starts_at, sales.ends_at);
    RETURN NULL;
END $$
"""
