"""Rate limits for frequent requests: each process reserves hits from the shared count in batches.

A limit of 1,200 a minute is counted as 60 batches of 20, so only one request in twenty queries the
database. A rejection is cached until it ends. The first batch of a client is granted without a query,
because most clients need no more; n processes together may therefore exceed a limit by n - 1 batches.
A limit of a single batch is counted exactly. Hits that one process has reserved and not used are not
available to the others.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from stallage.core.clients import Client
from stallage.core.db import Database
from stallage.core.errors import TooMany
from stallage.core.rate_limits import RateLimit, record_hits

BATCHES = 60
MAX_ENTRIES = 10_000
"""When the cache is full, expired entries are deleted, or all if that frees less than half of it."""


@dataclass(slots=True)
class _Entry:
    left: int
    """Reserved hits that are not used yet."""
    expires_at: float
    """On the monotonic clock."""
    is_rejection: bool = False


def _batch_size(limit: RateLimit) -> int:
    return max(1, limit.times // BATCHES)


def _first_batch(limit: RateLimit) -> int:
    """The hits that are granted without a query."""
    size = _batch_size(limit)
    return size if limit.times >= 2 * size else 0


class RateLimitCache:
    """The hits that this process has reserved, by limit and client network."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._entries: dict[str, _Entry] = {}

    async def hit(
        self, limit: RateLimit, client: Client, units: int = 1, *, message: str | None = None
    ) -> None:
        """Count `units` hits of a client. Raises TooMany, with a message, if its limit is reached."""
        subject = f"{limit.name}:{client.network}"
        while not self._use(limit, subject, units, message):
            await self._reserve(limit, client, subject)

    def _use(self, limit: RateLimit, subject: str, units: int, message: str | None) -> bool:
        """Use reserved hits; return False if there are too few. Raises TooMany."""
        entry = self._entries.get(subject)
        now = time.monotonic()
        if entry is not None and entry.expires_at <= now:
            if entry.is_rejection:
                # A client that was refused does not get another first batch without a query.
                return False
            entry = None
        if entry is None:
            entry = self._store(subject, _Entry(_first_batch(limit), now + limit.within_seconds))
        if entry.is_rejection:
            raise TooMany(int(entry.expires_at - now) + 1, message)
        if entry.left < units:
            return False
        entry.left -= units
        return True

    async def _reserve(self, limit: RateLimit, client: Client, subject: str) -> None:
        """Reserve a batch of hits in the database, or cache the rejection."""
        size = _batch_size(limit)
        times = (limit.times - _first_batch(limit)) // size
        batches = RateLimit(limit.name, times, limit.within_seconds)
        async with self._database.reading() as connection:
            wait_seconds = await record_hits(connection, batches.of_client(client))
        now = time.monotonic()
        if wait_seconds is not None:
            self._store(subject, _Entry(0, now + wait_seconds, is_rejection=True))
            return
        entry = self._entries.get(subject)
        left = size
        if entry is not None and entry.expires_at > now:
            # Another request of this client has reserved a batch meanwhile.
            left += entry.left
        self._store(subject, _Entry(left, now + limit.within_seconds))

    def _store(self, subject: str, entry: _Entry) -> _Entry:
        if len(self._entries) >= MAX_ENTRIES:
            self._delete_expired(time.monotonic())
        self._entries[subject] = entry
        return entry

    def _delete_expired(self, now: float) -> None:
        valid = {key: entry for key, entry in self._entries.items() if entry.expires_at > now}
        self._entries = valid if len(valid) < MAX_ENTRIES // 2 else {}


_caches: WeakKeyDictionary[Database, RateLimitCache] = WeakKeyDictionary()


def rate_limit_cache_of(database: Database) -> RateLimitCache:
    """Return the cache of this process for a database."""
    cache = _caches.get(database)
    if cache is None:
        cache = _caches[database] = RateLimitCache(database)
    return cache
