"""A part of what an order took goes back to the credit it came from, and never more than it took."""

from __future__ import annotations

from datetime import timedelta

import pytest

from stallage.core import clock
from stallage.core.db import Connection
from stallage.wallet.actions import credit, debit, release, release_some
from stallage.wallet.rules import Reason
from tests.customers.factory import make_customer

LEFT = "SELECT array_agg(remaining ORDER BY id) FROM wallet_credits"


async def test_parts_and_the_rest_are_the_whole(connection: Connection) -> None:
    customer_id = await make_customer(connection)
    tomorrow = clock.now() + timedelta(days=1)
    await credit(connection, customer_id, 300, Reason.GOODWILL, expires_at=tomorrow)
    await credit(connection, customer_id, 500, Reason.REFUND)
    await debit(connection, customer_id, 700, order_id="SO-1")
    assert await connection.fetchval(LEFT) == [0, 100]
    # What lives longest comes back first: credit that ends tomorrow does not become lasting.
    await release_some(connection, "SO-1", 350)
    assert await connection.fetchval(LEFT) == [0, 450]
    await release_some(connection, "SO-1", 100)
    assert await connection.fetchval(LEFT) == [50, 500]
    with pytest.raises(ValueError, match="has not 251"):
        await release_some(connection, "SO-1", 251)
    assert await release(connection, "SO-1") == 250
    assert await release(connection, "SO-1") == 0
    assert await connection.fetchval(LEFT) == [300, 500]
    assert await connection.fetchval("SELECT balance FROM wallets") == 800
    with pytest.raises(ValueError, match="has not 1"):
        await release_some(connection, "SO-1", 1)


async def test_parts_that_are_the_whole_leave_no_rest(connection: Connection) -> None:
    customer_id = await make_customer(connection)
    await credit(connection, customer_id, 300, Reason.REFUND)
    await debit(connection, customer_id, 300, order_id="SO-1")
    await release_some(connection, "SO-1", 300)
    assert await release(connection, "SO-1") == 0
    assert await connection.fetchval(LEFT) == [300]
