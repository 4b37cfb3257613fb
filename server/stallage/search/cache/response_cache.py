"""Whole answers kept in memory, each until something that it shows changes.

Exact, not timed: an answer is kept only under the generation in which it was begun, and every change
of the catalogue begins a new one.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CachedResponse:
    """An answer that is ready to be sent."""

    body: bytes
    tag: str
    product_id: int | None
    """The product whose page it is."""


BESIDE = 256
"""Bytes that keeping an answer takes beside the answer and its key, roughly."""


class ResponseCache:
    """The least recently used go when `max_bytes` are full; with 0 nothing is kept."""

    def __init__(self, max_bytes: int) -> None:
        self.generation = 0
        self._max_bytes = max_bytes
        self._bytes = 0
        self._kept: OrderedDict[str, CachedResponse] = OrderedDict()
        self._pages: defaultdict[int, set[str]] = defaultdict(set)

    def get(self, key: str) -> CachedResponse | None:
        """The answer that is kept for a key."""
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
        return kept

    def put(self, key: str, kept: CachedResponse, generation: int) -> None:
        """Keeps an answer that was begun in a generation, if that still lasts."""
        if generation != self.generation or len(kept.body) > self._max_bytes // 8:
            return
        self._drop(key)
        self._kept[key] = kept
        self._bytes += _size(key, kept)
        if kept.product_id is not None:
            self._pages[kept.product_id].add(key)
        while self._bytes > self._max_bytes:
            self._drop(next(iter(self._kept)))

    def drop_pages(self, product_ids: Iterable[int]) -> None:
        """The pages of some products are out of date, and those being built may be."""
        self.generation += 1
        for product_id in product_ids:
            for key in list(self._pages.get(product_id, ())):
                self._drop(key)

    def clear(self) -> None:
        """Everything may be out of date."""
        self.generation += 1
        self._kept.clear()
        self._pages.clear()
        self._bytes = 0

    def _drop(self, key: str) -> None:
        kept = self._kept.pop(key, None)
        if kept is None:
            return
        self._bytes -= _size(key, kept)
        if kept.product_id is not None:
            keys = self._pages[kept.product_id]
            keys.discard(key)
            if not keys:
                del self._pages[kept.product_id]


def _size(key: str, kept: CachedResponse) -> int:
    """What is counted: strangers choose the keys, and the answers may be short."""
    return len(key) + len(kept.body) + BESIDE
