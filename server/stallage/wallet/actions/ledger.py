"""Moves money in and out of wallets. Every change is a movement whose entries sum to zero.

The guarded UPDATE of `wallets.balance` comes first in every action: it decides, and its row lock
makes the changes of one wallet come one after the other until the transaction ends.
"""

from __future__ import annotations

from datetime import datetime

from stallage.core import clock
from stallage.core.db import Connection
from stallage.wallet.errors import InsufficientBalance
from stallage.wallet.rules import OTHER_SIDE, Reason

ADD = """
INSERT INTO wallets AS kept (customer_id, balance) VALUES ($1, $2)
ON CONFLICT (customer_id) DO UPDATE SET balance = kept.balance + excluded.balance
RETURNING balance
"""

TAKE = """
UPDATE wallets SET balance = balance - $2 WHERE customer_id = $1 AND balance >= $2
RETURNING balance
"""

MOVE = """
WITH movement AS (
    INSERT INTO wallet_movements (reason, order_id, releases_id, created_at)
    VALUES ($3, $4, $5, $6) RETURNING id
), entries AS (
    INSERT INTO wallet_entries (movement_id, account, customer_id, amount, balance_after)
    SELECT id, 'customer', $1::bigint, $2::bigint, $7::bigint FROM movement
    UNION ALL
    SELECT id, $8, NULL, -$2::bigint, NULL FROM movement
)
SELECT id FROM movement
"""

NEW_CREDIT = """
INSERT INTO wallet_credits (customer_id, movement_id, amount, remaining, expires_at)
VALUES ($1, $2, $3, $3, $4)
"""

# What expires soonest is spent first, then what came first.
SPEND = """
WITH open AS (
    SELECT id, remaining,
        sum(remaining) OVER (ORDER BY expires_at NULLS LAST, id)::bigint - remaining AS before
    FROM wallet_credits WHERE customer_id = $1 AND remaining > 0
), spent AS (
    UPDATE wallet_credits c
    SET remaining = c.remaining - least(open.remaining, $2::bigint - open.before)
    FROM open WHERE c.id = open.id AND open.before < $2::bigint
    RETURNING c.id, least(open.remaining, $2::bigint - open.before) AS amount
)
INSERT INTO wallet_spendings (movement_id, credit_id, amount) SELECT $3, id, amount FROM spent
"""

LOCK = "SELECT 1 FROM wallets WHERE customer_id = $1 FOR NO KEY UPDATE"

DUE = """
SELECT id, remaining FROM wallet_credits
WHERE customer_id = $1 AND remaining > 0 AND expires_at <= $2 ORDER BY expires_at, id
"""

END_CREDIT = "UPDATE wallet_credits SET remaining = 0 WHERE id = $1"

HAS_DUE = """
SELECT EXISTS (
    SELECT FROM wallet_credits WHERE customer_id = $1 AND remaining > 0 AND expires_at <= $2
)
"""

CUSTOMERS_WITH_DUE = """
SELECT DISTINCT customer_id FROM wallet_credits
WHERE remaining > 0 AND expires_at <= $1 ORDER BY customer_id LIMIT $2
"""

# By wallet, so that wallets are locked in the same order by everybody.
TAKEN_FOR_ORDER = """
SELECT m.id, e.customer_id, -e.amount AS amount
FROM wallet_movements m JOIN wallet_entries e ON e.movement_id = m.id AND e.account = 'customer'
WHERE m.order_id = $1 AND m.reason = 'order'
ORDER BY e.customer_id, m.id
"""

IS_RELEASED = "SELECT EXISTS (SELECT FROM wallet_movements WHERE releases_id = $1)"

# Parts that were given back before, of the one movement of an order that has not been released.
GIVEN_BACK = """
SELECT coalesce(sum(e.amount), 0)::bigint
FROM wallet_movements m JOIN wallet_entries e ON e.movement_id = m.id AND e.account = 'customer'
WHERE m.order_id = $1 AND m.reason = 'order_released' AND m.releases_id IS NULL
"""

# The spendings of a movement, laid end to end, what lives longest first; from $2 to $3 goes back.
GIVE_CREDITS_BACK = """
WITH spent AS (
    SELECT s.credit_id, s.amount,
        sum(s.amount) OVER (ORDER BY c.expires_at DESC NULLS FIRST, c.id)::bigint - s.amount AS before
    FROM wallet_spendings s JOIN wallet_credits c ON c.id = s.credit_id
    WHERE s.movement_id = $1
)
UPDATE wallet_credits c SET remaining = c.remaining
    + least(spent.before + spent.amount, $3::bigint) - greatest(spent.before, $2::bigint)
FROM spent
WHERE c.id = spent.credit_id AND spent.before < $3::bigint AND spent.before + spent.amount > $2::bigint
"""


async def credit(
    connection: Connection,
    customer_id: int,
    amount: int,
    reason: Reason,
    *,
    order_id: str | None = None,
    expires_at: datetime | None = None,
) -> int:
    """Adds credit and returns the movement's id. `amount` is positive, in minor units."""
    _check(amount)
    balance = await connection.fetchval(ADD, customer_id, amount)
    movement_id = await _move(connection, customer_id, amount, reason, balance, order_id=order_id)
    await connection.execute(NEW_CREDIT, customer_id, movement_id, amount, expires_at)
    return movement_id


async def debit(
    connection: Connection,
    customer_id: int,
    amount: int,
    *,
    order_id: str,
) -> int:
    """Takes an amount for an order and returns the movement's id. Raises InsufficientBalance.

    An order that is still to be paid holds its share of the wallet by this; `release` gives it back.
    """
    _check(amount)
    await expire_due(connection, customer_id)
    balance = await connection.fetchval(TAKE, customer_id, amount)
    if balance is None:
        raise InsufficientBalance
    movement_id = await _move(
        connection, customer_id, -amount, Reason.ORDER, balance, order_id=order_id
    )
    await connection.execute(SPEND, customer_id, amount, movement_id)
    return movement_id


async def release(connection: Connection, order_id: str) -> int:
    """Gives back what an order still has, to the credit that it came from; returns the amount.

    Doing it twice gives it back once. Credit keeps its expiry: what has expired meanwhile expires
    with the next look at the wallet.
    """
    released = 0
    for taken in await connection.fetch(TAKEN_FOR_ORDER, order_id):
        customer_id = taken["customer_id"]
        await connection.execute(LOCK, customer_id)
        if await connection.fetchval(IS_RELEASED, taken["id"]):
            continue
        before = await connection.fetchval(GIVEN_BACK, order_id)
        amount = taken["amount"] - before
        if amount == 0:
            continue
        balance = await connection.fetchval(ADD, customer_id, amount)
        await _move(
            connection,
            customer_id,
            amount,
            Reason.ORDER_RELEASED,
            balance,
            order_id=order_id,
            releases_id=taken["id"],
        )
        await connection.execute(GIVE_CREDITS_BACK, taken["id"], before, taken["amount"])
        released += amount
    return released


async def release_some(connection: Connection, order_id: str, amount: int) -> None:
    """Gives back a part of what an order took, to the credit that it came from.

    The caller holds the order's row and sees to it that a part is given back once. Raises ValueError
    where the order has not that much left.
    """
    _check(amount)
    for taken in await connection.fetch(TAKEN_FOR_ORDER, order_id):
        customer_id = taken["customer_id"]
        await connection.execute(LOCK, customer_id)
        if await connection.fetchval(IS_RELEASED, taken["id"]):
            continue
        before = await connection.fetchval(GIVEN_BACK, order_id)
        if before + amount > taken["amount"]:
            break
        balance = await connection.fetchval(ADD, customer_id, amount)
        await _move(
            connection, customer_id, amount, Reason.ORDER_RELEASED, balance, order_id=order_id
        )
        await connection.execute(GIVE_CREDITS_BACK, taken["id"], before, before + amount)
        return
    raise ValueError(f"order {order_id} has not {amount} of the wallet left")


async def expire_due(connection: Connection, customer_id: int) -> None:
    """Takes out what has expired unspent, a movement for each credit."""
    now = clock.now()
    if not await connection.fetchval(HAS_DUE, customer_id, now):
        return
    await connection.execute(LOCK, customer_id)
    for due in await connection.fetch(DUE, customer_id, now):
        balance = await connection.fetchval(TAKE, customer_id, due["remaining"])
        await _move(connection, customer_id, -due["remaining"], Reason.EXPIRED, balance)
        await connection.execute(END_CREDIT, due["id"])


async def customers_with_due(connection: Connection, limit: int) -> list[int]:
    """Whose credit has expired and still stands in the balance."""
    rows = await connection.fetch(CUSTOMERS_WITH_DUE, clock.now(), limit)
    return [row["customer_id"] for row in rows]


def _check(amount: int) -> None:
    if amount <= 0:
        raise ValueError("a movement's amount is positive")


async def _move(
    connection: Connection,
    customer_id: int,
    amount: int,
    reason: Reason,
    balance_after: int,
    *,
    order_id: str | None = None,
    releases_id: int | None = None,
) -> int:
    movement_id: int = await connection.fetchval(
        MOVE,
        customer_id,
        amount,
        reason,
        order_id,
        releases_id,
        clock.now(),
        balance_after,
        OTHER_SIDE[reason],
    )
    return movement_id
