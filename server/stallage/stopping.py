"""Ends a process in time, even where a request or a job hangs."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

import structlog

log = structlog.get_logger(__name__)

GRACE_SECONDS = 2.0
"""What a process gets after `graceful_stop_seconds` to cancel and put away what did not finish."""


class Deadline:
    """Ends the process when its time to stop has run out.

    Cancelling helps against neither a thread that hangs nor code that swallows the cancellation.
    """

    def __init__(self, seconds: float, leave: Callable[[], None]) -> None:
        """`leave` is called first, such as to stop the embedded database, where all is gone wrong."""
        self._timer = threading.Timer(seconds + GRACE_SECONDS, self._end)
        self._timer.daemon = True
        self._leave = leave

    def begin(self) -> None:
        """Starts the clock; again changes nothing."""
        if not self._timer.is_alive() and not self._timer.finished.is_set():
            self._timer.start()

    def cancel(self) -> None:
        """The process has finished in time; what is left to do may last."""
        self._timer.cancel()

    def _end(self) -> None:
        log.error("stop_forced", hint="A request or job did not end in time.")
        try:
            self._leave()
        finally:
            os._exit(1)
