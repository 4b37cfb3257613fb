"""Ledger rows are never changed, movements sum to zero, and balances are never negative."""

from __future__ import annotations

import asyncio
import random
from datetime import timedelta

import asyncpg
import pytest

from stallage.core import clock
from stallage.core.db import Connection, Database
from stallage.core.runtime import Runtime
from stallage.wallet.actions import credit, debit, release
from stallage.wallet.errors import InsufficientBalance
from stallage.wallet.jobs import expire_credit
from stallage.wallet.queries import balance_of
from stallage.wallet.rules import Reason
from tests.customers.factory import make_customer
from tests.wallet.factory import fill_wallet


async def assert_ledger_invariants(connection: Connection) -> None:
    """Check every invariant over the whole ledger."""
    unbalanced = "SELECT count(*) FROM (SELECT 1 FROM wallet_entries GROUP BY movement_id"
    assert await connection.fetchval(f"{unbalanced} HAVING sum(amount) <> 0) AS wrong") == 0
    wallets = await connection.fetch(
        "SELECT w.balance,"
        " (SELECT sum(amount) FROM wallet_entries e WHERE e.customer_id = w.customer_id)"
        "   AS entries,"
        " (SELECT sum(remaining) FROM wallet_credits c WHERE c.customer_id = w.customer_id)"
        "   AS credits,"
        " (SELECT balance_after FROM wallet_entries e WHERE e.customer_id = w.customer_id"
        "   ORDER BY id DESC LIMIT 1) AS newest"
        " FROM wallets w"
    )
    for wallet in wallets:
        assert wallet["balance"] >= 0
        assert wallet["balance"] == wallet["entries"] == wallet["credits"] == wallet["newest"]
    steps = await connection.fetch(
        "SELECT amount, balance_after, lag(balance_after, 1, 0::bigint)"
        " OVER (PARTITION BY customer_id ORDER BY id) AS before"
        " FROM wallet_entries WHERE customer_id IS NOT NULL"
    )
    assert all(step["before"] + step["amount"] == step["balance_after"] for step in steps)


async def test_credit_and_debit(connection: Connection) -> None:
    ada = await make_customer(connection)
    assert await balance_of(connection, ada) == 0
    await credit(connection, ada, 5000, Reason.REFUND, order_id="SO-1")
    await debit(connection, ada, 3500, order_id="SO-2")
    assert await balance_of(connection, ada) == 1500
    await assert_ledger_invariants(connection)


async def test_a_debit_above_the_balance_is_refused(connection: Connection) -> None:
    ada = await make_customer(connection)
    with pytest.raises(InsufficientBalance):
        await debit(connection, ada, 1, order_id="SO-1")
    await fill_wallet(connection, ada, 100)
    with pytest.raises(InsufficientBalance):
        await debit(connection, ada, 101, order_id="SO-1")
    await debit(connection, ada, 100, order_id="SO-1")
    assert await balance_of(connection, ada) == 0
    await assert_ledger_invariants(connection)


@pytest.mark.parametrize("amount", [0, -1])
async def test_amounts_must_be_positive(connection: Connection, amount: int) -> None:
    ada = await make_customer(connection)
    await fill_wallet(connection, ada, 100)
    with pytest.raises(ValueError, match="positive"):
        await credit(connection, ada, amount, Reason.REFUND)
    with pytest.raises(ValueError, match="positive"):
        await debit(connection, ada, amount, order_id="SO-1")


async def test_a_debit_is_released_once(connection: Connection) -> None:
    ada = await make_customer(connection)
    await fill_wallet(connection, ada, 1000)
    await debit(connection, ada, 700, order_id="SO-1")
    assert await release(connection, "SO-1") == 700
    assert await release(connection, "SO-1") == 0
    assert await release(connection, "SO-2") == 0
    assert await balance_of(connection, ada) == 1000
    await assert_ledger_invariants(connection)


async def test_credit_that_expires_soonest_is_spent_first(connection: Connection) -> None:
    ada, now = await make_customer(connection), clock.now()
    await fill_wallet(connection, ada, 100)
    await fill_wallet(connection, ada, 100, expires_at=now + timedelta(days=9))
    await fill_wallet(connection, ada, 100, expires_at=now + timedelta(days=3))
    await debit(connection, ada, 150, order_id="SO-1")
    left = await connection.fetch("SELECT remaining FROM wallet_credits ORDER BY id")
    assert [row["remaining"] for row in left] == [100, 50, 0]
    with clock.shift(timedelta(days=10)):
        assert await balance_of(connection, ada) == 100
        with pytest.raises(InsufficientBalance):
            await debit(connection, ada, 101, order_id="SO-2")
        await debit(connection, ada, 100, order_id="SO-2")
        assert await balance_of(connection, ada) == 0
    await assert_ledger_invariants(connection)


async def test_released_credit_keeps_its_expiry(connection: Connection) -> None:
    ada = await make_customer(connection)
    await fill_wallet(connection, ada, 100, expires_at=clock.now() + timedelta(days=3))
    await debit(connection, ada, 60, order_id="SO-1")
    with clock.shift(timedelta(days=4)):
        assert await release(connection, "SO-1") == 60
        assert await balance_of(connection, ada) == 0
    await assert_ledger_invariants(connection)


async def test_the_timer_takes_out_expired_credit(runtime: Runtime) -> None:
    async with runtime.database.transaction() as connection:
        ada, eve = await make_customer(connection), await make_customer(connection)
        soon = clock.now() + timedelta(days=3)
        for amount in (30, 70):
            await fill_wallet(connection, ada, amount, expires_at=soon)
        await fill_wallet(connection, eve, 500)
    with clock.shift(timedelta(days=4)):
        for _ in range(2):
            await expire_credit(runtime)
    async with runtime.database.reading() as connection:
        rows = await connection.fetch("SELECT customer_id, balance FROM wallets")
        balances = {row["customer_id"]: row["balance"] for row in rows}
        assert balances == {ada: 0, eve: 500}
        reasons = await connection.fetch("SELECT reason FROM wallet_movements ORDER BY id")
        assert [row["reason"] for row in reasons].count("expired") == 2
        await assert_ledger_invariants(connection)


@pytest.mark.parametrize("table", ["wallet_movements", "wallet_entries", "wallet_spendings"])
@pytest.mark.parametrize("change", ["DELETE FROM {}", "TRUNCATE {} CASCADE", "UPDATE {} SET {}"])
async def test_the_database_refuses_to_change_ledger_rows(
    connection: Connection, table: str, change: str
) -> None:
    column = "order_id = NULL" if table == "wallet_movements" else "amount = amount + 1"
    with pytest.raises(asyncpg.RestrictViolationError, match="only ever added"):
        await connection.execute(change.format(table, column))


async def test_the_database_refuses_a_movement_that_does_not_sum_to_zero(
    database: Database,
) -> None:
    async with database.transaction() as connection:
        ada = await make_customer(connection)
    unbalanced = (
        f"WITH movement AS (INSERT INTO wallet_movements (owner_id, reason, created_at)"
        f" VALUES ({ada}, 'goodwill', now()) RETURNING id)"
        " INSERT INTO wallet_entries (movement_id, owner_id, account, customer_id, amount, balance_after)"
        f" SELECT id, {ada}, 'customer', {ada}, 100, 100 FROM movement"
    )
    without_entries = (
        "INSERT INTO wallet_movements (owner_id, reason, created_at)"
        f" VALUES ({ada}, 'goodwill', now())"
    )
    for statement in (unbalanced, without_entries):
        with pytest.raises(asyncpg.CheckViolationError):
            async with database.transaction() as connection:
                await connection.execute(statement)


async def test_the_database_refuses_a_balance_below_zero(connection: Connection) -> None:
    ada = await make_customer(connection)
    await fill_wallet(connection, ada, 100)
    with pytest.raises(asyncpg.CheckViolationError):
        await connection.execute("UPDATE wallets SET balance = balance - 101")


async def test_concurrent_debits_never_overdraw(database: Database) -> None:
    async with database.transaction() as connection:
        ada = await make_customer(connection)
        for _ in range(4):
            await fill_wallet(connection, ada, 250)

    async def spend(number: int) -> bool:
        try:
            async with database.transaction() as connection:
                await debit(connection, ada, 100, order_id=f"SO-{number}")
        except InsufficientBalance:
            return False
        return True

    spent = await asyncio.gather(*(spend(number) for number in range(50)))
    assert sum(spent) == 10
    async with database.reading() as connection:
        assert await balance_of(connection, ada) == 0
        await assert_ledger_invariants(connection)


async def test_invariants_hold_under_concurrency(database: Database) -> None:
    """Run random concurrent actions from a fixed seed; some are rolled back."""
    draw = random.Random(20260311)
    async with database.transaction() as connection:
        customers = [await make_customer(connection) for _ in range(3)]
    started_at = clock.now()

    class Abandoned(Exception):
        """Raised after a movement to roll it back."""

    async def act(number: int) -> None:
        who, amount = draw.choice(customers), draw.randint(1, 400)
        kind = draw.choice(["credit", "expiring", "debit", "debit", "release", "abandon"])
        ends = started_at + timedelta(milliseconds=draw.randint(0, 400))
        try:
            async with database.transaction() as connection:
                match kind:
                    case "credit" | "abandon":
                        await credit(connection, who, amount, Reason.REFUND)
                        if kind == "abandon":
                            raise Abandoned
                    case "expiring":
                        await credit(connection, who, amount, Reason.GOODWILL, expires_at=ends)
                    case "debit":
                        await debit(connection, who, amount, order_id=f"SO-{number % 40}")
                    case "release":
                        await release(connection, f"SO-{number % 40}")
        except (InsufficientBalance, Abandoned):
            pass

    await asyncio.gather(*(act(number) for number in range(240)))
    async with database.reading() as connection:
        await assert_ledger_invariants(connection)
