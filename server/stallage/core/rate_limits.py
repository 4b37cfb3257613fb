"""Rate limits: a number of hits within a sliding window, counted in the database.

A limit therefore holds across processes and machines. The table is unlogged: counting writes no WAL,
and a crash of the database loses the counts.

Subjects, such as a contact or a network, are stored as a hash keyed with the shop's secret, so nobody
who reads the table can guess them. A new secret resets all counts.
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache

from stallage.core import clock, security_log
from stallage.core.clients import Client
from stallage.core.db import Connection, Database
from stallage.core.errors import TooMany
from stallage.core.one_statement import Part, refuse_unless

_key = b""


def set_hash_key(secret: bytes) -> None:
    """Set the key that subjects are hashed with; every process of a shop uses the same."""
    global _key  # noqa: PLW0603 - one per process, set when it starts
    _key = hashlib.blake2b(secret, digest_size=32, person=b"limits").digest()


def hashed_subject(name: str, subject: object) -> str:
    """Return a subject as the table stores it."""
    hashed = hashlib.blake2b(str(subject).encode(), digest_size=16, key=_key)
    return f"{name}:{hashed.hexdigest()}"


SHARED_CLIENT_FACTOR = 20
"""Multiplies a limit if all shoppers share one client; see `Client.is_shared`."""

# One row per subject, with the times that still count. The row's lock serializes concurrent hits, so
# the limit is never exceeded.
RECORD = """
INSERT INTO limits AS counted (subject, times, expires_at)
SELECT ${subject}::text, ARRAY[$1::timestamptz], $1 + ${window}::interval FROM {after}
ON CONFLICT (subject) DO UPDATE SET
    times = times_since(counted.times, $1::timestamptz - ${window}::interval) || $1,
    expires_at = excluded.expires_at
WHERE cardinality(times_since(counted.times, $1::timestamptz - ${window}::interval)) < ${times}
RETURNING true
"""

OLDEST = """
SELECT min(at) FROM limits, unnest(times) AS at WHERE subject = $1 AND at > $2
"""

COUNT_RECENT = "SELECT count(*) FROM limits, unnest(times) AS at WHERE subject = $1 AND at > $2"


@dataclass(frozen=True, slots=True)
class RateLimit:
    """At most `times` hits within a sliding window, for each subject separately."""

    name: str
    times: int
    within_seconds: int

    def of(self, subject: object) -> Hit:
        """Return a hit by a subject, such as a customer or a contact."""
        return Hit(self.name, hashed_subject(self.name, subject), self.times, self.within_seconds)

    def of_client(self, client: Client) -> Hit:
        """Return a hit by the client's network."""
        times = self.times * SHARED_CLIENT_FACTOR if client.is_shared else self.times
        return Hit(self.name, hashed_subject(self.name, client.network), times, self.within_seconds)


@dataclass(frozen=True, slots=True)
class Hit:
    """One hit against a limit, for one subject."""

    limit: str
    subject: str
    times: int
    within_seconds: int


def _record(index: int, after: str) -> str:
    """Return SQL that records the hit with this index after `after`."""
    first = 2 + 3 * index
    return RECORD.format(subject=first, times=first + 1, window=first + 2, after=after)


RECORDED = f"hit AS ({_record(0, '{after}')})"
WITHIN_LIMIT = refuse_unless("EXISTS (SELECT FROM hit)", "limit_reached")


def recording(hit: Hit) -> Part:
    """The part of a statement that counts a hit, and refuses the statement if its limit is reached."""
    window = timedelta(seconds=hit.within_seconds)
    return Part(RECORDED, (clock.now(), hit.subject, hit.times, window), WITHIN_LIMIT)


@cache
def _record_statement(count: int) -> str:
    """Return SQL that records `count` hits and selects for each whether it was within its limit."""
    parts = [_record(index, "(SELECT 1) AS start") for index in range(count)]
    tables = ", ".join(f"t{index} AS ({part})" for index, part in enumerate(parts))
    recorded = ", ".join(f"EXISTS (SELECT FROM t{index})" for index in range(count))
    return f"WITH {tables} SELECT {recorded}"


async def record_hits(connection: Connection, *hits: Hit) -> int | None:
    """Count each hit and return how many seconds to wait, or None if no limit is reached.

    A rollback of the caller's transaction takes the hits back.
    """
    now = clock.now()
    ordered = sorted(hits, key=lambda hit: hit.subject)
    values: list[object] = []
    for hit in ordered:
        values += [hit.subject, hit.times, timedelta(seconds=hit.within_seconds)]
    row = await connection.fetchrow(_record_statement(len(ordered)), now, *values)
    recorded = [] if row is None else list(row.values())
    refused = [hit for hit, within in zip(ordered, recorded, strict=True) if not within]
    if not refused:
        return None
    for hit in refused:
        security_log.record("limit_reached", limit=hit.limit)
    return max([await _seconds_left(connection, hit, now) for hit in refused])


async def _seconds_left(connection: Connection, hit: Hit, now: datetime) -> int:
    window = timedelta(seconds=hit.within_seconds)
    oldest = await connection.fetchval(OLDEST, hit.subject, now - window)
    return 1 if oldest is None else max(1, math.ceil((oldest + window - now).total_seconds()))


async def is_limit_reached(connection: Connection, hit: Hit) -> bool:
    """Whether another hit would be refused. Counts nothing."""
    since = clock.now() - timedelta(seconds=hit.within_seconds)
    recent = await connection.fetchval(COUNT_RECENT, hit.subject, since)
    return int(recent) >= hit.times


async def enforce_limits(database: Database, *hits: Hit, message: str | None = None) -> None:
    """Count each hit, also if the request fails later. Raises TooMany if a limit is reached."""
    async with database.reading() as connection:
        wait_seconds = await record_hits(connection, *hits)
    if wait_seconds is not None:
        raise TooMany(wait_seconds, message)


async def delete_expired(connection: Connection) -> None:
    """Delete counts whose window has passed."""
    await connection.execute("DELETE FROM limits WHERE expires_at <= $1", clock.now())
