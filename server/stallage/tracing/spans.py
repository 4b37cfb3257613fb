"""The spans of a process, with OpenTelemetry's SDK."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from asyncpg import Connection
from opentelemetry.context import Context
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.trace import (
    Link,
    Span,
    SpanKind,
    StatusCode,
    format_span_id,
    format_trace_id,
    get_current_span,
    use_span,
)
from pgqueuer.models import Job as QueuedJob
from starlette.types import ASGIApp
from structlog.typing import EventDict

from stallage import __version__
from stallage.core.db_pooler import PooledConnection
from stallage.core.tracing import ReportStatus
from stallage.tracing.sending import flush, start_provider
from stallage.tracing.server_requests import NO_PARENT, PROPAGATOR, TracedRequests
from stallage.tracing.statements import TracedConnection, TracedPooledConnection

SAME_TRACE = timedelta(seconds=60)
"""A job that starts within this time belongs to the trace that enqueued it; a later one links to it."""


class OpenTelemetry:
    """Records spans; implements the port `core.tracing.Tracing`."""

    def __init__(self, provider: TracerProvider) -> None:
        self._provider = provider
        self._tracer = provider.get_tracer("stallage", __version__)
        TracedConnection.tracer = self._tracer

    def traced_app(self, app: ASGIApp) -> ASGIApp:
        return TracedRequests(app, self._tracer)

    def connection_class(self, base: type[Connection]) -> type[Connection]:
        return TracedPooledConnection if base is PooledConnection else TracedConnection

    @contextmanager
    def call(self, name: str, host: str) -> Iterator[ReportStatus]:
        if not get_current_span().is_recording():
            yield lambda _status: None
            return
        span = self._tracer.start_span(
            f"{name} {host}", kind=SpanKind.CLIENT, attributes={"server.address": host}
        )

        def report(status: int) -> None:
            span.set_attribute("http.response.status_code", status)
            if status >= 400:
                span.set_attribute("error.type", str(status))
                span.set_status(StatusCode.ERROR)

        with _running(span):
            yield report

    @contextmanager
    def job(self, queued: QueuedJob) -> Iterator[None]:
        origin = _origin_of(queued)
        sender = get_current_span(origin).get_span_context()
        is_late = queued.updated - queued.created > SAME_TRACE
        span = self._tracer.start_span(
            f"process {queued.entrypoint}",
            context=NO_PARENT if is_late else origin,
            kind=SpanKind.CONSUMER,
            attributes={
                "messaging.system": "pgqueuer",
                "messaging.destination.name": queued.entrypoint,
                "messaging.operation.type": "process",
                "messaging.message.id": str(queued.id),
                "stallage.job.attempt": queued.attempts + 1,
            },
            links=[Link(sender)] if is_late and sender.is_valid else None,
        )
        with _running(span):
            yield

    @contextmanager
    def timer(self, name: str) -> Iterator[None]:
        span = self._tracer.start_span(f"timer {name}", context=NO_PARENT, kind=SpanKind.INTERNAL)
        with _running(span):
            yield

    def job_headers(self) -> str:
        carrier: dict[str, str] = {}
        PROPAGATOR.inject(carrier)
        carrier.pop("tracestate", None)
        # The key that PgQueuer has for it.
        return json.dumps({"otel": carrier}) if carrier else "null"

    def add_ids(self, _logger: object, _name: str, event: EventDict) -> EventDict:
        found = get_current_span().get_span_context()
        if found.is_valid:
            event["trace_id"] = format_trace_id(found.trace_id)
            event["span_id"] = format_span_id(found.span_id)
        return event

    def flush(self) -> None:
        flush(self._provider)


@contextmanager
def _running(span: Span) -> Iterator[None]:
    """Make a span the current one until the context ends; record an exception's type, not its text."""
    try:
        with use_span(span, record_exception=False, set_status_on_exception=False):
            yield
    except BaseException as error:
        # What the queue gets replaces the failure, without its text.
        span.set_attribute("error.type", type(error.__context__ or error).__name__)
        span.set_status(StatusCode.ERROR)
        raise
    finally:
        span.end()


def _origin_of(queued: QueuedJob) -> Context:
    """Return the context in which a job was enqueued."""
    sent = (queued.otel_headers() or {}).get("traceparent")
    if not isinstance(sent, str):
        return NO_PARENT
    return PROPAGATOR.extract({"traceparent": sent}, NO_PARENT)


def start() -> OpenTelemetry:
    """Start recording, with OpenTelemetry's variables. Raises ValueError if one of them is invalid."""
    return OpenTelemetry(start_provider())
