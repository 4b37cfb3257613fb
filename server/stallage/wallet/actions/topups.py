"""Open top-ups, and credit the wallet once with those that are paid.

Lock order: top-up, customer, wallet.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.money import Currency
from stallage.core.validation import message
from stallage.customers.actions.locking import lock_customer
from stallage.wallet.actions.ledger import credit
from stallage.wallet.errors import WalletLimitReached
from stallage.wallet.queries import balance_of
from stallage.wallet.rules import Reason, TopupState, TopupTerms, new_topup_id

# The same amount again while it can still be paid, such as a second click, another tab or Back from the
# provider's page, leads to the same payment.
SAME_PENDING = """
    SELECT id FROM wallet_topups
    WHERE customer_id = $1 AND amount = $2 AND currency = $3 AND state = 'pending'
        AND expires_at > $4
    ORDER BY id DESC LIMIT 1
"""
PENDING_SUM = """
    SELECT coalesce(sum(amount), 0)::bigint FROM wallet_topups
    WHERE customer_id = $1 AND state = 'pending'
"""
OPEN = """
    INSERT INTO wallet_topups (public_id, customer_id, amount, currency, state, created_at, expires_at)
    VALUES ($1, $2, $3, $4, 'pending', $5, $6) RETURNING id
"""
LOCK = """
    SELECT id, customer_id, amount, state FROM wallet_topups WHERE id = $1 FOR NO KEY UPDATE
"""
LOCK_OWNER = "SELECT 1 FROM customers_view WHERE id = $1 AND forgotten_at IS NULL FOR NO KEY UPDATE"
SETTLE = """
    UPDATE wallet_topups SET state = $2, movement_id = $3, settled_at = $4 WHERE id = $1
"""


@dataclass(slots=True)
class LockedTopup:
    """A top-up whose row is locked until the transaction ends."""

    id: int
    customer_id: int
    amount: int
    state: TopupState


async def open_topup(
    connection: Connection,
    customer_id: int,
    amount: int,
    *,
    terms: TopupTerms,
    currency: Currency,
    expires_at: datetime,
) -> tuple[int, bool]:
    """Return the id of the top-up to pay, and whether it is new.

    Raises Unauthorized, InvalidFields and WalletLimitReached.
    """
    if not terms.minimum <= amount <= terms.maximum:
        low, high = currency.format(terms.minimum), currency.format(terms.maximum)
        raise InvalidFields(fields={"amount": [message("between", "amount", min=low, max=high)]})
    await lock_customer(connection, customer_id)
    now = clock.now()
    known = await connection.fetchval(SAME_PENDING, customer_id, amount, currency.code, now)
    if known is not None:
        return known, False
    total = await balance_of(connection, customer_id)
    total += await connection.fetchval(PENDING_SUM, customer_id)
    if total + amount > terms.limit:
        raise _limit_reached(max(0, terms.limit - total), terms, currency)
    topup_id: int = await connection.fetchval(
        OPEN, new_topup_id(), customer_id, amount, currency.code, now, expires_at
    )
    return topup_id, True


def _limit_reached(remaining: int, terms: TopupTerms, currency: Currency) -> WalletLimitReached:
    limit = currency.format(terms.limit)
    if remaining < terms.minimum:
        text = f"Your wallet can hold at most {limit}, so nothing can be added now."
    else:
        text = f"Your wallet can hold at most {limit}. You can add up to {currency.format(remaining)} now."
    return WalletLimitReached(text, fields={"amount": [text]})


async def lock_topup(connection: Connection, topup_id: int) -> LockedTopup:
    """Lock a top-up. Raises NotFound."""
    row = await connection.fetchrow(LOCK, topup_id)
    if row is None:
        raise NotFound
    values = dict(row)
    return LockedTopup(**{**values, "state": TopupState(values["state"])})


async def lock_wallet_owner(connection: Connection, topup: LockedTopup) -> bool:
    """Lock the top-up's customer. Return False if the account was deleted."""
    return await connection.fetchval(LOCK_OWNER, topup.customer_id) is not None


async def credit_topup(connection: Connection, topup: LockedTopup) -> None:
    """Credit the wallet. The caller has locked the top-up and checked that it is not paid."""
    movement_id = await credit(connection, topup.customer_id, topup.amount, Reason.TOP_UP)
    await connection.execute(SETTLE, topup.id, TopupState.PAID, movement_id, clock.now())
    topup.state = TopupState.PAID


async def close_topup(connection: Connection, topup: LockedTopup, state: TopupState) -> None:
    """Close a top-up that was not paid, or whose payment is refunded."""
    await connection.execute(SETTLE, topup.id, state, None, clock.now())
    topup.state = state
