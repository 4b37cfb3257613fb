"""Progress of a long command: a changing line on a terminal, nothing elsewhere."""

from __future__ import annotations

import sys
import time

_PAUSE = 0.2
"""Seconds between two updates."""
_MEGABYTE = 1024 * 1024


class Progress:
    """Shows the current step on standard error if that is a terminal."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()
        self._last = 0.0

    def show(self, step: str, done: int, unit: str) -> None:
        """Show how far a step is, at most a few times a second."""
        now = time.monotonic()
        if self._shown and now - self._last > _PAUSE:
            self._last = now
            sys.stderr.write(f"\r\033[K{step}: {done} {unit}")
            sys.stderr.flush()

    def clear(self) -> None:
        """Remove the line."""
        if self._shown:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()


def format_size(size: int) -> str:
    """Format a number of bytes, such as `12.3 MB`."""
    return f"{size / _MEGABYTE:.1f} MB"
