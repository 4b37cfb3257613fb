"""Parts of a debit are returned to the credit they came from, never more than was taken."""

from __future__ import annotations

from datetime import timedelta

import pytest

from stallage.core import clock
from stallage.core.db import Connection
from stallage.wallet.actions import credit, debit, release, release_part
from stallage.wallet.rules import Reason
from tests.customers.factory import make_customer

LEFT = "SELECT array_agg(remaining ORDER BY id) FROM wallet_credits"


async def test_parts_and_the_rest_add_up(connection: Connection) -> None:
    customer_id = await make_customer(connection)
    tomorrow = clock.now() + timedelta(days=1)
    await credit(connection, customer_id, 300, Reason.GOODWILL, expires_at=tomorrow)
    await credit(connection, customer_id, 500, Reason.REFUND)
    await debit(connection, customer_id, 700, order_id="SO-1")
    assert await connection.fetchval(LEFT) == [0, 100]
    # Credit with the latest expiry is returned first.
    await release_part(connection, "SO-1", 350)
    assert await connection.fetchval(LEFT) == [0, 450]
    await release_part(connection, "SO-1", 100)
    assert await connection.fetchval(LEFT) == [50, 500]
    with pytest.raises(ValueError, match="less than 251"):
        await release_part(connection, "SO-1", 251)
    assert await release(connection, "SO-1") == 250
    assert await release(connection, "SO-1") == 0
    assert await connection.fetchval(LEFT) == [300, 500]
    assert await connection.fetchval("SELECT balance FROM wallets") == 800
    with pytest.raises(ValueError, match="less than 1"):
        await release_part(connection, "SO-1", 1)


async def test_releasing_everything_in_parts_leaves_nothing(connection: Connection) -> None:
    customer_id = await make_customer(connection)
    await credit(connection, customer_id, 300, Reason.REFUND)
    await debit(connection, customer_id, 300, order_id="SO-1")
    await release_part(connection, "SO-1", 300)
    assert await release(connection, "SO-1") == 0
    assert await connection.fetchval(LEFT) == [300]
