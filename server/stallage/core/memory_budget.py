"""A memory budget for concurrent work: each task reserves what it needs and waits until it is free."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager


class MemoryBudget:
    """Divides a number of bytes among threads, first come, first served.

    The order is strict, so small reservations do not starve a large one. Do not reserve twice in one
    thread: the second reservation could wait for the first forever.
    """

    def __init__(self, total: int) -> None:
        self.total = total
        self._free = total
        self._waiting: deque[object] = deque()
        self._changed = threading.Condition()

    @contextmanager
    def reserve(self, size: int) -> Iterator[None]:
        """Hold `size` bytes while the context lasts. A size above the total reserves everything."""
        size = min(size, self.total)
        self._take(size)
        try:
            yield
        finally:
            with self._changed:
                self._free += size
                self._changed.notify_all()

    def _take(self, size: int) -> None:
        ticket = object()
        with self._changed:
            self._waiting.append(ticket)
            try:
                self._changed.wait_for(lambda: self._waiting[0] is ticket and self._free >= size)
                self._free -= size
            finally:
                self._waiting.remove(ticket)
                self._changed.notify_all()
