"""Numbers without gaps, under parallel load and with failing transactions."""

from __future__ import annotations

import asyncio
import random
from itertools import pairwise

import pytest

from stallage.core.db import Connection, Database
from stallage.invoices.actions import issue_due
from stallage.invoices.rules import number_text, read_number, taxes_between, taxes_up_to
from stallage.settings import Settings
from tests.shop import Shop

PLACE = """
    WITH placed AS (
        INSERT INTO orders (public_id, owner_id, status, payment_status, payment_method, placed_at,
            first_name, last_name, address, currency, subtotal, discounts, shipping_total, taxes,
            total, payable)
        SELECT 'SO-' || n, -n, 1, 1, 'prepaid', now(), 'Ada', 'M', '{}', 'USD', 100, '[]', 0, '[]', 100,
            100
        FROM generate_series(1, $1::int) n RETURNING id, owner_id
    )
    INSERT INTO order_tenders (order_id, owner_id, position, kind, amount, state)
    SELECT id, owner_id, 0, 'online', 100, 'taken' FROM placed
    RETURNING order_id AS id
"""
LINES = """
    INSERT INTO order_lines (order_id, owner_id, position, sku_id, product_id, sku, slug, title, options,
        quantity, price, line_total, discount, tax, tax_added, returnable)
    SELECT id, owner_id, 0, 1, 1, '', 'bowl', 'Bowl', '[]', 1, 100, 100, 0, 0, 0, true FROM orders
"""
EVENTS = """
    INSERT INTO order_events (order_id, owner_id, payment_status, by, happened_at)
    SELECT id, owner_id, 1, 'system', now() FROM orders
"""


class Broken(Exception):
    """Fails a transaction after its number was taken."""


async def paid_orders(connection: Connection, count: int) -> list[int]:
    """Insert paid orders with one line each."""
    rows = await connection.fetch(PLACE, count)
    await connection.execute(LINES)
    await connection.execute(EVENTS)
    return [row["id"] for row in rows]


async def test_no_gap_in_parallel_with_failures(database: Database, settings: Settings) -> None:
    async with database.transaction() as connection:
        ids = await paid_orders(connection, 60)
    draw = random.Random(7)
    tries = [(order_id, draw.random() < 0.4) for order_id in ids for _twice in range(2)]
    draw.shuffle(tries)

    async def issue(order_id: int, breaks: bool) -> None:
        async with database.transaction() as connection:
            await issue_due(connection, settings, order_id)
            if breaks:
                raise Broken

    results = await asyncio.gather(*(issue(*one) for one in tries), return_exceptions=True)
    assert any(isinstance(one, Broken) for one in results)
    assert all(one is None or isinstance(one, Broken) for one in results)
    await asyncio.gather(*(issue(order_id, False) for order_id in ids))
    async with database.reading() as connection:
        rows = await connection.fetch("SELECT number, order_id FROM invoices ORDER BY number")
    assert [row["number"] for row in rows] == list(range(1, 61))
    assert len({row["order_id"] for row in rows}) == 60


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM invoices",
        "UPDATE invoices SET total = 1",
        "UPDATE invoices SET content = '{}'",
        "UPDATE invoices SET number = 9",
    ],
)
async def test_the_database_rejects_changes_of_a_document(shop: Shop, statement: str) -> None:
    async with shop.database.transaction() as connection:
        (order_id,) = await paid_orders(connection, 1)
        await issue_due(connection, shop.runtime.settings, order_id)
        await connection.execute("UPDATE invoices SET pdf = 'x'")
    with pytest.raises(Exception, match=r"an invoice (is )?never"):
        async with shop.database.transaction() as connection:
            await connection.execute(statement)


def test_numbers_are_formatted_and_parsed() -> None:
    assert number_text("invoice", 42) == "INV-000042"
    assert number_text("credit_note", 1_234_567) == "CN-1234567"
    assert read_number(" inv-000042 ") == ("invoice", 42)
    for invalid in ("", "INV", "INV-", "INV-x", "XX-1", "INV-٣", "INV-" + "9" * 16, "INV--1"):
        assert read_number(invalid) is None


def test_taxes_of_parts_add_up_to_the_taxes() -> None:
    for amounts in ([7, 0, 3], [1, 1, 1], [163, 96], [0, 0], [100_001, 2, 33]):
        whole = sum(amounts)
        draw = random.Random(whole)
        cuts = sorted({0, whole, *(draw.randint(0, whole) for _ in range(5))})
        parts = [taxes_between(amounts, start, end) for start, end in pairwise(cuts)]
        for start, end, part in zip(cuts, cuts[1:], parts, strict=False):
            assert sum(part) == end - start
        sums = [sum(column) for column in zip(*parts, strict=True)] if parts else amounts
        assert sums == amounts
        assert taxes_up_to(amounts, whole) == amounts
