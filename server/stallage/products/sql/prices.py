"""Prices of SKUs in SQL.

Cards, product pages, carts, quotes and orders all read prices through `priced_skus`, so they always
agree. The price is the lower of the SKU's own price and that of the best running sale. A sale takes its
per cent off each SKU, rounded by the rule that the shop has chosen (`rules.price_rounding`).

Under the prior price rule (see `prior_price_rule`), reductions only refer to the stored lowest price of
the 30 days before them.
"""

from __future__ import annotations

from collections.abc import Sequence

RUNNING = "{sale}.starts_at <= {now} AND ({sale}.ends_at IS NULL OR {now} < {sale}.ends_at)"
"""Template of `running`."""


def running(sale: str, now: str) -> str:
    """Return the SQL condition that the sale with this alias is running at the time of parameter `now`."""
    return RUNNING.format(sale=sale, now=now)


PRIOR_PRICE_RULE = "(SELECT prior_price_rule FROM catalogue_state)"
"""SQL for whether the prior price rule applies; computed once per query."""

STEP = "(SELECT step FROM price_roundings WHERE ended_at IS NULL)"
ENDING = "(SELECT ending FROM price_roundings WHERE ended_at IS NULL)"


def sale_price(price: str, percent: str) -> str:
    """Return SQL for what a SKU costs in a sale by the shop's rounding, which is read once per query.

    `price` (in minor units) and `percent` (an integer) are SQL text.
    """
    return f"sale_price({price}, {percent}, {STEP}, {ENDING})"


OFFERED = "(p.status = 'active' AND 'online_store' = ANY(p.channels))"
"""SQL for whether the shop offers the product `p`."""
PRICE = "coalesce(sale.price, s.price)"
MERCHANT_COMPARE_AT = f"""CASE WHEN greatest(s.compare_at_price, s.price) > {PRICE}
            THEN greatest(s.compare_at_price, s.price) END"""


def priced_skus(where: str, now: str, others: Sequence[str] = ()) -> str:
    """Return a SELECT of SKUs with their price at a given time, for a FROM or a WITH.

    `where` is a condition on `s` (the SKU) and `p` (its product), `now` the parameter with the time; both
    are SQL text written by the caller, never values. Inside `where`, `s` and `p` are this query's own,
    so an outer query needs other aliases. `others` are more columns of `s` and `p`, which saves reading both
    again. Columns:

    - `sku_id`, `product_id`
    - `price`: in minor units
    - `compare_at_price`: the price that a reduction refers to, always above `price`; null if no
      reduction is announced
    - `sale_slug`: the sale that the price comes from, or null
    - `in_stock`: at least one unit can be ordered; false if SKU or product is inactive
    - `available`: SKU and product are active, in stock or not

    Example, with the ids in $1 and `clock.now()` in $2:

        f"SELECT l.id, k.price FROM cart_lines l JOIN ({priced_skus('s.id = ANY($1)', '$2')}) k"
        " ON k.sku_id = l.sku_id"
    """
    return f"""
    SELECT s.id AS sku_id, s.product_id,
        {PRICE} AS price,
        CASE WHEN {PRIOR_PRICE_RULE} THEN prior.prior_price ELSE {MERCHANT_COMPARE_AT} END
            AS compare_at_price,
        sale.slug AS sale_slug,
        s.active AND {OFFERED} AS available,
        s.active AND {OFFERED} AND (s.stock > 0 OR s.backorder OR NOT s.tracked) AS in_stock
        {"".join(f", {column}" for column in others)}
    {_skus_with_sales(now)}
    -- A row for another price is outdated: prior prices are stored after prices change.
    LEFT JOIN prior_prices prior ON prior.sku_id = s.id AND prior.price = {PRICE}
    WHERE {where}
    """


def merchant_reductions(where: str, now: str) -> str:
    """Return a SELECT of SKUs reduced by a sale or by the merchant's compare-at price.

    Past prices are ignored. Parameters as in `priced_skus`; columns `sku_id`, `product_id`, `price`,
    `compare_at_price`, `sale_slug`.
    """
    return f"""
    SELECT s.id AS sku_id, s.product_id, {PRICE} AS price,
        greatest(s.compare_at_price, s.price) AS compare_at_price, sale.slug AS sale_slug
    {_skus_with_sales(now)}
    WHERE {where} AND greatest(s.compare_at_price, s.price) > {PRICE}
    """


def _skus_with_sales(now: str) -> str:
    return f"""FROM skus s
    JOIN products p ON p.id = s.product_id
    LEFT JOIN LATERAL (
        SELECT sales.slug, {sale_price("s.price", "sales.percent")} AS price
        FROM collection_products cp
        JOIN sales ON sales.collection_id = cp.collection_id
        WHERE cp.product_id = s.product_id AND {running("sales", now)}
        ORDER BY sales.percent DESC, sales.id
        LIMIT 1
    ) sale ON true"""
