"""A big shop for the benchmark of the back office: a million orders of 200,000 people, by SQL.

The triggers are off while the rows are written. What they derive is written afterwards, in the same way.
"""

from __future__ import annotations

import asyncpg

from stallage.backoffice.sql.customers import (
    CUSTOMER_COLUMNS,
    GUEST_COLUMNS,
    derived_customers,
    derived_guests,
)

CUSTOMERS = 200_000
ORDERS = 1_000_000
DAYS = 730

FIRST_NAMES = (
    "Amara Jonas Mei Rafael Sofia Tobias Grace Dana Henry Isabel Oluwaseun Claire William Yuki"
)
LAST_NAMES = (
    "Nwosu Lindqvist Chow Ortega Petrakis Wendt Abernathy Kim Blackwood Moreno Adeyemi Fontaine"
)

ESTIMATE = '{"minDays": 3, "maxDays": 5, "earliest": "2026-03-04", "latest": "2026-03-06"}'

SETUP = f"""
    CREATE FUNCTION bench_pick(words text, place bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
        SELECT w[1 + place % array_length(w, 1)] FROM string_to_array(words, ' ') w $$;
    -- Distinct, and in no order.
    CREATE FUNCTION bench_number(n bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
        SELECT 'SO-' || substr(h, 1, 4) || '-' || substr(h, 5) FROM upper(lpad(to_hex(
            n * 2654435761 % 4294967296), 8, '0')) h $$;
    CREATE TABLE bench_people AS
    SELECT n AS id, bench_pick('{FIRST_NAMES}', n) AS first_name,
        bench_pick('{LAST_NAMES}', n / 14) || (n / 168) AS last_name,
        'person' || n || '@example.com' AS email, '+1206' || (5000000 + n) AS phone,
        CASE WHEN n % 1000 = 0 THEN 'LI' WHEN n % 20 = 0 THEN 'DE' WHEN n % 7 = 0 THEN 'CA'
            ELSE 'US' END AS country
    FROM generate_series(1, {CUSTOMERS}) n;
    ALTER TABLE bench_people ADD PRIMARY KEY (id);
    ANALYZE bench_people;
"""

WRITE_CUSTOMERS = """
    INSERT INTO customers (id, email, phone, first_name, last_name, created_at)
    SELECT id, email, phone, first_name, last_name, now() - interval '800 days' FROM bench_people
"""

# The newest orders are the ones that wait. Every tenth is a guest's.
WRITE_ORDERS = f"""
    INSERT INTO orders (id, public_id, customer_id, owner_id, status, payment_status, payment_method,
        placed_at, pay_until, email, phone, first_name, last_name, address, currency, subtotal, discounts,
        shipping_method, shipping_total, taxes, total, payable, ship_by)
    SELECT n, bench_number(n), CASE WHEN n % 10 <> 3 THEN p.id END,
        CASE WHEN n % 10 <> 3 THEN p.id ELSE -n END,
        CASE WHEN n > {ORDERS} - 400 THEN 1 WHEN n > {ORDERS} - 900 THEN 2 WHEN n > {ORDERS} - 1300 THEN 3
            WHEN n > {ORDERS} - 6000 THEN 4 WHEN n % 23 = 0 THEN 8 WHEN n % 97 = 0 THEN 12 ELSE 6 END,
        CASE WHEN n > {ORDERS} - 6000 THEN CASE WHEN n % 10 = 0 THEN 0 ELSE 1 END
            WHEN n % 23 = 0 THEN CASE WHEN n % 46 = 0 THEN 2 ELSE 3 END WHEN n % 53 = 0 THEN 4 ELSE 1 END,
        CASE WHEN n % 10 = 0 THEN 'cod' ELSE 'prepaid' END,
        now() - ({ORDERS} - n) * interval '{DAYS} days' / {ORDERS},
        CASE WHEN n % 10 = 0 THEN NULL ELSE now() END, p.email, p.phone, p.first_name, p.last_name,
        jsonb_build_object('name', NULL, 'first_name', p.first_name, 'last_name', p.last_name, 'line1',
            n || ' Main Street', 'line2', NULL, 'city', 'Springfield', 'state', 'WA', 'postal_code',
            '98101', 'country', p.country, 'phone', p.phone),
        'USD', 2000 + n * 37 % 30000, '[]',
        jsonb_build_object('code', CASE WHEN n % 500 = 0 THEN 'express' ELSE 'standard' END, 'name',
            'Standard', 'estimate', '{ESTIMATE}'::jsonb), 500, '[]', 2500 + n * 37 % 30000,
        2500 + n * 37 % 30000,
        (now() - ({ORDERS} - n) * interval '{DAYS} days' / {ORDERS} + interval '2 days')::date
    FROM generate_series(1, {ORDERS}) n
    JOIN bench_people p ON p.id = 1 + n::bigint * 7919 % {CUSTOMERS}
"""

WRITE_LINES = """
    INSERT INTO order_lines (order_id, owner_id, position, sku_id, product_id, sku, slug, title, options,
        quantity, price, line_total, discount, tax, tax_added, returnable)
    SELECT o.id, o.owner_id, l, 1 + (o.id + l) % 5000, 1 + (o.id + l) % 5000,
        'SKU-' || (1 + (o.id + l) % 5000),
        'bowl', 'Bowl', '[]', 1 + o.id % 3, 1000, 1000, 0, 0, 0, true
    FROM orders o, generate_series(0, 1) l
"""

WRITE_TENDERS = """
    INSERT INTO order_tenders (order_id, owner_id, position, kind, amount, state)
    SELECT id, owner_id, 0, CASE WHEN id % 10 = 0 THEN 'on_delivery' WHEN id % 301 = 0 THEN 'wallet'
        ELSE 'online' END, total, 'taken' FROM orders
"""

WRITE_EVENTS = """
    INSERT INTO order_events (order_id, owner_id, status, by, happened_at)
    SELECT id, owner_id, s, 'system', placed_at
    FROM orders, LATERAL (VALUES (0), (status)) e (s) ORDER BY id, s
"""

WRITE_PARCELS = """
    INSERT INTO parcels (public_id, order_id, owner_id, carrier, tracking_number, shipped_at)
    SELECT 'PC-' || id, id, owner_id, 'UPS', '1Z' || lpad((id * 7919 % 1000000007)::text, 12, '0'),
        placed_at
    FROM orders WHERE status IN (4, 6, 12)
"""
WRITE_PARCEL_LINES = """
    INSERT INTO parcel_lines (parcel_id, owner_id, order_line_id, quantity)
    SELECT p.id, p.owner_id, l.id, l.quantity FROM parcels p JOIN order_lines l ON l.order_id = p.order_id
    WHERE p.order_id % 40 <> 0 OR l.position = 0
"""

WRITE_STATES = """
    INSERT INTO order_states SELECT * FROM derived_order_states ORDER BY 1
"""

WRITE_SEARCH = """
    INSERT INTO order_search (order_id, owner_id, text)
    SELECT o.id, o.owner_id, lower(concat_ws(E'\\n', o.public_id, o.first_name || ' ' || o.last_name, o.email,
        o.phone, (SELECT string_agg(l.sku, E'\\n') FROM order_lines l WHERE l.order_id = o.id),
        p.tracking_number, replace(o.public_id, '-', '')))
    FROM orders o LEFT JOIN parcels p ON p.order_id = o.id ORDER BY o.id
"""

WRITE_OVERVIEWS = f"""
    INSERT INTO customer_overviews ({CUSTOMER_COLUMNS}) {derived_customers("true")}
"""
WRITE_GUESTS = f"INSERT INTO guest_overviews ({GUEST_COLUMNS}) {derived_guests('true')}"

STEPS = (
    SETUP,
    WRITE_CUSTOMERS,
    WRITE_ORDERS,
    WRITE_LINES,
    WRITE_TENDERS,
    WRITE_EVENTS,
    WRITE_PARCELS,
    WRITE_PARCEL_LINES,
    # Without statistics, deriving takes hours instead of seconds.
    "ANALYZE",
    WRITE_STATES,
    WRITE_SEARCH,
    WRITE_OVERVIEWS,
    WRITE_GUESTS,
)


def number_of(order_id: int) -> str:
    """The public id of an order, as `bench_number` in the database."""
    text = f"{order_id * 2654435761 % 4294967296:08X}"
    return f"SO-{text[:4]}-{text[4:]}"


async def fill(dsn: str) -> None:
    """Write customers and orders, and what is derived from them."""
    connection = await asyncpg.connect(dsn, command_timeout=None)
    await connection.execute(
        "SET session_replication_role = replica; SET synchronous_commit = off;"
        " SET maintenance_work_mem = '512MB'; SET work_mem = '128MB'; SET statement_timeout = 0"
    )
    # Building the index of the search at once takes a tenth of the time.
    index = await connection.fetchval(
        "SELECT indexdef FROM pg_indexes WHERE indexname = 'ix_order_search_text'"
    )
    await connection.execute("DROP INDEX ix_order_search_text")
    for step in STEPS:
        await connection.execute(step)
    await connection.execute(index)
    for name in ("customers", "orders", "parcels", "order_lines"):
        await connection.execute(
            f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), (SELECT max(id) FROM {name}))"
        )
    await connection.execute("DROP TABLE bench_people")
    await connection.execute("VACUUM ANALYZE")
    await connection.close()
