"""Record disputes of payments and what happens to the disputed money."""

from __future__ import annotations

import structlog

from stallage.core import clock
from stallage.core.db import Connection, required
from stallage.core.events import publish
from stallage.payments.drafts import DisputeReport
from stallage.payments.events import PaymentDisputed
from stallage.payments.rules.disputes import entries_to_add, state_after

log = structlog.get_logger(__name__)

OPEN = """
    INSERT INTO payment_disputes (provider, reference, attempt_id, owner_id, state, amount, currency, reason,
        respond_by, opened_at, changed_at)
    SELECT $1, $2, id, owner_id, $4, $5, $6, $7, $8, $9, $9 FROM payment_attempts WHERE id = $3
    ON CONFLICT (provider, reference, owner_id) DO NOTHING
    RETURNING id
"""
# An event of the same dispute waits here for the one before it.
LOCK = """
    SELECT d.id, d.owner_id, d.state, d.amount, d.respond_by, a.order_id
    FROM payment_disputes d
    JOIN payment_attempts a ON a.id = d.attempt_id AND a.owner_id = d.owner_id
    WHERE d.provider = $1 AND d.reference = $2 FOR NO KEY UPDATE OF d
"""
ENTRIES = "SELECT kind FROM payment_dispute_entries WHERE dispute_id = $1"
ADD_ENTRY = """
    INSERT INTO payment_dispute_entries (dispute_id, owner_id, kind, amount, happened_at)
    VALUES ($1, $5, $2, $3, $4)
"""
CHANGE = """
    UPDATE payment_disputes SET state = $2, respond_by = $3, changed_at = $4 WHERE id = $1
"""


async def record_dispute(
    connection: Connection, provider: str, attempt_id: int, event: DisputeReport
) -> bool:
    """Record what a provider reports about a dispute. Return False if nothing was new.

    Idempotent, in any order: an event that is older than the known state changes nothing, and money is
    withdrawn and returned at most once.
    """
    now = clock.now()
    opened = await connection.fetchval(
        OPEN,
        provider,
        event.reference,
        attempt_id,
        event.state,
        event.amount,
        event.currency,
        event.reason,
        event.respond_by,
        now,
    )
    row = required(await connection.fetchrow(LOCK, provider, event.reference))
    known = [entry["kind"] for entry in await connection.fetch(ENTRIES, row["id"])]
    entries = entries_to_add(known, event.funds)
    for kind in entries:
        await connection.execute(ADD_ENTRY, row["id"], kind, row["amount"], now, row["owner_id"])
    state = state_after(row["state"], event.state)
    respond_by = row["respond_by"] or event.respond_by
    is_changed = (state, respond_by) != (row["state"], row["respond_by"])
    if is_changed:
        await connection.execute(CHANGE, row["id"], state, respond_by, now)
    if opened is not None or state != row["state"]:
        log.warning("payment_disputed", provider=provider, dispute=event.reference, state=state)
        await publish(
            connection,
            PaymentDisputed(dispute_id=row["id"], order_id=row["order_id"], state=state),
        )
    return opened is not None or is_changed or bool(entries)
