"""Limits that hold across processes: so often in so many seconds, counted by the database."""

from __future__ import annotations

import math
from datetime import timedelta

from stallage.core import clock
from stallage.core.db import Connection

# One row for a subject, with the times that still count. The row's lock makes those who come at
# once come one after the other, so the limit is never overrun.
TAKE = """
INSERT INTO limits AS kept (subject, times, expires_at)
VALUES ($1, ARRAY[$2::timestamptz], $2 + $4::interval)
ON CONFLICT (subject) DO UPDATE SET
    times = ARRAY(
        SELECT at FROM unnest(kept.times) AS at
        WHERE at > $2::timestamptz - $4::interval ORDER BY at
    ) || $2,
    expires_at = excluded.expires_at
WHERE (
    SELECT count(*) FROM unnest(kept.times) AS at WHERE at > $2::timestamptz - $4::interval
) < $3
RETURNING true
"""

OLDEST = """
SELECT min(at) FROM limits, unnest(times) AS at WHERE subject = $1 AND at > $2
"""


async def wait_for(
    connection: Connection, subject: str, *, times: int, within_seconds: int
) -> int | None:
    """Counts one more, or says how many seconds to wait where the limit is reached.

    What is counted is given back where the caller's transaction rolls back.
    """
    now = clock.now()
    window = timedelta(seconds=within_seconds)
    if await connection.fetchval(TAKE, subject, now, times, window):
        return None
    oldest = await connection.fetchval(OLDEST, subject, now - window)
    return 1 if oldest is None else max(1, math.ceil((oldest + window - now).total_seconds()))
