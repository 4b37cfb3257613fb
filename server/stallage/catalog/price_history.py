"""The lowest price of the 30 days before a reduction: what the EU asks a shop to show beside it.

Directive 98/6/EC, article 6a. What was charged is known from three sources: `past_prices`, which the
database writes itself when a price ends; sales, each its own history while its row stays; and the
SKU's own price since it was last changed.
"""

from __future__ import annotations

DAYS = 30

OWN_PRICE_SINCE = """(
    SELECT max(own.ended_at) FROM past_prices own WHERE own.sku_id = s.id AND NOT own.of_sale
)"""
"""When the SKU `s` came to its own price of today; null where it never changed."""


def lowest_before_reduction(now: str) -> str:
    """An SQL expression over `s` (the SKU) and `k` (its row of `priced_skus`): minor units or null.

    Null where the price is not reduced. A reduction begins with the sale that makes the price, or
    with the last change of the SKU's own. Where nothing is known of before, it is the price of now.
    Who says it more than once reads it from a subquery with OFFSET 0, which is worked out once.
    """
    return f"""CASE WHEN k.compare_at_price IS NOT NULL THEN coalesce((
    SELECT min(charged.price)
    FROM (SELECT {OWN_PRICE_SINCE} AS own_since) since
    CROSS JOIN LATERAL (
        SELECT coalesce(
            (SELECT current.starts_at FROM sales current WHERE current.slug = k.sale_slug),
            since.own_since, {now}) AS begun
    ) reduction
    CROSS JOIN LATERAL (
        SELECT past.price FROM past_prices past
        WHERE past.sku_id = s.id AND past.ended_at > reduction.begun - interval '{DAYS} days'
            AND (past.started_at IS NULL OR past.started_at < reduction.begun)
        UNION ALL
        SELECT s.price - (s.price * sale.percent + 50) / 100
        FROM collection_products cp JOIN sales sale USING (collection_id)
        WHERE cp.product_id = s.product_id AND sale.slug IS DISTINCT FROM k.sale_slug
            AND sale.starts_at < reduction.begun
            AND (sale.ends_at IS NULL OR sale.ends_at > reduction.begun - interval '{DAYS} days')
            AND (since.own_since IS NULL OR sale.ends_at IS NULL OR sale.ends_at > since.own_since)
        UNION ALL
        SELECT s.price WHERE since.own_since IS NULL OR since.own_since < reduction.begun
    ) charged
), k.price) END"""
