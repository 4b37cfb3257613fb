"""The sandbox's ledger: its sessions."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from typing import Literal

from stallage.core import clock
from stallage.core.db import Connection
from stallage.payments.providers.port import PaymentToStart

State = Literal["open", "paid", "declined", "ended"]

OPEN = """
    INSERT INTO sandbox_sessions (id, attempt, amount, currency, title, return_url, state, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, 'open', $7)
    ON CONFLICT (attempt) DO UPDATE SET attempt = excluded.attempt
    RETURNING id
"""

READ = """
    SELECT id, amount, currency, title, return_url, state, card FROM sandbox_sessions WHERE id = $1
"""

MOVE = """
    UPDATE sandbox_sessions SET state = $2, card = $3 WHERE id = $1 AND state = 'open' RETURNING id
"""

PAY_AFTER_END = "UPDATE sandbox_sessions SET pays_late = true WHERE id = $1 AND state = 'open'"

PAY_ENDED = "UPDATE sandbox_sessions SET state = 'paid' WHERE id = $1 AND state = 'ended'"

END = """
    UPDATE sandbox_sessions SET state = CASE WHEN pays_late THEN 'paid' ELSE 'ended' END
    WHERE id = $1 AND state = 'open'
    RETURNING pays_late
"""

REFUND = """
    UPDATE sandbox_sessions
    SET refunded = refunded + $2, refund_keys = refund_keys || to_jsonb($3::text)
    WHERE id = $1 AND state = 'paid' AND NOT refund_keys ? $3 AND refunded + $2 <= amount
"""

REFUNDED = "SELECT refund_keys ? $2 FROM sandbox_sessions WHERE id = $1"


@dataclass(frozen=True, slots=True)
class Session:
    """A session as the sandbox's page shows it."""

    id: str
    amount: int
    currency: str
    title: str
    return_url: str
    state: State
    card: str | None
    """Hash of the card number that the tester typed."""


async def open_session(connection: Connection, payment: PaymentToStart) -> str:
    """Open a session for a payment attempt and return its id. Idempotent."""
    session: str = await connection.fetchval(
        OPEN,
        f"ps_{secrets.token_hex(12)}",
        payment.attempt,
        payment.amount,
        payment.currency,
        payment.title,
        payment.return_url,
        clock.now(),
    )
    return session


async def session_by_id(connection: Connection, session: str) -> Session | None:
    """Return a session, or None."""
    row = await connection.fetchrow(READ, session)
    return None if row is None else Session(**row)


async def move(connection: Connection, session: str, state: State, card_number: str = "") -> bool:
    """Pay or decline an open session. Return False if it is no longer open.

    Only a hash of the card number is stored: somebody may type a real one.
    """
    typed = "".join(card_number.split())
    card = hashlib.sha256(typed.encode()).hexdigest()[:20] if typed else None
    return await connection.fetchval(MOVE, session, state, card) is not None


async def pay_after_end(connection: Connection, session: str) -> None:
    """Mark a session as paid by the shopper after it has ended."""
    await connection.execute(PAY_AFTER_END, session)


async def pay_ended(connection: Connection, session: str) -> None:
    """Let the money of a session arrive that has ended."""
    await connection.execute(PAY_ENDED, session)


async def end(connection: Connection, session: str) -> bool:
    """End an open session. Return True if the shopper pays after its end."""
    return bool(await connection.fetchval(END, session))


async def refund(connection: Connection, session: str, amount: int, key: str) -> bool:
    """Refund an amount, once for each key. Return False if less than that was paid."""
    await connection.execute(REFUND, session, amount, key)
    return bool(await connection.fetchval(REFUNDED, session, key))
