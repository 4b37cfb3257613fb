"""Move money in and out of wallets. Every change is a movement whose entries sum to zero.

Each action begins with the guarded UPDATE of `wallets.balance`. It decides whether the change is possible,
and its row lock serialises changes of a wallet until the transaction ends.
"""

from __future__ import annotations

from datetime import datetime

from stallage.core import clock
from stallage.core.db import Connection
from stallage.wallet.errors import InsufficientBalance
from stallage.wallet.rules import CONTRA_ACCOUNT, Reason

ADD = """
INSERT INTO wallets AS w (customer_id, balance) VALUES ($1, $2)
ON CONFLICT (customer_id) DO UPDATE SET balance = w.balance + excluded.balance
RETURNING balance
"""

TAKE = """
UPDATE wallets SET balance = balance - $2 WHERE customer_id = $1 AND balance >= $2
RETURNING balance
"""

MOVE = """
WITH movement AS (
    INSERT INTO wallet_movements (owner_id, reason, order_id, releases_id, created_at)
    VALUES ($1, $3, $4, $5, $6) RETURNING id
), entries AS (
    INSERT INTO wallet_entries (movement_id, owner_id, account, customer_id, amount, balance_after)
    SELECT id, $1::bigint, 'customer', $1::bigint, $2::bigint, $7::bigint FROM movement
    UNION ALL
    SELECT id, $1::bigint, $8, NULL, -$2::bigint, NULL FROM movement
)
SELECT id FROM movement
"""

NEW_CREDIT = """
INSERT INTO wallet_credits (customer_id, movement_id, amount, remaining, expires_at)
VALUES ($1, $2, $3, $3, $4) RETURNING id
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
    FROM open WHERE c.id = open.id AND c.customer_id = $1 AND open.before < $2::bigint
    RETURNING c.id, least(open.remaining, $2::bigint - open.before) AS amount
)
INSERT INTO wallet_spendings (movement_id, credit_id, owner_id, amount)
SELECT $3, id, $1, amount FROM spent
"""

LOCK = "SELECT 1 FROM wallets WHERE customer_id = $1 FOR NO KEY UPDATE"

DUE = """
SELECT id, remaining FROM wallet_credits
WHERE customer_id = $1 AND remaining > 0 AND expires_at <= $2 ORDER BY expires_at, id
"""

EXPIRE_CREDIT = "UPDATE wallet_credits SET remaining = 0 WHERE id = $1"

HAS_DUE = """
SELECT EXISTS (
    SELECT FROM wallet_credits WHERE customer_id = $1 AND remaining > 0 AND expires_at <= $2
)
"""

CUSTOMERS_WITH_DUE = """
SELECT DISTINCT customer_id FROM wallet_credits
WHERE remaining > 0 AND expires_at <= $1 ORDER BY customer_id LIMIT $2
"""

# Ordered by customer, so that transactions lock wallets in the same order.
TAKEN_FOR_ORDER = """
SELECT m.id, e.customer_id, -e.amount AS amount
FROM wallet_movements m JOIN wallet_entries e
    ON e.movement_id = m.id AND e.owner_id = m.owner_id AND e.account = 'customer'
WHERE m.order_id = $1 AND m.reason = 'order'
ORDER BY e.customer_id, m.id
"""

IS_RELEASED = "SELECT EXISTS (SELECT FROM wallet_movements WHERE releases_id = $1)"

# Parts returned earlier from the order's movement that has not been released.
RETURNED = """
SELECT coalesce(sum(e.amount), 0)::bigint
FROM wallet_movements m JOIN wallet_entries e
    ON e.movement_id = m.id AND e.owner_id = m.owner_id AND e.account = 'customer'
WHERE m.order_id = $1 AND m.reason = 'order_released' AND m.releases_id IS NULL
"""

# Lines up the spendings of a movement, latest expiry first, and returns the range from $2 to $3.
RETURN_CREDIT = """
WITH spent AS (
    SELECT s.credit_id, s.owner_id, s.amount,
        sum(s.amount) OVER (ORDER BY c.expires_at DESC NULLS FIRST, c.id)::bigint - s.amount AS before
    FROM wallet_spendings s JOIN wallet_credits c
        ON c.id = s.credit_id AND c.customer_id = s.owner_id
    WHERE s.movement_id = $1
)
UPDATE wallet_credits c SET remaining = c.remaining
    + least(spent.before + spent.amount, $3::bigint) - greatest(spent.before, $2::bigint)
FROM spent
WHERE c.id = spent.credit_id AND c.customer_id = spent.owner_id
    AND spent.before < $3::bigint AND spent.before + spent.amount > $2::bigint
"""


MERGED_INTO = "SELECT merged_into FROM customers_view WHERE id = $1"

OPEN_CREDIT = """
SELECT id, remaining, expires_at FROM wallet_credits
WHERE customer_id = $1 AND remaining > 0 ORDER BY id FOR UPDATE
"""

# Credit moves one by one, so that each part keeps its expiry.
SPEND_CREDIT = """
WITH spent AS (
    UPDATE wallet_credits SET remaining = remaining - $2 WHERE id = $1 RETURNING id, customer_id
)
INSERT INTO wallet_spendings (movement_id, credit_id, owner_id, amount)
SELECT $3, id, customer_id, $2 FROM spent
"""

EXPIRY = "SELECT expires_at FROM wallet_credits WHERE id = $1"

NOTE_TRANSFER = """
INSERT INTO wallet_transfers (from_credit_id, to_credit_id, amount, from_customer_id, owner_id)
VALUES ($1, $2, $3, $4, $5)
"""

TRANSFERRED = """
SELECT t.id, c.id AS credit_id, c.remaining, c.expires_at
FROM wallet_transfers t
JOIN wallet_credits c ON c.id = t.to_credit_id AND c.customer_id = t.owner_id
WHERE t.from_customer_id = $1 AND t.owner_id = $2 AND NOT t.returned
ORDER BY t.id FOR UPDATE OF c
"""

RETURN_TRANSFERS = "UPDATE wallet_transfers SET returned = true WHERE id = ANY($1::bigint[])"


async def credit(
    connection: Connection,
    customer_id: int,
    amount: int,
    reason: Reason,
    *,
    order_id: str | None = None,
    expires_at: datetime | None = None,
) -> int:
    """Add credit and return the movement's id. `amount` is positive, in minor units."""
    _check(amount)
    balance = await connection.fetchval(ADD, customer_id, amount)
    movement_id = await _move(connection, customer_id, amount, reason, balance, order_id=order_id)
    await connection.fetchval(NEW_CREDIT, customer_id, movement_id, amount, expires_at)
    await _forward(connection, customer_id)
    return movement_id


async def debit(
    connection: Connection,
    customer_id: int,
    amount: int,
    *,
    order_id: str | None = None,
    reason: Reason = Reason.ORDER,
) -> int:
    """Take an amount, by default for an order; return the movement's id. Raises InsufficientBalance.

    An unpaid order holds its part of the wallet this way; `release` returns it.
    """
    _check(amount)
    await expire_due_credit(connection, customer_id)
    balance = await connection.fetchval(TAKE, customer_id, amount)
    if balance is None:
        raise InsufficientBalance
    movement_id = await _move(connection, customer_id, -amount, reason, balance, order_id=order_id)
    await connection.execute(SPEND, customer_id, amount, movement_id)
    return movement_id


async def release(connection: Connection, order_id: str) -> int:
    """Return what an order still holds to the credit that it came from. Idempotent.

    Returns the amount. Credit keeps its expiry: what has expired since is taken out at the next access to
    the wallet.
    """
    released = 0
    for taken in await connection.fetch(TAKEN_FOR_ORDER, order_id):
        customer_id = taken["customer_id"]
        await connection.execute(LOCK, customer_id)
        if await connection.fetchval(IS_RELEASED, taken["id"]):
            continue
        before = await connection.fetchval(RETURNED, order_id)
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
        await connection.execute(RETURN_CREDIT, taken["id"], before, taken["amount"])
        await _forward(connection, customer_id)
        released += amount
    return released


async def release_part(connection: Connection, order_id: str, amount: int) -> None:
    """Return a part of what an order took to the credit that it came from.

    The caller has locked the order and ensures that a part is returned once. Raises ValueError if the
    order holds less.
    """
    _check(amount)
    for taken in await connection.fetch(TAKEN_FOR_ORDER, order_id):
        customer_id = taken["customer_id"]
        await connection.execute(LOCK, customer_id)
        if await connection.fetchval(IS_RELEASED, taken["id"]):
            continue
        before = await connection.fetchval(RETURNED, order_id)
        if before + amount > taken["amount"]:
            break
        balance = await connection.fetchval(ADD, customer_id, amount)
        await _move(
            connection, customer_id, amount, Reason.ORDER_RELEASED, balance, order_id=order_id
        )
        await connection.execute(RETURN_CREDIT, taken["id"], before, before + amount)
        await _forward(connection, customer_id)
        return
    raise ValueError(f"order {order_id} holds less than {amount} of the wallet")


async def transfer(connection: Connection, source_id: int, target_id: int) -> int:
    """Move all credit of an account to the one that it was merged into; return the amount.

    Each part keeps its expiry.
    """
    await expire_due_credit(connection, source_id)
    await connection.execute(LOCK, source_id)
    moved = 0
    for one in await connection.fetch(OPEN_CREDIT, source_id):
        credit_id = await _move_credit(
            connection, one["id"], one["remaining"], source_id, target_id
        )
        values = (credit_id, one["remaining"], source_id, target_id)
        await connection.execute(NOTE_TRANSFER, one["id"], *values)
        moved += one["remaining"]
    return moved


async def return_transferred(connection: Connection, source_id: int, target_id: int) -> int:
    """Move back what is left of the credit that was transferred; return the amount."""
    # The same order as when an order's part is released to a merged account.
    await connection.execute(LOCK, source_id)
    await connection.execute(LOCK, target_id)
    await expire_due_credit(connection, target_id)
    transfers = await connection.fetch(TRANSFERRED, source_id, target_id)
    returned = 0
    for one in transfers:
        if one["remaining"] > 0:
            await _move_credit(connection, one["credit_id"], one["remaining"], target_id, source_id)
            returned += one["remaining"]
    await connection.execute(RETURN_TRANSFERS, [one["id"] for one in transfers])
    return returned


async def _move_credit(
    connection: Connection, credit_id: int, amount: int, source_id: int, target_id: int
) -> int:
    """Move a part of a credit to another wallet; return the id of the new credit."""
    balance = await connection.fetchval(TAKE, source_id, amount)
    taken = await _move(connection, source_id, -amount, Reason.MERGED, balance)
    await connection.execute(SPEND_CREDIT, credit_id, amount, taken)
    balance = await connection.fetchval(ADD, target_id, amount)
    added = await _move(connection, target_id, amount, Reason.MERGED, balance)
    expires_at = await connection.fetchval(EXPIRY, credit_id)
    created: int = await connection.fetchval(NEW_CREDIT, target_id, added, amount, expires_at)
    return created


async def _forward(connection: Connection, customer_id: int) -> None:
    """Move credit on that arrived at an account that was merged into another."""
    target_id = await connection.fetchval(MERGED_INTO, customer_id)
    if target_id is not None:
        await transfer(connection, customer_id, target_id)


async def expire_due_credit(connection: Connection, customer_id: int) -> None:
    """Take expired credit out of a wallet, with one movement for each credit."""
    now = clock.now()
    if not await connection.fetchval(HAS_DUE, customer_id, now):
        return
    await connection.execute(LOCK, customer_id)
    for due in await connection.fetch(DUE, customer_id, now):
        balance = await connection.fetchval(TAKE, customer_id, due["remaining"])
        await _move(connection, customer_id, -due["remaining"], Reason.EXPIRED, balance)
        await connection.execute(EXPIRE_CREDIT, due["id"])


async def customers_with_expired_credit(connection: Connection, limit: int) -> list[int]:
    """Return customers whose balance still contains expired credit."""
    rows = await connection.fetch(CUSTOMERS_WITH_DUE, clock.now(), limit)
    return [row["customer_id"] for row in rows]


def _check(amount: int) -> None:
    if amount <= 0:
        raise ValueError("the amount of a movement must be positive")


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
        CONTRA_ACCOUNT[reason],
    )
    return movement_id
