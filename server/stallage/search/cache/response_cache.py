"""Responses held in memory until something that they show changes. They do not expire by time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass, field

from stallage.search.cache.changes import Changes


@dataclass(slots=True)
class CachedResponse:
    """A response body ready to be sent."""

    body: bytes
    etag: str
    tags: Collection[str]
    """What it shows, see `changes`."""
    checked: int = field(default=0, repr=False)
    """Number of the last change that did not concern it."""


OVERHEAD = 256
"""Approximate bytes of an entry besides its key, body and tags."""
TAG_BYTES = 80


class ResponseCache:
    """A cache of at most `max_bytes`, without the least recently used entries; 0 disables it."""

    def __init__(self, max_bytes: int, changes: Changes) -> None:
        self._max_bytes = max_bytes
        self._changes = changes
        self._bytes = 0
        self._entries: OrderedDict[str, CachedResponse] = OrderedDict()

    @property
    def free_bytes(self) -> int:
        """How many bytes are left until the least recently used entries are dropped."""
        return self._max_bytes - self._bytes

    def get(self, key: str) -> CachedResponse | None:
        """Return the entry of a key unless it is outdated."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        if entry.checked != self._changes.number:
            if self._changes.has_changed(entry.tags, entry.checked):
                self._drop(key)
                return None
            entry.checked = self._changes.number
        self._entries.move_to_end(key)
        return entry

    def put(self, key: str, entry: CachedResponse, since: int) -> None:
        """Store an entry unless it is outdated already.

        `since`: the number of the last change when its first part was read.
        """
        if len(entry.body) > self._max_bytes // 8 or self._changes.has_changed(entry.tags, since):
            return
        self._drop(key)
        entry.checked = self._changes.number
        self._entries[key] = entry
        self._bytes += _size(key, entry)
        while self._bytes > self._max_bytes:
            self._drop(next(iter(self._entries)))

    def _drop(self, key: str) -> None:
        entry = self._entries.pop(key, None)
        if entry is not None:
            self._bytes -= _size(key, entry)


def _size(key: str, entry: CachedResponse) -> int:
    """Return the counted bytes. Keys count too: clients choose them, and bodies may be short."""
    return len(key) + len(entry.body) + TAG_BYTES * len(entry.tags) + OVERHEAD
