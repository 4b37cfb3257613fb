"""Open and find payment attempts. An order has at most one open attempt."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime

from stallage.core import clock
from stallage.core.db import Connection
from stallage.orders.actions import (
    LockedOrder,
    amount_due,
    change_payment_status,
    lock_order,
)
from stallage.orders.errors import PaymentUnavailable
from stallage.orders.rules import PaymentStatus, awaits_payment
from stallage.payments.errors import PaymentNotDue, ProviderNotSetUp
from stallage.payments.rules.amounts import AmountDue
from stallage.payments.rules.decisions import AttemptState
from stallage.payments.rules.providers import usable_provider
from stallage.settings import Settings

OPEN_ATTEMPT = """
    INSERT INTO payment_attempts (public_id, order_id, topup_id, owner_id, provider, state, amount, currency,
        created_at, expires_at, checked_at)
    VALUES ($1, $2, $8, $9, $3, 'starting', $4, $5, $6, $7, $6)
    RETURNING id
"""

ATTEMPT = """
    SELECT a.id, a.public_id, a.order_id, a.provider, a.state, a.amount, a.currency, a.session,
        a.redirect_url, a.created_at, a.expires_at, o.public_id AS order_public_id,
        a.topup_id, t.public_id AS topup_public_id,
        coalesce(o.customer_id, t.customer_id) AS customer_id, coalesce(o.email, c.email) AS email,
        coalesce(o.link_version, 0) AS link_version
    FROM payment_attempts a
    LEFT JOIN orders_view o ON o.id = a.order_id AND o.owner_id = a.owner_id
    LEFT JOIN wallet_topups_view t ON t.id = a.topup_id AND t.customer_id = a.owner_id
    LEFT JOIN customers_view c ON c.id = t.customer_id
"""
ATTEMPT_BY_ID = ATTEMPT + "WHERE a.id = $1"
ATTEMPT_BY_PUBLIC_ID = ATTEMPT + "WHERE a.public_id = $1"
OPEN_OF_ORDER = ATTEMPT + "WHERE a.order_id = $1 AND a.state IN ('starting', 'open')"

# A webhook event may arrive before the provider's response: then only the session is stored.
STARTED = """
    UPDATE payment_attempts SET session = coalesce(session, $2), redirect_url = $3,
        state = CASE state WHEN 'starting' THEN 'open' ELSE state END
    WHERE id = $1 AND redirect_url IS NULL
"""

REDIRECT_URL = "SELECT redirect_url FROM payment_attempts WHERE id = $1"


@dataclass(frozen=True, slots=True)
class PaymentAttempt:
    """A payment attempt, with what the provider needs of its order or top-up. It has either, not both."""

    id: int
    public_id: str
    order_id: int | None
    provider: str
    state: AttemptState
    amount: int
    currency: str
    session: str | None
    redirect_url: str | None
    created_at: datetime
    expires_at: datetime
    order_public_id: str | None
    topup_id: int | None
    topup_public_id: str | None
    customer_id: int | None
    email: str | None
    link_version: int

    @property
    def due(self) -> AmountDue:
        """The amount and currency to pay."""
        return AmountDue(self.amount, self.currency)

    @property
    def title(self) -> str:
        """What is paid for, as shown on the provider's page."""
        if self.order_public_id is not None:
            return f"Order {self.order_public_id}"
        return f"Wallet top-up {self.topup_public_id}"


async def attempt_by_id(connection: Connection, attempt_id: int) -> PaymentAttempt | None:
    """Return a payment attempt, or None."""
    row = await connection.fetchrow(ATTEMPT_BY_ID, attempt_id)
    return None if row is None else PaymentAttempt(**row)


async def attempt_by_public_id(connection: Connection, public_id: str) -> PaymentAttempt | None:
    """Return a payment attempt by the id that the provider knows, or None."""
    row = await connection.fetchrow(ATTEMPT_BY_PUBLIC_ID, public_id)
    return None if row is None else PaymentAttempt(**row)


async def open_attempt_of(connection: Connection, order_id: int) -> PaymentAttempt | None:
    """Return the open payment attempt of an order, or None."""
    row = await connection.fetchrow(OPEN_OF_ORDER, order_id)
    return None if row is None else PaymentAttempt(**row)


async def open_attempt(
    connection: Connection,
    *,
    order_id: int | None = None,
    topup_id: int | None = None,
    owner_id: int,
    provider: str,
    amount: int,
    currency: str,
    expires_at: datetime,
) -> int:
    """Insert a payment attempt that is still to be started, and return its id.

    An order must not have another open attempt, and a top-up no other at all. `owner_id` is the order's
    owner or the top-up's customer.
    """
    attempt_id: int = await connection.fetchval(
        OPEN_ATTEMPT,
        f"pay_{secrets.token_hex(12)}",
        order_id,
        provider,
        amount,
        currency,
        clock.now(),
        expires_at,
        topup_id,
        owner_id,
    )
    return attempt_id


async def record_started(
    connection: Connection, attempt_id: int, session: str, redirect_url: str
) -> str:
    """Store the session that the provider opened, unless one is stored, and return where to pay."""
    await connection.execute(STARTED, attempt_id, session, redirect_url)
    stored: str = await connection.fetchval(REDIRECT_URL, attempt_id)
    return stored


async def _attempt_for(connection: Connection, settings: Settings, order: LockedOrder) -> int:
    """Return the open payment attempt of an unpaid order, or open one.

    Of a paid order, it is for the items that were added. Raises PaymentNotDue and PaymentUnavailable.
    """
    now = clock.now()
    amount = await amount_due(connection, order.id)
    if awaits_payment(order.status, order.payment_status, order.pay_until):
        amount = order.payable
    if amount == 0:
        raise PaymentNotDue
    if order.pay_until is None or order.pay_until <= now:
        raise PaymentNotDue("The time to pay for this order is over.")
    known = await open_attempt_of(connection, order.id)
    try:
        # An open payment stays with its provider, even if the shop uses another one now.
        provider = usable_provider(settings, None if known is None else known.provider)
    except ProviderNotSetUp as error:
        raise PaymentUnavailable from error
    if order.payment_status is PaymentStatus.FAILED:
        await change_payment_status(connection, order, PaymentStatus.IN_PROGRESS, "customer")
    if known is not None:
        return known.id
    return await open_attempt(
        connection,
        order_id=order.id,
        owner_id=order.owner_id,
        provider=provider,
        amount=amount,
        currency=order.currency,
        expires_at=order.pay_until,
    )


async def pay_order(
    connection: Connection, settings: Settings, order_id: int
) -> tuple[LockedOrder, int]:
    """Lock the order and return it with the id of the payment attempt to start.

    Raises PaymentNotDue and PaymentUnavailable.
    """
    order = await lock_order(connection, order_id)
    return order, await _attempt_for(connection, settings, order)
