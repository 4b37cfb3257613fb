"""Records who has a record open."""

from __future__ import annotations

from stallage.backoffice.rules.presence import FORGOTTEN_AFTER, RecordKind
from stallage.backoffice.schemas.presence import Mode
from stallage.core import clock
from stallage.core.db import Connection

SEE = """
    WITH forgotten AS (
        DELETE FROM presences WHERE operator_id = $3 AND seen_at <= $6 AND (kind, key) <> ($1, $2)
    )
    INSERT INTO presences (kind, key, operator_id, mode, seen_at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (kind, key, operator_id) DO UPDATE SET mode = excluded.mode, seen_at = excluded.seen_at
"""
LEAVE = "DELETE FROM presences WHERE kind = $1 AND key = $2 AND operator_id = $3"


async def see_record(
    connection: Connection, kind: RecordKind, key: str, *, operator_id: int, mode: Mode
) -> None:
    """Record that an operator has a record open."""
    now = clock.now()
    await connection.execute(SEE, kind, key, operator_id, mode, now, now - FORGOTTEN_AFTER)


async def leave_record(
    connection: Connection, kind: RecordKind, key: str, *, operator_id: int
) -> None:
    """Record that an operator has closed a record. Idempotent."""
    await connection.execute(LEAVE, kind, key, operator_id)
