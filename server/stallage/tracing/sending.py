"""Sends spans in the background. A receiver that is away or slow costs spans, never a request."""

from __future__ import annotations

import logging
import os
import socket
import threading
from collections.abc import Sequence

import structlog
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult

from stallage import __version__

log = structlog.get_logger(__name__)
# Its lines repeat ours for each batch and each span that is dropped.
logging.getLogger("opentelemetry").setLevel(logging.CRITICAL)

FLUSH_SECONDS = 2.0
"""How long the end of a process waits until its last spans are sent."""


class _ReportingExporter(SpanExporter):
    """Logs when spans cannot be sent, and when they can again."""

    def __init__(self, inner: SpanExporter) -> None:
        self._inner = inner
        self._works = True

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        result = self._inner.export(spans)
        works = result is SpanExportResult.SUCCESS
        if works != self._works:
            self._works = works
            if works:
                log.info("traces_sent_again")
            else:
                log.warning("traces_not_sent", advice="Check the receiver of the traces.")
        return result

    def shutdown(self) -> None:
        self._inner.shutdown()

    def force_flush(self, timeout_millis: int = 30000) -> bool:
        return self._inner.force_flush(timeout_millis)


def _resource() -> Resource:
    """Describe this process. `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` take precedence."""
    own: dict[str, str | int] = {
        "service.version": __version__,
        "host.name": socket.gethostname(),
        "process.pid": os.getpid(),
    }
    named = any(
        "service.name" in os.environ.get(name, "") or name == "OTEL_SERVICE_NAME"
        for name in ("OTEL_SERVICE_NAME", "OTEL_RESOURCE_ATTRIBUTES")
        if os.environ.get(name)
    )
    described = Resource.create(own)
    return described if named else described.merge(Resource({"service.name": "stallage"}))


def start_provider() -> TracerProvider:
    """Start the thread that sends spans. Sampler, limits and address come from OpenTelemetry's variables."""
    # At its end, the SDK would wait half a minute for a receiver that is away.
    provider = TracerProvider(resource=_resource(), shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(_ReportingExporter(OTLPSpanExporter())))
    return provider


def flush(provider: TracerProvider) -> None:
    """Send what has not been sent, for FLUSH_SECONDS at most."""
    flushing = threading.Thread(target=provider.force_flush, daemon=True)
    flushing.start()
    flushing.join(FLUSH_SECONDS)
