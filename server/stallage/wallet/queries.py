"""Balances and statements of wallets."""

from __future__ import annotations

from stallage.core import clock
from stallage.core.db import Connection
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
FROM wallet_entries e JOIN wallet_movements m ON m.id = e.movement_id
WHERE e.customer_id = $1
ORDER BY e.id DESC LIMIT $2 OFFSET $3
"""

COUNT = "SELECT count(*) FROM wallet_entries WHERE customer_id = $1"


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
