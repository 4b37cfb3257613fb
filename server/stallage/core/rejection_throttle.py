"""Slows down clients that keep sending requests after they were refused with 429.

A client that retries as fast as it is refused keeps a CPU busy. After a few of them
the same request from the same network is refused after a pause and without being read. Such a client
gets one response per connection and second, and its connections are bounded.
"""

from __future__ import annotations

import time
from typing import TypeAlias

MAX_REJECTIONS = 10
"""More than this many within the window indicate a loop, not a shopper."""
WINDOW_SECONDS = 10.0
PAUSE_SECONDS = 1.0
MAX_KEYS = 10_000
"""When this many are stored, expired ones are deleted, or all if that frees less than half."""

RequestKey: TypeAlias = int
"""The hash of network, path, token and device key, so that one device does not slow down another.

A client can invent a new key for each request; then the rate limits refuse it without a pause.
"""


class RejectionThrottle:
    """Counts the rejections of one process."""

    def __init__(self) -> None:
        self._rejections: dict[RequestKey, tuple[int, float]] = {}
        """Count, and when it expires on the monotonic clock."""

    def __bool__(self) -> bool:
        return bool(self._rejections)

    def record_rejection(self, key: RequestKey) -> None:
        """Count a request that was refused with 429."""
        now = time.monotonic()
        count, expires_at = self._rejections.get(key, (0, 0.0))
        if len(self._rejections) >= MAX_KEYS:
            self._delete_expired(now)
        self._rejections[key] = (count + 1 if expires_at > now else 1, now + WINDOW_SECONDS)

    def should_pause(self, key: RequestKey) -> bool:
        """Whether to refuse a request after a pause. Each such request extends the window."""
        count, expires_at = self._rejections.get(key, (0, 0.0))
        now = time.monotonic()
        if expires_at <= now:
            self._rejections.pop(key, None)
            return False
        if count < MAX_REJECTIONS:
            return False
        self._rejections[key] = (count, now + WINDOW_SECONDS)
        return True

    def _delete_expired(self, now: float) -> None:
        valid = {key: entry for key, entry in self._rejections.items() if entry[1] > now}
        self._rejections = valid if len(valid) < MAX_KEYS // 2 else {}
