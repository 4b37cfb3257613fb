"""Traces of what a process does: the port that the shop calls, if the process sends traces.

`stallage.tracing` implements it with OpenTelemetry. Without it, requests and statements run without any call
of this module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from asyncpg import Connection
from pgqueuer.models import Job as QueuedJob
from starlette.types import ASGIApp
from structlog.typing import EventDict

ReportStatus = Callable[[int], None]
"""Reports the status of the response of another service."""


class Tracing(Protocol):
    """Records spans. Those of statements and calls are recorded only inside one of a request or a job."""

    def traced_app(self, app: ASGIApp) -> ASGIApp:
        """Return a middleware that records a span for each request."""

    def connection_class(self, base: type[Connection]) -> type[Connection]:
        """Return a class of connections that record a span for each statement."""

    def call(self, name: str, host: str) -> AbstractContextManager[ReportStatus]:
        """Record a span of a call to another service."""

    def job(self, queued: QueuedJob) -> AbstractContextManager[None]:
        """Record a span of a job, connected to the request that has enqueued it."""

    def timer(self, name: str) -> AbstractContextManager[None]:
        """Record a span of a run of a timer."""

    def job_headers(self) -> str:
        """Return the headers of a job that is enqueued now, as JSON."""

    def add_ids(self, logger: object, name: str, event: EventDict) -> EventDict:
        """Add the ids of the trace and the span to a log line; a processor of structlog."""

    def flush(self) -> None:
        """Send what has not been sent, for a moment at most."""


class _Process:
    tracing: Tracing | None = None


def activate(tracing: Tracing) -> None:
    """Let this process record traces. Call it before its resources are opened."""
    _Process.tracing = tracing


def active() -> Tracing | None:
    """Return what records the traces of this process; None if it records none."""
    return _Process.tracing


def _ignore(_status: int) -> None:
    """Do nothing with a status."""


@contextmanager
def call(name: str, host: str) -> Iterator[ReportStatus]:
    """Call another service: `name` says how, such as `POST` or `SMTP`."""
    tracing = _Process.tracing
    if tracing is None:
        yield _ignore
        return
    with tracing.call(name, host) as report:
        yield report


def job_headers() -> str:
    """Return the headers of a job that is enqueued now, as JSON."""
    tracing = _Process.tracing
    return "null" if tracing is None else tracing.job_headers()
