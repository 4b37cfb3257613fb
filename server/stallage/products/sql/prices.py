"""What a SKU costs now: the one piece of SQL that says it.

Cards, product pages, carts, quotes and orders all read prices through `priced_skus`, so they cannot
disagree. The price is the lower of the SKU's own and that of the best running sale; a sale's per cent
is taken off each SKU and rounded half up to the minor unit, as `core.money.share` does.

Where the prior price rule applies (see `prior_price_rule`), a reduction refers to the stored lowest
price of the 30 days before it and to nothing else.
"""

from __future__ import annotations

RUNNING = "{sale}.starts_at <= {now} AND ({sale}.ends_at IS NULL OR {now} < {sale}.ends_at)"
"""Whether a sale runs at a moment, in SQL; `running` fills it in."""


def running(sale: str, now: str) -> str:
    """The condition that the sale with this alias runs at the moment of this parameter."""
    return RUNNING.format(sale=sale, now=now)


PRIOR_PRICE_RULE = "(SELECT prior_price_rule FROM catalogue_state)"
"""Whether reductions refer to the lowest price of the 30 days before, in SQL; worked out once a query."""

PRICE = "coalesce(sale.price, s.price)"
MERCHANT_COMPARE_AT = f"""CASE WHEN greatest(s.compare_at_price, s.price) > {PRICE}
            THEN greatest(s.compare_at_price, s.price) END"""


def priced_skus(where: str, now: str) -> str:
    """A SELECT of SKUs with their price at a moment, to stand in a FROM or a WITH.

    `where` is a condition on `s` (the SKU) and `p` (its product), `now` the parameter that holds the
    moment; both are SQL text written by the caller, never values. Inside `where`, `s` and `p` are this
    query's own: an outer query's product needs another name there. Columns:

    - `sku_id`, `product_id`
    - `price`: what it costs, in minor units
    - `compare_at_price`: the price that a reduction refers to, always above `price`, or null where no
      reduction is announced
    - `sale_slug`: the sale that makes the price, or null
    - `in_stock`: at least one can be ordered (false also where SKU or product is not on sale)
    - `available`: SKU and product are on sale at all, in stock or not

    Use it so, with the ids in $1 and `clock.now()` in $2:

        f"SELECT l.id, k.price FROM cart_lines l JOIN ({priced_skus('s.id = ANY($1)', '$2')}) k"
        " ON k.sku_id = l.sku_id"
    """
    return f"""
    SELECT s.id AS sku_id, s.product_id,
        {PRICE} AS price,
        CASE WHEN {PRIOR_PRICE_RULE} THEN prior.prior_price ELSE {MERCHANT_COMPARE_AT} END
            AS compare_at_price,
        sale.slug AS sale_slug,
        s.active AND p.status = 'active' AS available,
        s.active AND p.status = 'active' AND (s.stock > 0 OR s.backorder OR NOT s.tracked) AS in_stock
    {_skus_with_sales(now)}
    -- A row for another price is one that a change of prices has left behind for a moment.
    LEFT JOIN prior_prices prior ON prior.sku_id = s.id AND prior.price = {PRICE}
    WHERE {where}
    """


def merchant_reductions(where: str, now: str) -> str:
    """A SELECT of the SKUs that a sale or the merchant's compare-at price reduces, whatever was
    charged before. Parameters as in `priced_skus`; columns `sku_id`, `product_id`, `price`,
    `compare_at_price`, `sale_slug`."""
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
        SELECT sales.slug, s.price - (s.price * sales.percent + 50) / 100 AS price
        FROM collection_products cp
        JOIN sales ON sales.collection_id = cp.collection_id
        WHERE cp.product_id = s.product_id AND {running("sales", now)}
        ORDER BY sales.percent DESC, sales.id
        LIMIT 1
    ) sale ON true"""
