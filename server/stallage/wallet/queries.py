"""Balances and statements of wallets."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from stallage.core import clock
from stallage.core.cursors import CursorQuery, Slice, slice_of
from stallage.core.db import Connection, required
from stallage.core.money import Currency
from stallage.core.paging import Page, Paged, to_page
from stallage.customers.personal_data import export_section
from stallage.wallet.rules import Reason
from stallage.wallet.schemas import ExpiringCredit, WalletTransaction

# Expired credit does not count, even before the timer has taken it out.
BALANCE = """
SELECT balance - coalesce((
    SELECT sum(remaining) FROM wallet_credits c
    WHERE c.customer_id = $1 AND c.remaining > 0 AND c.expires_at <= $2
), 0)::bigint
FROM wallets WHERE customer_id = $1
"""

EXPIRING = """
SELECT expires_at, sum(remaining)::bigint AS amount FROM wallet_credits
WHERE customer_id = $1 AND remaining > 0 AND expires_at > $2
GROUP BY expires_at ORDER BY expires_at
"""

TRANSACTIONS = """
SELECT m.id, e.amount, m.reason, m.order_id, m.created_at, e.balance_after
FROM wallet_entries e JOIN wallet_movements m ON m.id = e.movement_id AND m.owner_id = e.owner_id
WHERE e.customer_id = $1
ORDER BY e.id DESC LIMIT $2 OFFSET $3
"""

COUNT = "SELECT count(*) FROM wallet_entries WHERE customer_id = $1"


ENTRIES = """
SELECT e.id, e.amount, e.balance_after, m.reason, m.order_id, m.created_at, n.note, n.operator
FROM wallet_entries e JOIN wallet_movements m ON m.id = e.movement_id AND m.owner_id = e.owner_id
LEFT JOIN wallet_notes n ON n.movement_id = m.id AND n.customer_id = m.owner_id
WHERE e.customer_id = $1 AND ($2::bigint IS NULL OR {comparison})
ORDER BY e.id {direction} LIMIT $3
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a customer's statement, as operators see it."""

    id: int
    amount: int
    balance_after: int
    reason: Reason
    order_id: str | None
    created_at: datetime
    note: str | None
    operator: str | None


async def entries_of(connection: Connection, customer_id: int, page: CursorQuery) -> Slice[Entry]:
    """Return a page of a customer's statement for operators, newest first."""
    values = page.values(int)
    sql = ENTRIES.format(
        comparison="e.id > $2" if page.backwards else "e.id < $2",
        direction="ASC" if page.backwards else "DESC",
    )
    after = None if values is None else values[0]
    rows = await connection.fetch(sql, customer_id, after, page.limit + 1)
    entries = [Entry(**{**dict(row), "reason": Reason(row["reason"])}) for row in rows]
    return slice_of(entries, page, lambda entry: [entry.id])


async def balance_of(connection: Connection, customer_id: int) -> int:
    """Return what can be spent now, in minor units."""
    balance = await connection.fetchval(BALANCE, customer_id, clock.now())
    return int(balance or 0)


async def expiring_credits(
    connection: Connection, customer_id: int, currency: Currency
) -> list[ExpiringCredit]:
    """Return credit that expires, soonest first."""
    rows = await connection.fetch(EXPIRING, customer_id, clock.now())
    return [
        ExpiringCredit.model_construct(
            amount=currency.money(row["amount"]), expires_at=row["expires_at"]
        )
        for row in rows
    ]


async def transactions_of(
    connection: Connection, customer_id: int, page: Page, currency: Currency
) -> Paged[WalletTransaction]:
    """Return the statement, newest first."""
    rows = await connection.fetch(TRANSACTIONS, customer_id, page.size, page.offset)
    total = await connection.fetchval(COUNT, customer_id)
    items = [
        WalletTransaction.model_construct(
            id=row["id"],
            amount=currency.money(abs(row["amount"])),
            type="add" if row["amount"] > 0 else "sub",
            reason=Reason(row["reason"]),
            order_id=row["order_id"],
            time=row["created_at"],
            balance_after=currency.money(row["balance_after"]),
        )
        for row in rows
    ]
    return to_page(items, page, total)


@export_section("wallet")
async def export_transactions(connection: Connection, customer_id: int) -> object:
    """Export the whole statement; amounts in minor units."""
    return [
        {**dict(row), "created_at": row["created_at"].isoformat()}
        for row in await connection.fetch(TRANSACTIONS, customer_id, None, 0)
    ]


TRANSFERRED = """
SELECT coalesce(sum(c.remaining), 0)::bigint AS remaining,
    coalesce(sum(t.amount - c.remaining), 0)::bigint AS spent
FROM wallet_transfers t
JOIN wallet_credits c ON c.id = t.to_credit_id AND c.customer_id = t.owner_id
WHERE t.from_customer_id = $1 AND t.owner_id = $2 AND NOT t.returned
"""


async def transferred_left(
    connection: Connection, source_id: int, target_id: int
) -> tuple[int, int]:
    """Return how much of the credit that a merge moved is left, and how much is not."""
    row = required(await connection.fetchrow(TRANSFERRED, source_id, target_id))
    return row["remaining"], row["spent"]
