"""Figures of the orders that were placed in a range of time, by day of the shop; see docs/figures.md.

Parameters: $1 the first moment, $2 the moment after the last one, $3 the time zone.
"""

from __future__ import annotations

COUNTED = """
    SELECT s.order_id, (s.placed_at AT TIME ZONE $3)::date AS day
    FROM order_states_view s
    WHERE s.placed_at >= $1 AND s.placed_at < $2
        -- Neither cancelled, nor waiting for an online payment; exchanges cost nothing.
        AND s.fulfilment <> 7 AND s.payment NOT IN (0, 3) AND s.total > 0
"""

ORDERS = f"SELECT c.day, count(*)::int AS orders FROM ({COUNTED}) c GROUP BY c.day"

TENDERS = f"""
    SELECT c.day, t.kind,
        coalesce(sum(t.amount - t.released) FILTER (WHERE t.state = 'taken'), 0)::bigint AS received,
        coalesce(sum(t.amount - t.released) FILTER (WHERE t.state = 'held'), 0)::bigint
            AS to_collect,
        coalesce(sum(t.given_back + t.credited), 0)::bigint AS refunded
    FROM ({COUNTED}) c JOIN order_tenders_view t ON t.order_id = c.order_id
    GROUP BY c.day, t.kind
"""

# A line's amounts are for its whole quantity.
SKUS = f"""
    SELECT c.day, l.sku_id, min(l.product_id) AS product_id,
        sum(l.quantity - l.cancelled)::bigint AS units,
        sum(((l.line_total - l.discount + l.tax_added)::numeric * (l.quantity - l.cancelled)
            / l.quantity)::bigint)::bigint AS revenue
    FROM ({COUNTED}) c JOIN order_lines_view l ON l.order_id = c.order_id
    WHERE l.quantity > l.cancelled
    GROUP BY c.day, l.sku_id
"""

TAXES = f"""
    SELECT c.day, coalesce(o.address ->> 'country', '') AS country, t.name, t.rate,
        count(*)::int AS orders, sum(t.amount)::bigint AS amount
    FROM ({COUNTED}) c JOIN orders_view o ON o.id = c.order_id
    CROSS JOIN jsonb_to_recordset(o.taxes) AS t (name text, rate text, amount bigint)
    GROUP BY c.day, coalesce(o.address ->> 'country', ''), t.name, t.rate
"""
