"""What a long command is doing: a line that changes on a terminal, nothing elsewhere."""

from __future__ import annotations

import sys
import time

_PAUSE = 0.2
_MEGABYTE = 1024 * 1024


class Progress:
    """Shows the step at work on standard error where that is a terminal."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()
        self._last = 0.0

    def show(self, step: str, done: int, unit: str) -> None:
        """Say how far a step is, a few times a second at most."""
        now = time.monotonic()
        if self._shown and now - self._last > _PAUSE:
            self._last = now
            sys.stderr.write(f"\r\033[K{step}: {done} {unit}")
            sys.stderr.flush()

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()


def size_text(size: int) -> str:
    """A size for people, such as `12.3 MB`."""
    return f"{size / _MEGABYTE:.1f} MB"
