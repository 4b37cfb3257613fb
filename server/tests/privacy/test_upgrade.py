"""A shop with people who were forgotten by an earlier release is cleaned up by the upgrade."""

from __future__ import annotations

import asyncio
import secrets
from importlib import import_module

import asyncpg

from tests.conftest import run_on, with_database

ORDER = """
INSERT INTO orders (public_id, customer_id, status, payment_status, payment_method, placed_at, email,
    first_name, last_name, currency, subtotal, discounts, shipping_total, taxes, total, wallet_used,
    payable)
VALUES ('SO-{name}', NULL, 4, 1, 'cod', now(), {email}, '{first}', '{first}', 'USD', 5, '[]', 0, '[]',
    5, 0, 5)
"""
INVOICE = """
INSERT INTO invoices (kind, number, order_id, source, content, total, issued_at, pdf)
SELECT 'invoice', id, id, 'order', '{}', 5, now(), 'a name' FROM orders
"""
CUSTOMER = """
INSERT INTO customers (created_at, forgotten_at) VALUES (now(), now())
"""
JOBS = """
INSERT INTO pgqueuer (priority, status, entrypoint, payload) VALUES
    (0, 'queued', 'orders.forget_orders',
        '{"customer_id":1,"email":"waiting@example.com","phone":null}'),
    (0, 'queued', 'wishlist.forget_wishes',
        '{"customer_id":1,"email":"waiting@example.com","phone":null}'),
    (0, 'queued', 'orders.claim_orders', '{"customer_id":1,"email":"x@example.com","phone":null}')
"""


async def test_what_earlier_erasures_left_is_found(cluster: str) -> None:
    name = f"upgrade_{secrets.token_hex(4)}"
    await run_on(cluster, f"CREATE DATABASE {name}")
    dsn = with_database(cluster, name)
    migrations = import_module("stallage.migrations")
    upgrading = import_module("stallage.migrations.upgrading")
    command = import_module("alembic.command")
    try:
        before = import_module("stallage.migrations.versions.0034_erasures").down_revision
        await asyncio.to_thread(command.upgrade, upgrading.config_for(dsn), before)
        connection = await asyncpg.connect(dsn)
        queue = migrations.Queries(migrations.AsyncpgDriver(connection))
        await queue.install()
        for values in (
            {"name": "1", "email": "NULL", "first": ""},
            {"name": "2", "email": "'waiting@example.com'", "first": "Ada"},
            {"name": "3", "email": "'other@example.com'", "first": "Grace"},
        ):
            await connection.execute(ORDER.format(**values))
        for statement in (INVOICE, CUSTOMER, JOBS):
            await connection.execute(statement)
        await asyncio.to_thread(upgrading.upgrade, dsn)
        pdfs = await connection.fetch("SELECT pdf IS NULL AS gone FROM invoices ORDER BY id")
        assert [row["gone"] for row in pdfs] == [True, False, False]
        # The erasure that was waiting goes on under the new job's timer.
        owners = await connection.fetch("SELECT customer_id FROM orders ORDER BY id")
        assert [row["customer_id"] for row in owners] == [None, 1, None]
        assert await connection.fetchval("SELECT email FROM erasures") == "waiting@example.com"
        jobs = await connection.fetch("SELECT entrypoint, payload FROM pgqueuer")
        assert [(row["entrypoint"], row["payload"]) for row in jobs] == [
            ("orders.claim_orders", b'{"customer_id": 1}')
        ]
        await connection.close()
    finally:
        await run_on(cluster, f"DROP DATABASE {name} WITH (FORCE)")
