"""Void gift codes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from stallage.core.batches import affected_rows
from stallage.core.db import Connection

VOID = """
UPDATE gift_codes SET voided_at = $2
WHERE code_hash = ANY($1) AND redeemed_at IS NULL AND voided_at IS NULL
"""


async def void_gift_codes(
    connection: Connection, code_hashes: Sequence[bytes], at: datetime
) -> int:
    """Void codes that are neither redeemed nor void yet; return how many there were."""
    return affected_rows(await connection.execute(VOID, list(code_hashes), at))
