"""Select payment attempts and refunds about which a provider is to be called, and mark them as checked.

Marking them keeps two workers from taking the same rows, and takes the least recently checked first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from stallage.core import clock
from stallage.core.db import Connection

POLL_AFTER = timedelta(seconds=60)
"""How long after the last check an open payment attempt is checked with its provider."""

POLL_CLOSED_FOR = timedelta(days=3)
"""How long a payment attempt that closed unpaid is still checked."""

# A `checked_at` in the future was written before the machine's clock was set back.
OPEN_ATTEMPTS = """
    UPDATE payment_attempts SET checked_at = $1
    WHERE id IN (
        SELECT id FROM payment_attempts
        WHERE state IN ('starting', 'open') AND (checked_at <= $2 OR checked_at > $1)
            AND provider = ANY($3)
        ORDER BY checked_at LIMIT 100 FOR UPDATE SKIP LOCKED
    )
    RETURNING id, provider
"""

# A provider may take money for a session that was ended, and its webhook event may be lost. Each pause is
# twice the one before, which makes about a dozen checks.
CLOSED_ATTEMPTS = """
    UPDATE payment_attempts SET checked_at = $1
    WHERE id IN (
        SELECT id FROM payment_attempts
        WHERE state IN ('failed', 'ended') AND session IS NOT NULL AND settled_at > $4
            AND checked_at <= $2 AND $1 - checked_at >= checked_at - settled_at
            AND provider = ANY($3)
        ORDER BY checked_at LIMIT 100 FOR UPDATE SKIP LOCKED
    )
    RETURNING id, provider
"""

PENDING_REFUNDS = """
    UPDATE refunds SET checked_at = $1
    FROM payment_attempts a
    WHERE a.id = refunds.attempt_id AND a.owner_id = refunds.owner_id AND refunds.id IN (
        SELECT r.id FROM refunds r JOIN payment_attempts p ON p.id = r.attempt_id AND p.owner_id = r.owner_id
        WHERE r.state = 'pending' AND (r.created_at <= $2 OR r.created_at > $1)
            AND p.provider = ANY($3)
        ORDER BY coalesce(r.checked_at, r.created_at) LIMIT 100 FOR UPDATE OF r SKIP LOCKED
    )
    RETURNING refunds.id, a.provider
"""


@dataclass(frozen=True, slots=True)
class ProviderCall:
    """A row about which its provider is to be called."""

    id: int
    provider: str


async def take_attempts_to_poll(
    connection: Connection, providers: Sequence[str]
) -> list[ProviderCall]:
    """Take payment attempts of these providers that were not checked for a while."""
    now = clock.now()
    before, names = now - POLL_AFTER, list(providers)
    rows = [
        *await connection.fetch(OPEN_ATTEMPTS, now, before, names),
        *await connection.fetch(CLOSED_ATTEMPTS, now, before, names, now - POLL_CLOSED_FOR),
    ]
    return [ProviderCall(**row) for row in rows]


async def take_refunds_to_send(
    connection: Connection, providers: Sequence[str]
) -> list[ProviderCall]:
    """Take refunds of these providers that were requested a while ago and are still to be sent."""
    now = clock.now()
    rows = await connection.fetch(PENDING_REFUNDS, now, now - POLL_AFTER, list(providers))
    return [ProviderCall(**row) for row in rows]
