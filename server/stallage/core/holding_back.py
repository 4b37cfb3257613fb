"""Makes whoever is refused again and again wait, so that refusing costs less than asking.

A client that asks as fast as it is refused keeps a processor busy with refusals. After some of them the
same call from the same network is answered only after a pause, without being read: then such a client
gets through as many requests a second as it has connections, and those are bounded.
"""

from __future__ import annotations

import time
from typing import TypeAlias

REFUSALS = 10
"""So many within the window are a loop and no shopper."""
WINDOW_SECONDS = 10.0
PAUSE_SECONDS = 1.0
CALLS = 10_000
"""So many are remembered; then those that are over are forgotten, or all."""

Call: TypeAlias = int
"""The hash of network, path, token and device key: neighbours are not held back together.

Strangers can make up a new key each time. They are then refused by the limits, as before the pause.
"""


class HoldingBack:
    """What one process knows of refused calls."""

    def __init__(self) -> None:
        self._calls: dict[Call, tuple[int, float]] = {}

    def __bool__(self) -> bool:
        return bool(self._calls)

    def note_refusal(self, call: Call) -> None:
        """Notes that a call was refused because there were too many of it."""
        now = time.monotonic()
        count, until = self._calls.get(call, (0, 0.0))
        if len(self._calls) >= CALLS:
            self._forget_old(now)
        self._calls[call] = (count + 1 if until > now else 1, now + WINDOW_SECONDS)

    def holds(self, call: Call) -> bool:
        """Whether a call is answered after a pause, unread. Asking again meanwhile lasts longer."""
        count, until = self._calls.get(call, (0, 0.0))
        now = time.monotonic()
        if until <= now:
            self._calls.pop(call, None)
            return False
        if count < REFUSALS:
            return False
        self._calls[call] = (count, now + WINDOW_SECONDS)
        return True

    def _forget_old(self, now: float) -> None:
        lasting = {call: one for call, one in self._calls.items() if one[1] > now}
        self._calls = lasting if len(lasting) < CALLS else {}
