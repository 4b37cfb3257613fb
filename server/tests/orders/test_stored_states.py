"""The states of orders that triggers store: of all kinds of orders, also such as no request writes."""

from __future__ import annotations

import pytest

from stallage.core.db import Connection
from stallage.core.invariants import check_invariants
from stallage.orders.invariants import INVARIANTS
from tests.returns.factory import buy
from tests.shop import Shop

# An order of each state, some of them not to be paid first, with lines of all kinds.
ORDERS = """
    copied AS (
        INSERT INTO orders (public_id, customer_id, owner_id, status, payment_status, payment_method,
            placed_at, pay_until, first_name, last_name, address, currency, subtotal, discounts,
            shipping_method, shipping_total, taxes, total, payable, ship_by)
        SELECT 'SO-' || s || '-' || p || '-' || t, customer_id, owner_id, s, p, payment_method, placed_at,
            CASE WHEN t = 1 THEN placed_at END, first_name, last_name, address, currency, subtotal,
            discounts, shipping_method, shipping_total, taxes, total, payable, placed_at::date
        FROM orders, generate_series(0, 15) s, generate_series(0, 4) p, generate_series(0, 2) t
        RETURNING id, owner_id, total
    ), tenders AS (
        INSERT INTO order_tenders (order_id, owner_id, position, kind, amount, state)
        SELECT id, owner_id, place, 'kind_' || place, CASE place WHEN 1 THEN 1 ELSE total - 1 END, 'held'
        FROM copied, generate_series(0, 1) place
    )
"""
LINES = """
    INSERT INTO order_lines (order_id, owner_id, position, sku_id, product_id, sku, slug, title, options,
        quantity, price, line_total, discount, tax, tax_added, returnable, gift_card, cancelled)
    SELECT c.id, c.owner_id, l.position + 10 * place, l.sku_id, l.product_id, l.sku, l.slug, l.title,
        l.options, 2, l.price, l.line_total, 0, 0, 0, true,
        CASE WHEN (c.id + place) % 2 = 0 THEN jsonb_build_object() END, c.id % 3
    FROM {orders} c, order_lines l, generate_series({places}) place
    WHERE l.order_id = (SELECT min(id) FROM orders)
"""
ADDED = LINES.format(orders="(SELECT * FROM orders WHERE public_id LIKE 'SO-%-%-%')", places="5, 5")
REFUNDED = """, refunds AS (
        INSERT INTO order_refunds (public_id, order_id, owner_id, state, lines, delivery, delivery_tax,
            gift_wrap, gift_wrap_tax, goodwill, refunded_before, amount, to_source, to_wallet, reason, note,
            notify, granted_at, granted_by, granted_by_name, needs_approval)
        SELECT 'RF-' || id, id, owner_id, 'granted', '[]', 0, 0, 0, 0, 1, 0, 1, 1, 0, '', '', false, now(),
            '', '', false
        FROM copied
    )
"""


async def check(connection: Connection) -> int:
    """Stored states are those that follow from the orders. Returns how many there are."""
    for result in await check_invariants(connection, INVARIANTS):
        if "states" in result.invariant.rule or "find every order" in result.invariant.rule:
            assert result.count == 0, (result.invariant.rule, result.examples)
    count: int = await connection.fetchval("SELECT count(*) FROM order_states")
    return count


@pytest.mark.parametrize("also", ["", REFUNDED])
async def test_states_of_new_orders_and_of_lines_that_are_added(shop: Shop, also: str) -> None:
    await buy(shop)
    lines = LINES.format(orders="copied", places="1, 1 + c.id::int % 2")
    async with shop.database.reading() as connection:
        await connection.execute(f"WITH {ORDERS} {also} {lines}")
        assert await check(connection) == 241
        await connection.execute("DELETE FROM order_search_pending")
        await connection.execute("DELETE FROM order_search")
        await connection.execute(ADDED)
        await connection.execute("DELETE FROM orders WHERE public_id NOT LIKE 'SO-%-%-%'")
        assert await check(connection) == 240
