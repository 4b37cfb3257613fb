"""Responses held in memory until something that they show changes.

Entries do not expire by time: an entry is stored only under the generation in which it was begun, and
every change of the catalogue starts a new generation.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CachedResponse:
    """A response body ready to be sent."""

    body: bytes
    tag: str
    product_id: int | None
    """The product whose page it is, if any."""


OVERHEAD = 256
"""Approximate bytes of an entry besides its key and body."""


class ResponseCache:
    """A cache of at most `max_bytes`, without the least recently used entries; 0 disables it."""

    def __init__(self, max_bytes: int) -> None:
        self.generation = 0
        self._max_bytes = max_bytes
        self._bytes = 0
        self._entries: OrderedDict[str, CachedResponse] = OrderedDict()
        self._pages: defaultdict[int, set[str]] = defaultdict(set)

    def get(self, key: str) -> CachedResponse | None:
        """Return the entry of a key."""
        entry = self._entries.get(key)
        if entry is not None:
            self._entries.move_to_end(key)
        return entry

    def put(self, key: str, entry: CachedResponse, generation: int) -> None:
        """Store an entry that was begun in `generation`, if that is still the current one."""
        if generation != self.generation or len(entry.body) > self._max_bytes // 8:
            return
        self._drop(key)
        self._entries[key] = entry
        self._bytes += _size(key, entry)
        if entry.product_id is not None:
            self._pages[entry.product_id].add(key)
        while self._bytes > self._max_bytes:
            self._drop(next(iter(self._entries)))

    def drop_pages(self, product_ids: Iterable[int]) -> None:
        """Remove the pages of these products and start a new generation."""
        self.generation += 1
        for product_id in product_ids:
            for key in list(self._pages.get(product_id, ())):
                self._drop(key)

    def clear(self) -> None:
        """Remove all entries and start a new generation."""
        self.generation += 1
        self._entries.clear()
        self._pages.clear()
        self._bytes = 0

    def _drop(self, key: str) -> None:
        entry = self._entries.pop(key, None)
        if entry is None:
            return
        self._bytes -= _size(key, entry)
        if entry.product_id is not None:
            keys = self._pages[entry.product_id]
            keys.discard(key)
            if not keys:
                del self._pages[entry.product_id]


def _size(key: str, entry: CachedResponse) -> int:
    """Return the counted bytes. Keys count too: clients choose them, and bodies may be short."""
    return len(key) + len(entry.body) + OVERHEAD
