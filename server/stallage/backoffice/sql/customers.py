"""What the overviews of customers and guests are derived from."""

from __future__ import annotations

from stallage.orders.rules import CANCELLED

_ENDED = ", ".join(str(int(status)) for status in sorted(CANCELLED))

CUSTOMER_COLUMNS = (
    "customer_id, name, email, phone, search, country, tags, subscribed, orders, spent,"
    " last_order_id, last_order_at, created_at"
)
GUEST_COLUMNS = (
    "contact, name, email, phone, search, country, subscribed, orders, spent, last_order_id,"
    " last_order_at, created_at"
)


def derived_customers(condition: str) -> str:
    """Return the query of the overviews of the customers `c` that a condition selects."""
    return f"""
    SELECT c.id AS customer_id, n.name, c.email, c.phone,
        lower(unaccent(concat_ws(' ', nullif(n.name, ''), c.email, c.phone))) AS search,
        coalesce((SELECT a.country FROM addresses_view a WHERE a.customer_id = c.id
            AND a.is_primary), l.country) AS country,
        c.tags,
        coalesce((SELECT s.status = 'subscribed' FROM newsletter_subscribers_view s
            WHERE lower(s.email) = lower(c.email)), false) AS subscribed,
        coalesce(o.orders, 0)::bigint AS orders, coalesce(o.spent, 0)::bigint AS spent,
        coalesce(l.id, 0) AS last_order_id, l.placed_at AS last_order_at, c.created_at
    FROM customers_view c
    CROSS JOIN LATERAL (SELECT concat_ws(' ', c.first_name, c.last_name) AS name) n
    LEFT JOIN LATERAL (
        SELECT count(*) FILTER (WHERE o.status NOT IN ({_ENDED})) AS orders, sum(t.spent) AS spent
        FROM orders_view o
        LEFT JOIN LATERAL (
            SELECT sum(t.amount - t.released - t.given_back) AS spent FROM order_tenders_view t
            WHERE t.order_id = o.id AND t.owner_id = o.owner_id AND t.state = 'taken'
        ) t ON true
        WHERE o.customer_id = c.id AND NOT o.set_apart
    ) o ON true
    LEFT JOIN LATERAL (
        SELECT o.id, o.placed_at, o.address ->> 'country' AS country FROM orders_view o
        WHERE o.customer_id = c.id AND NOT o.set_apart ORDER BY o.id DESC LIMIT 1
    ) l ON true
    WHERE c.forgotten_at IS NULL AND c.merged_into IS NULL AND {condition}
    """


def derived_guests(condition: str) -> str:
    """Return the query of the overviews of the guests whose orders `o` a condition selects."""
    return f"""
    SELECT g.contact, concat_ws(' ', l.first_name, l.last_name) AS name, l.email, l.phone,
        lower(unaccent(concat_ws(' ', l.first_name, l.last_name, l.email, l.phone))) AS search,
        l.address ->> 'country' AS country,
        coalesce((SELECT s.status = 'subscribed' FROM newsletter_subscribers_view s
            WHERE lower(s.email) = g.contact), false) AS subscribed,
        g.orders, g.spent, g.last_order_id, l.placed_at AS last_order_at, g.created_at
    FROM (
        SELECT coalesce(lower(o.email), o.phone) AS contact,
            count(*) FILTER (WHERE o.status NOT IN ({_ENDED})) AS orders,
            coalesce(sum(t.spent), 0)::bigint AS spent,
            max(o.id) AS last_order_id, min(o.placed_at) AS created_at
        FROM orders_view o
        LEFT JOIN LATERAL (
            SELECT sum(t.amount - t.released - t.given_back) AS spent FROM order_tenders_view t
            WHERE t.order_id = o.id AND t.owner_id = o.owner_id AND t.state = 'taken'
        ) t ON true
        WHERE o.customer_id IS NULL AND NOT o.set_apart AND (o.email IS NOT NULL OR o.phone IS NOT NULL)
            AND ({condition})
        GROUP BY coalesce(lower(o.email), o.phone)
    ) g
    JOIN orders_view l ON l.id = g.last_order_id
    """
