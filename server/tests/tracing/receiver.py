"""A receiver of traces on loopback that speaks OpenTelemetry's protocol over HTTP."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span


@dataclass
class Receiver:
    """What was received."""

    url: str = ""
    bodies: list[bytes] = field(default_factory=list)
    paths: set[str] = field(default_factory=set)
    released: threading.Event = field(default_factory=threading.Event)
    """Until it is set, a slow receiver does not answer."""

    def variables(self, **more: str) -> dict[str, str]:
        """Return the environment of a process that sends its traces here, soon."""
        return {"OTEL_EXPORTER_OTLP_ENDPOINT": self.url, "OTEL_BSP_SCHEDULE_DELAY": "100", **more}

    def resources(self) -> list[dict[str, str]]:
        """Return the attributes of the processes that have sent something."""
        return [
            {one.key: one.value.string_value for one in sent.resource.attributes}
            for body in list(self.bodies)
            for sent in ExportTraceServiceRequest.FromString(body).resource_spans
        ]

    def spans(self) -> list[Span]:
        """Return all spans that have arrived."""
        return [
            span
            for body in list(self.bodies)
            for sent in ExportTraceServiceRequest.FromString(body).resource_spans
            for scope in sent.scope_spans
            for span in scope.spans
        ]

    def named(self, name: str) -> list[Span]:
        """Return the spans of this name."""
        return [span for span in self.spans() if span.name == name]


def attributes_of(span: Span) -> dict[str, str | int]:
    """Return the attributes of a span, which are texts and whole numbers."""
    return {
        one.key: one.value.string_value
        if one.value.HasField("string_value")
        else one.value.int_value
        for one in span.attributes
    }


@contextmanager
def trace_receiver(*, slow: bool = False) -> Iterator[Receiver]:
    """Run a receiver while the context lasts; a slow one answers only when the context ends."""
    received = Receiver()

    class Receiving(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            received.paths.add(self.path)
            received.bodies.append(body)
            if slow:
                received.released.wait()
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Receiving)
    server.daemon_threads = True
    received.url = f"http://127.0.0.1:{server.server_address[1]}"
    serving = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    serving.start()
    try:
        yield received
    finally:
        received.released.set()
        server.shutdown()
        serving.join()
        server.server_close()
