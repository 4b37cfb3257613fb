"""The connection between a supervised process and its supervisor.

The process uses it to report that it is ready, and later that it should be replaced. When the supervisor
ends for any reason, the kernel closes the other end, and the process stops by itself instead of running
unsupervised.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import threading
import time

import structlog

log = structlog.get_logger(__name__)

READY = b"r"
REPLACE = b"n"
"""The process works with settings that have changed since; a new one should take its place."""


class Lifeline:
    """The supervised process's end of the connection."""

    def __init__(self, fd: int, stop_seconds: float) -> None:
        """`stop_seconds`: how long the process may take to stop after its supervisor has ended."""
        self._socket = socket.socket(fileno=fd)
        # Children of this process, such as PostgreSQL, must not keep the connection open.
        self._socket.set_inheritable(False)
        self._stop_seconds = stop_seconds
        threading.Thread(target=self._watch, name="lifeline", daemon=True).start()

    def report_ready(self) -> None:
        """Report to the supervisor that this process is ready."""
        self._send(READY)

    def request_replacement(self) -> None:
        """Ask the supervisor to replace this process, which goes on until the new one is ready."""
        self._send(REPLACE)

    def _send(self, message: bytes) -> None:
        try:
            self._socket.send(message)
        except OSError:
            log.warning("supervisor_gone")

    def _watch(self) -> None:
        # The supervisor never sends: this returns when its end is closed, or raises if it had not read
        # everything by then.
        with contextlib.suppress(OSError):
            self._socket.recv(1)
        os.kill(os.getpid(), signal.SIGTERM)
        # Whoever read the log may have ended as well.
        with contextlib.suppress(OSError):
            log.warning("supervisor_gone")
        time.sleep(self._stop_seconds)
        os._exit(1)
