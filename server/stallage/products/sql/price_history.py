"""The lowest price of the 30 days before a reduction: what the EU asks a shop to show with it.

Directive 98/6/EC, article 6a. What was charged is known from three sources: `past_prices`, which the
database writes itself when a price ends; sales, each its own history while its row stays; and the
SKU's own price since it was last changed. Nothing was charged before the SKU was created, and a sale
charges for a product from when the product was added to it.
"""

from __future__ import annotations

from stallage.products.sql.prices import PRIOR_PRICE_RULE

DAYS = 30

OWN_PRICE_SINCE = """(
    SELECT max(own.ended_at) FROM past_prices own WHERE own.sku_id = s.id AND NOT own.of_sale
)"""
"""When the SKU `s` came to its own price of today; null where it never changed."""


def lowest_before(now: str) -> str:
    """An SQL expression over `s` (the SKU) and `k`, a row with its `price` and `sale_slug` at the
    moment `now`: the lowest price of the 30 days before the reduction, in minor units.

    Null where nothing is known to have been charged before. A reduction by a sale begins with the
    first of the sales that followed one another without a gap and without a rise of the price (a
    progressive reduction, article 6a(5)); any other one begins when the price came to what it is.
    """
    return f"""(
    WITH charged AS MATERIALIZED (
        SELECT period.price, period.of_sale, period.ended_at,
            greatest(period.started_at, s.created_at, '-infinity') AS started_at
        FROM (SELECT {OWN_PRICE_SINCE} AS own_since OFFSET 0) own
        CROSS JOIN LATERAL (
            SELECT past.price, past.of_sale, past.started_at, past.ended_at
            FROM past_prices past WHERE past.sku_id = s.id
            UNION ALL
            SELECT s.price, false, own.own_since, 'infinity'
            UNION ALL
            SELECT s.price - (s.price * sale.percent + 50) / 100, true,
                greatest(sale.starts_at, cp.added_at, own.own_since),
                coalesce(sale.ends_at, 'infinity')
            FROM collection_products cp JOIN sales sale USING (collection_id)
            WHERE cp.product_id = s.product_id AND sale.starts_at <= {now}
        ) period
        WHERE greatest(period.started_at, s.created_at, '-infinity') < period.ended_at
    ),
    steps AS (
        SELECT moment.at, step.price, step.of_sale,
            lag(step.price) OVER (ORDER BY moment.at DESC) AS next_price
        FROM (SELECT started_at AS at FROM charged UNION SELECT ended_at FROM charged) moment
        LEFT JOIN LATERAL (
            SELECT covering.price, covering.of_sale FROM charged covering
            WHERE covering.started_at <= moment.at AND covering.ended_at > moment.at
            ORDER BY covering.price, covering.of_sale DESC LIMIT 1
        ) step ON true
        WHERE moment.at <= {now}
    ),
    series AS (
        SELECT at, bool_or(CASE WHEN k.sale_slug IS NULL
            THEN price IS DISTINCT FROM k.price
            ELSE of_sale IS NOT TRUE OR coalesce(price < next_price, false)
            END) OVER (ORDER BY at DESC) AS broken
        FROM steps
    )
    SELECT min(charged.price)
    FROM charged
    CROSS JOIN (SELECT min(at) AS begun FROM series WHERE NOT broken) reduction
    WHERE charged.started_at < reduction.begun
        AND charged.ended_at > reduction.begun - interval '{DAYS} days'
)"""


def lowest_before_reduction(now: str) -> str:
    """An SQL expression over `s` (the SKU) and `k` (its row of `priced_skus`): minor units or null.

    Null where no reduction is announced. Where nothing is known of before, it is the price of now;
    under the prior price rule, it is what the reduction refers to. Who says it more than once reads it
    from a subquery with OFFSET 0, which is worked out once.
    """
    return f"""CASE
    WHEN k.compare_at_price IS NULL THEN NULL
    WHEN {PRIOR_PRICE_RULE} THEN k.compare_at_price
    ELSE coalesce({lowest_before(now)}, k.price) END"""
