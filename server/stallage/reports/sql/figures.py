"""Figures of the orders that were placed in a range of time, by day of the shop; see docs/figures.md.

Parameters: $1 the first moment, $2 the moment after the last one, $3 the time zone.
"""

from __future__ import annotations

_CARDS = """
    (SELECT coalesce(sum(l.line_total), 0) FROM order_lines_view l
        WHERE l.order_id = s.order_id AND l.gift_card IS NOT NULL AND l.cancelled < l.quantity)
"""

# Materialized, so that what follows reads only these orders.
_COUNTED = f"""
    counted AS MATERIALIZED (
        SELECT s.order_id, (s.placed_at AT TIME ZONE $3)::date AS day
        FROM order_states_view s
        WHERE s.placed_at >= $1 AND s.placed_at < $2
            -- Neither cancelled, nor waiting for an online payment; exchanges cost nothing.
            AND s.fulfilment <> 7 AND s.payment NOT IN (0, 3)
            -- Gift cards are paid for, but not revenue until they pay for something.
            AND s.total > {_CARDS}
    )
"""

_PARTS = """jsonb_to_recordset(k.lines) AS x (line_id bigint, quantity int, line_total bigint,
    discount bigint, tax bigint, tax_added bigint)"""

# What was cancelled before it was paid is taken off. `cancelled`: cancelled afterwards, with a refund.
_LINES = f"""
    lines AS MATERIALIZED (
        SELECT c.order_id, c.day, l.id, l.sku_id, l.product_id, l.gift_card IS NOT NULL AS is_card,
            l.quantity - l.cancelled AS units,
            l.line_total - k.line_total AS line_total, l.discount - k.discount AS discount,
            l.tax - k.tax AS tax, k.tax AS tax_off, l.tax_added - k.tax_added AS tax_added,
            l.tax_added AS tax_added_before, k.cancelled
        FROM counted c JOIN order_lines_view l ON l.order_id = c.order_id
        CROSS JOIN LATERAL (
            SELECT coalesce(sum(x.line_total) FILTER (WHERE NOT k.paid), 0)::bigint AS line_total,
                coalesce(sum(x.discount) FILTER (WHERE NOT k.paid), 0)::bigint AS discount,
                coalesce(sum(x.tax) FILTER (WHERE NOT k.paid), 0)::bigint AS tax,
                coalesce(sum(x.tax_added) FILTER (WHERE NOT k.paid), 0)::bigint AS tax_added,
                coalesce(sum(x.line_total - x.discount + x.tax_added) FILTER (WHERE k.paid), 0)::bigint
                    AS cancelled
            FROM order_cancellations_view k CROSS JOIN {_PARTS}
            WHERE l.cancelled > 0 AND k.order_id = c.order_id AND x.line_id = l.id
        ) k
    )
"""

# Gift cards in an order are paid by the first tender that does not store value itself.
_TENDERS = """
    tenders AS MATERIALIZED (
        SELECT t.order_id, t.day, t.kind, t.position, t.reference, t.state,
            t.left - coalesce(g.sold, 0) AS paid, t.refunded - coalesce(g.cancelled, 0) AS refunded
        FROM (
            SELECT c.order_id, c.day, t.kind, t.position, t.reference, t.state, t.amount - t.released AS left,
                t.given_back + t.credited AS refunded, row_number() OVER (PARTITION BY c.order_id
                    ORDER BY t.kind IN ('gift_card', 'wallet'), t.position) AS place
            FROM counted c JOIN order_tenders_view t ON t.order_id = c.order_id
        ) t
        LEFT JOIN (
            SELECT order_id, sum(line_total - discount + tax_added)::bigint AS sold,
                sum(cancelled)::bigint AS cancelled
            FROM lines WHERE is_card GROUP BY order_id
        ) g ON g.order_id = t.order_id AND t.place = 1
    )
"""

# `lines` has the day, so that the plan has no join with `counted`, whose size is estimated badly.
# An order's gross amount follows from the others, so that they always add up. It is that of its lines,
# less what was set off against items that were added later.
_FACTS = f"""
    WITH {_COUNTED}, {_LINES}, {_TENDERS},
    facts AS (
        SELECT l.order_id, l.day, o.address, o.promo_code, o.discounts AS discount_entries, l.units,
            t.paid + l.discounts - e.delivery AS gross, l.discounts, e.delivery, e.tax,
            t.refunded AS refunds
        FROM (
            SELECT order_id, min(day) AS day, sum(units) FILTER (WHERE NOT is_card)::bigint AS units,
                coalesce(sum(discount) FILTER (WHERE NOT is_card), 0)::bigint AS discounts,
                sum(tax_added_before)::bigint AS tax_added, sum(tax_off)::bigint AS tax_off
            FROM lines GROUP BY order_id
        ) l
        JOIN (
            SELECT order_id, coalesce(sum(paid) FILTER (WHERE state IN ('taken', 'held')), 0)::bigint
                    AS paid, sum(refunded)::bigint AS refunded
            FROM tenders GROUP BY order_id
        ) t ON t.order_id = l.order_id
        JOIN orders_view o ON o.id = l.order_id
        CROSS JOIN LATERAL (
            SELECT coalesce(sum(x.amount), 0)::bigint - l.tax_off AS tax,
                o.shipping_total + o.gift_wrap_total - l.tax_added
                    + coalesce(sum(x.amount) FILTER (WHERE NOT x.included), 0)::bigint AS delivery
            FROM jsonb_to_recordset(o.taxes) AS x (amount bigint, included boolean)
        ) e
    )
"""
_SUMS = """count(*)::int AS orders, sum(units)::bigint AS units, sum(gross)::bigint AS gross,
    sum(discounts)::bigint AS discounts, sum(delivery)::bigint AS delivery, sum(tax)::bigint AS tax,
    sum(refunds)::bigint AS refunds"""

SALES = f"{_FACTS} SELECT day, {_SUMS} FROM facts GROUP BY day"

PLACES = f"""
    {_FACTS}
    SELECT day, coalesce(address ->> 'country', '') AS country, coalesce(address ->> 'state', '')
            AS state, mode() WITHIN GROUP (ORDER BY coalesce(trim(address ->> 'city'), '')) AS city,
        {_SUMS}
    FROM facts
    GROUP BY day, coalesce(address ->> 'country', ''), coalesce(address ->> 'state', ''),
        lower(coalesce(trim(address ->> 'city'), ''))
"""

PROMOS = f"""
    {_FACTS}
    SELECT day, promo_code AS code, count(*)::int AS orders,
        coalesce(sum((SELECT sum((one ->> 'amount')::bigint)
            FROM jsonb_array_elements(discount_entries) one WHERE NOT one ? 'slug')), 0)::bigint
            AS discounts,
        sum(gross - discounts + delivery)::bigint AS revenue, sum(refunds)::bigint AS refunds
    FROM facts WHERE promo_code IS NOT NULL GROUP BY day, promo_code
"""

ORDERS = f"""
    {_FACTS}
    SELECT day, order_id, gross - discounts + delivery AS revenue, refunds FROM facts
"""

TENDERS = f"""
    WITH {_COUNTED}, {_LINES}, {_TENDERS}
    SELECT t.day, t.kind, p.provider, count(DISTINCT t.order_id)::int AS orders,
        coalesce(sum(t.paid) FILTER (WHERE t.state = 'taken'), 0)::bigint AS received,
        coalesce(sum(t.paid) FILTER (WHERE t.state = 'held'), 0)::bigint AS to_collect,
        coalesce(sum(t.refunded), 0)::bigint AS refunded
    FROM tenders t
    CROSS JOIN LATERAL (SELECT coalesce((SELECT a.provider FROM payment_attempts_view a
        WHERE t.kind = 'online' AND a.order_id = t.order_id AND a.state = 'paid'
        ORDER BY a.id LIMIT 1), (SELECT m.method FROM order_manual_payments_view m
        WHERE t.kind = 'manual' AND m.order_id = t.order_id AND m.position = t.position), '')
        AS provider) p
    GROUP BY t.day, t.kind, p.provider
"""

# Units that came back, were cancelled or refunded; what earlier refunds had paid for is not taken off.
_REFUNDED = f"""
    refunded AS (
        SELECT line_id, sum(amount)::bigint AS amount FROM (
            SELECT rl.order_line_id AS line_id, rl.line_total - rl.discount + rl.tax_added AS amount
            FROM counted c JOIN returns_view r ON r.order_id = c.order_id
            JOIN return_lines_view rl ON rl.return_id = r.id AND rl.owner_id = r.owner_id
            WHERE r.status = 12 AND r.to_source IS NOT NULL
            UNION ALL
            SELECT x.line_id, x.line_total - x.discount + x.tax_added
            FROM counted c JOIN returns_view r ON r.order_id = c.order_id
            JOIN exchange_refunds_view k ON k.return_id = r.id AND k.owner_id = r.owner_id CROSS JOIN {_PARTS}
            UNION ALL
            SELECT x.line_id, x.line_total - x.discount + x.tax_added
            FROM counted c JOIN order_refunds_view k ON k.order_id = c.order_id CROSS JOIN {_PARTS}
            WHERE k.state = 'paid'
        ) one GROUP BY line_id
    )
"""

# A line's amounts are for its whole quantity. `product_orders` counts an order at one SKU of a product.
SKUS = f"""
    WITH {_COUNTED}, {_LINES}, {_REFUNDED},
    sold AS (
        SELECT l.*, row_number() OVER (PARTITION BY l.order_id, l.product_id
            ORDER BY l.units = 0, l.sku_id, l.id) = 1 AS is_first
        FROM lines l WHERE NOT l.is_card AND (l.units > 0 OR l.line_total > 0)
    )
    SELECT l.day, l.sku_id, min(l.product_id) AS product_id,
        count(DISTINCT l.order_id)::int AS orders,
        (count(*) FILTER (WHERE l.is_first))::int AS product_orders, sum(l.units)::bigint AS units,
        sum(l.line_total + l.tax_added)::bigint AS gross, sum(l.discount)::bigint AS discounts,
        sum(l.tax)::bigint AS tax, sum(l.cancelled + coalesce(r.amount, 0))::bigint AS refunds,
        sum(l.line_total + l.tax_added - l.discount - l.cancelled)::bigint AS revenue
    FROM sold l LEFT JOIN refunded r ON r.line_id = l.id
    GROUP BY l.day, l.sku_id
"""

# Of documents by the day of issue, so that they agree with the documents themselves.
TAXES = """
    SELECT (i.issued_at AT TIME ZONE $3)::date AS day, coalesce(o.address ->> 'country', '') AS country,
        coalesce(o.address ->> 'state', '') AS state, t.name, t.rate,
        count(*) FILTER (WHERE i.kind = 'invoice')::int AS invoices,
        count(*) FILTER (WHERE i.kind = 'credit_note')::int AS credit_notes,
        coalesce(sum(t.amount) FILTER (WHERE i.kind = 'invoice'), 0)::bigint AS invoiced,
        coalesce(sum(t.amount) FILTER (WHERE i.kind = 'credit_note'), 0)::bigint AS credited
    FROM invoices_view i JOIN orders_view o ON o.id = i.order_id AND o.owner_id = i.owner_id
    CROSS JOIN jsonb_to_recordset(i.content -> 'taxes') AS t (name text, rate text, amount bigint)
    WHERE i.issued_at >= $1 AND i.issued_at < $2 AND NOT o.set_apart
    GROUP BY (i.issued_at AT TIME ZONE $3)::date, coalesce(o.address ->> 'country', ''),
        coalesce(o.address ->> 'state', ''), t.name, t.rate
"""
