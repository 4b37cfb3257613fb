"""The lowest price of the 30 days before a reduction, which the EU requires shops to show.

Directive 98/6/EC, Article 6a. Past prices come from three sources: `past_prices`, which triggers write
when a price ends; sales, as long as their rows exist; and the SKU's own price since its last change.
No price was charged before the SKU was created, and a sale applies to a product from the time when the
product was added to it.
"""

from __future__ import annotations

from stallage.products.sql.prices import PRIOR_PRICE_RULE

DAYS = 30

OWN_PRICE_SINCE = """(
    SELECT max(own.ended_at) FROM past_prices own WHERE own.sku_id = s.id AND NOT own.of_sale
)"""
"""When the SKU `s` got its current own price; null if that never changed."""


def lowest_before(now: str) -> str:
    """Return SQL for the lowest price of the 30 days before the reduction, in minor units.

    The expression uses `s` (the SKU) and `k`, a row with its `price` and `sale_slug` at the time `now`.
    Null if no earlier price is known. A reduction by a sale starts with the first of the sales that
    followed one another without a gap and without a price increase (a progressive reduction,
    Article 6a(5)); any other reduction starts when the current price was set.
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
            SELECT in_sale.price, true, in_sale.started_at, coalesce(in_sale.ended_at, 'infinity')
            FROM collection_products cp JOIN sales sale USING (collection_id)
            CROSS JOIN charged_sale_prices(s.price, sale.percent,
                greatest(sale.starts_at, cp.added_at, own.own_since), sale.ends_at) in_sale
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
    CROSS JOIN (SELECT min(at) AS started_at FROM series WHERE NOT broken) reduction
    WHERE charged.started_at < reduction.started_at
        AND charged.ended_at > reduction.started_at - interval '{DAYS} days'
)"""


def lowest_before_reduction(now: str) -> str:
    """Return SQL for the lowest price to show with a reduction: minor units, or null without a reduction.

    The expression uses `s` (the SKU) and `k` (its row of `priced_skus`). If no earlier price is known it
    is the current price; under the prior price rule it is the price that the reduction refers to. To
    use it more than once, select it in a subquery with OFFSET 0, so that it is computed once.
    """
    return f"""CASE
    WHEN k.compare_at_price IS NULL THEN NULL
    WHEN {PRIOR_PRICE_RULE} THEN k.compare_at_price
    ELSE coalesce({lowest_before(now)}, k.price) END"""
