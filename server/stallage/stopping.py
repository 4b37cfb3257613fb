"""Ends a process in time, even if a request or a job hangs."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

import structlog

log = structlog.get_logger(__name__)

GRACE_SECONDS = 2.0
"""Time after `graceful_stop_seconds` to cancel what has not finished and clean up."""


class Deadline:
    """Ends the process when its time to stop has run out.

    Cancelling does not end hanging threads, or code that catches the cancellation.
    """

    def __init__(self, seconds: float, on_timeout: Callable[[], None]) -> None:
        """`on_timeout` is called before the process ends, for example to stop the embedded database."""
        self._timer = threading.Timer(seconds + GRACE_SECONDS, self._end)
        self._timer.daemon = True
        self._on_timeout = on_timeout
        self._has_begun = False

    def begin(self) -> None:
        """Start the clock. Further calls change nothing."""
        if self._has_begun:
            return
        # Before the start: a second signal may interrupt it.
        self._has_begun = True
        self._timer.start()

    def cancel(self) -> None:
        """Stop the clock: the process has finished in time."""
        self._timer.cancel()

    def _end(self) -> None:
        log.error("stop_forced", hint="A request or job did not end in time.")
        try:
            self._on_timeout()
        finally:
            os._exit(1)
