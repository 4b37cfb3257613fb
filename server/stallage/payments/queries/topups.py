"""A customer's top-ups and the payment of each."""

from __future__ import annotations

from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.money import Currency
from stallage.payments.schemas import Topup
from stallage.wallet.rules import TopupState

TOPUPS = """
    SELECT t.public_id, t.amount, t.currency, t.state, t.created_at, t.expires_at, a.redirect_url
    FROM wallet_topups_view t
    JOIN payment_attempts a ON a.topup_id = t.id AND a.owner_id = t.customer_id
    WHERE t.customer_id = $1
"""
TOPUP = TOPUPS + "AND t.public_id = $2"
PENDING = TOPUPS + "AND t.state = 'pending' ORDER BY t.id DESC LIMIT 10"

ATTEMPT_OF = """
    SELECT a.id FROM wallet_topups_view t
    JOIN payment_attempts a ON a.topup_id = t.id AND a.owner_id = t.customer_id
    WHERE t.customer_id = $1 AND t.public_id = $2
"""


def _topup(row: Record) -> Topup:
    state = TopupState(row["state"])
    return Topup.model_construct(
        id=row["public_id"],
        amount=Currency.of(row["currency"]).money(row["amount"]),
        state=state,
        created_at=row["created_at"],
        expires_at=row["expires_at"],
        redirect_url=row["redirect_url"] if state is TopupState.PENDING else None,
    )


async def topup_for(connection: Connection, customer_id: int, public_id: str) -> Topup:
    """Return a top-up of the customer. Raises NotFound."""
    row = await connection.fetchrow(TOPUP, customer_id, public_id)
    if row is None:
        raise NotFound
    return _topup(row)


async def pending_topups(connection: Connection, customer_id: int) -> list[Topup]:
    """Return the customer's top-ups that can still be paid, newest first."""
    return [_topup(row) for row in await connection.fetch(PENDING, customer_id)]


async def attempt_of_topup(connection: Connection, customer_id: int, public_id: str) -> int:
    """Return the id of the payment attempt of a customer's top-up. Raises NotFound."""
    attempt_id = await connection.fetchval(ATTEMPT_OF, customer_id, public_id)
    if attempt_id is None:
        raise NotFound
    return int(attempt_id)
