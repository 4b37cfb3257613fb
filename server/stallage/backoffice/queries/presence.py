"""Reads who has a record open."""

from __future__ import annotations

from stallage.backoffice.rules.presence import COUNTS_FOR, RecordKind
from stallage.backoffice.schemas.presence import PresentOperator
from stallage.core import clock
from stallage.core.db import Connection

OTHERS = """
    SELECT p.operator_id, o.name, p.mode FROM presences p
    JOIN operators_view o ON o.id = p.operator_id
    WHERE p.kind = $1 AND p.key = $2 AND p.operator_id <> $3 AND p.seen_at > $4
        AND o.disabled_at IS NULL
    ORDER BY p.mode, o.name LIMIT 20
"""


async def others_at(
    connection: Connection, kind: RecordKind, key: str, *, operator_id: int
) -> list[PresentOperator]:
    """The other operators who have a record open, those who edit it first."""
    rows = await connection.fetch(OTHERS, kind, key, operator_id, clock.now() - COUNTS_FOR)
    return [PresentOperator.model_construct(**dict(row)) for row in rows]
