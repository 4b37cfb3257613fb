"""Limits against abuse: so often within so many seconds.

The database counts, so a limit holds across processes and machines. The table is unlogged: counting
writes nothing ahead, and a crash of the database forgets what was counted, not what was bought.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache

from stallage.core import clock, security_log
from stallage.core.clients import Client
from stallage.core.db import Connection, Database
from stallage.core.errors import TooMany

HIDDEN_FACTOR = 20
"""How much more often all shoppers together may, where an untrusted proxy makes them one client."""

# One row for a subject, with the times that still count. The row's lock makes those who come at
# once come one after the other, so the limit is never overrun.
TAKE = """
INSERT INTO limits AS kept (subject, times, expires_at)
VALUES (${subject}, ARRAY[$1::timestamptz], $1 + ${window}::interval)
ON CONFLICT (subject) DO UPDATE SET
    times = ARRAY(
        SELECT at FROM unnest(kept.times) AS at
        WHERE at > $1::timestamptz - ${window}::interval ORDER BY at
    ) || $1,
    expires_at = excluded.expires_at
WHERE (
    SELECT count(*) FROM unnest(kept.times) AS at WHERE at > $1::timestamptz - ${window}::interval
) < ${times}
RETURNING true
"""

OLDEST = """
SELECT min(at) FROM limits, unnest(times) AS at WHERE subject = $1 AND at > $2
"""

TAKEN = "SELECT count(*) FROM limits, unnest(times) AS at WHERE subject = $1 AND at > $2"


@dataclass(frozen=True, slots=True)
class Limit:
    """So many `times` within a sliding window, for each subject apart."""

    name: str
    times: int
    within_seconds: int

    def of(self, subject: object) -> Count:
        """One more of a subject, such as a customer or a contact."""
        return Count(self.name, f"{self.name}:{subject}", self.times, self.within_seconds)

    def of_client(self, client: Client) -> Count:
        """One more from the client's network."""
        times = self.times * HIDDEN_FACTOR if client.is_hidden else self.times
        return Count(self.name, f"{self.name}:{client.network}", times, self.within_seconds)


@dataclass(frozen=True, slots=True)
class Count:
    """What is counted once more, and up to where."""

    limit: str
    subject: str
    times: int
    within_seconds: int


@cache
def _taking(count: int) -> str:
    """Counts several subjects in one statement and says of each whether it was within its limit."""
    parts = [
        TAKE.format(subject=2 + 3 * place, times=3 + 3 * place, window=4 + 3 * place)
        for place in range(count)
    ]
    named = ", ".join(f"t{place} AS ({part})" for place, part in enumerate(parts))
    taken = ", ".join(f"EXISTS (SELECT FROM t{place})" for place in range(count))
    return f"WITH {named} SELECT {taken}"


async def seconds_to_wait(connection: Connection, *counts: Count) -> int | None:
    """Counts each once more; where a limit is reached, how many seconds to wait.

    What is counted is given back where the caller's transaction rolls back.
    """
    now = clock.now()
    ordered = sorted(counts, key=lambda one: one.subject)
    values: list[object] = []
    for one in ordered:
        values += [one.subject, one.times, timedelta(seconds=one.within_seconds)]
    row = await connection.fetchrow(_taking(len(ordered)), now, *values)
    taken = [] if row is None else list(row.values())
    refused = [one for one, within in zip(ordered, taken, strict=True) if not within]
    if not refused:
        return None
    for one in refused:
        security_log.record("limit_reached", limit=one.limit)
    return max([await _left(connection, one, now) for one in refused])


async def _left(connection: Connection, count: Count, now: datetime) -> int:
    window = timedelta(seconds=count.within_seconds)
    oldest = await connection.fetchval(OLDEST, count.subject, now - window)
    return 1 if oldest is None else max(1, math.ceil((oldest + window - now).total_seconds()))


async def is_reached(connection: Connection, count: Count) -> bool:
    """Whether a limit allows no more now. Nothing is counted."""
    since = clock.now() - timedelta(seconds=count.within_seconds)
    taken: int = await connection.fetchval(TAKEN, count.subject, since)
    return taken >= count.times


async def check_limits(database: Database, *counts: Count, message: str | None = None) -> None:
    """Counts each once more and for good, whatever becomes of the request.

    Raises TooMany where a limit is reached.
    """
    async with database.reading() as connection:
        wait = await seconds_to_wait(connection, *counts)
    if wait is not None:
        raise TooMany(wait, message)


async def forget_old(connection: Connection) -> None:
    """Deletes counts that do not count any more."""
    await connection.execute("DELETE FROM limits WHERE expires_at <= $1", clock.now())
