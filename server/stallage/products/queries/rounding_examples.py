"""What a rounding makes of the prices of the shop's own products."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from stallage.core.db import Connection
from stallage.products.rules.price_rounding import RoundingRule
from stallage.products.sql.prices import OFFERED, running, sale_price

EXAMPLES = 5
PERCENTS = (15, 10, 20, 30, 25)
"""Taken off products that are in no sale."""

FIRST_PRICE = """(
    SELECT s.price FROM skus s WHERE s.product_id = p.id AND s.active AND s.price > 0
    ORDER BY s.position, s.id LIMIT 1
)"""

# Products in running sales come first, with what is taken off them; then the newest.
READ = f"""
    WITH reduced AS (
        SELECT cp.product_id AS id, max(sales.percent)::integer AS percent
        FROM sales JOIN collection_products cp USING (collection_id)
        WHERE {running("sales", "$1")}
        GROUP BY cp.product_id
    ),
    candidates AS (
        (SELECT p.id, p.title, first.price, reduced.percent
            FROM reduced JOIN products p USING (id) CROSS JOIN LATERAL {FIRST_PRICE} first
            WHERE {OFFERED} ORDER BY p.id DESC LIMIT $2)
        UNION ALL
        (SELECT p.id, p.title, first.price, NULL
            FROM products p CROSS JOIN LATERAL {FIRST_PRICE} first
            WHERE {OFFERED} AND p.gift_card IS NULL AND p.id NOT IN (SELECT id FROM reduced)
            ORDER BY p.id DESC LIMIT $2)
    ),
    examples AS (
        SELECT title, price, percent IS NOT NULL AS is_in_sale, place,
            coalesce(percent, ($3::integer[])[1 + (place - 1) % cardinality($3)]) AS percent
        FROM (
            SELECT *, row_number() OVER (ORDER BY percent IS NULL, id DESC) AS place
            FROM candidates
        ) numbered
        WHERE place <= $2
    )
    SELECT title, price, percent, is_in_sale, sale_price(price, percent, 1, 0) AS exact_price,
        sale_price(price, percent, $4, $5) AS rounded_price
    FROM examples ORDER BY place
"""

CHANGED = f"""
    SELECT count(*) AS changed, count(*) FILTER (WHERE is_raised) AS raised FROM (
        SELECT s.product_id, bool_or(price.new > price.current) AS is_raised
        FROM (
            SELECT cp.product_id, max(sales.percent)::integer AS percent
            FROM sales JOIN collection_products cp USING (collection_id)
            WHERE {running("sales", "$1")}
            GROUP BY cp.product_id
        ) reduced
        JOIN skus s ON s.product_id = reduced.product_id AND s.active
        CROSS JOIN LATERAL (
            SELECT {sale_price("s.price", "reduced.percent")} AS current,
                sale_price(s.price, reduced.percent, $2, $3) AS new OFFSET 0
        ) price
        WHERE price.new <> price.current
        GROUP BY s.product_id
    ) products
"""


@dataclass(frozen=True, slots=True)
class RoundedPrice:
    """A product's price less a percentage, in minor units: exactly, and rounded."""

    title: str
    price: int
    percent: int
    is_in_sale: bool
    """Whether a running sale takes this percentage off."""
    exact_price: int
    rounded_price: int


@dataclass(frozen=True, slots=True)
class ChangedPrices:
    """How many products in running sales would cost something else."""

    changed: int
    raised: int
    """Products of which a variant would cost more."""


async def rounding_examples(
    connection: Connection, rule: RoundingRule, now: datetime
) -> list[RoundedPrice]:
    """Return what the rule makes of some of the shop's prices."""
    rows = await connection.fetch(READ, now, EXAMPLES, list(PERCENTS), rule.step, rule.ending)
    return [RoundedPrice(**row) for row in rows]


async def prices_changed_by(
    connection: Connection, rule: RoundingRule, now: datetime
) -> ChangedPrices:
    """Count the products in running sales whose prices the rule would change."""
    row = await connection.fetchrow(CHANGED, now, rule.step, rule.ending)
    assert row is not None  # noqa: S101 - an aggregate has a row
    return ChangedPrices(row["changed"], row["raised"])
