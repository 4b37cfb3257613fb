"""A middleware that records a span for each request.

It has the route's template, never the path, the query or the address of who sent the request.
"""

from __future__ import annotations

from opentelemetry.context import Context, attach, detach
from opentelemetry.trace import (
    SpanKind,
    StatusCode,
    Tracer,
    get_current_span,
    set_span_in_context,
)
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stallage.core.clients import is_trusted_proxy
from stallage.core.http import counted_as
from stallage.core.public import SHOWN_TAGS
from stallage.core.runtime import runtime_of

PROPAGATOR = TraceContextTextMapPropagator()
NO_PARENT = Context()


class TracedRequests:
    """The outermost middleware of a process that sends traces."""

    def __init__(self, app: ASGIApp, tracer: Tracer) -> None:
        self._app = app
        self._tracer = tracer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        # Requests of the server to its own API belong to the request for the page. Others do not belong to
        # what runs here: uvicorn starts the next request of a connection from the previous one.
        is_own = SHOWN_TAGS in scope and get_current_span().get_span_context().is_valid
        span = self._tracer.start_span(
            "request",
            context=None if is_own else _parent_of(scope),
            kind=SpanKind.INTERNAL if is_own else SpanKind.SERVER,
        )
        status = 0

        async def send_noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        token = attach(set_span_in_context(span, NO_PARENT))
        failure: BaseException | None = None
        try:
            await self._app(scope, receive, send_noting)
        except BaseException as error:
            failure = error
            raise
        finally:
            detach(token)
            if span.is_recording():
                method, route = counted_as(scope)
                span.update_name(f"{method} {route}")
                span.set_attributes(
                    {
                        "http.request.method": method,
                        "http.route": route,
                        "http.response.status_code": status,
                    }
                )
                if failure is not None or status >= 500:
                    name = str(status) if failure is None else type(failure).__name__
                    span.set_attribute("error.type", name)
                    span.set_status(StatusCode.ERROR)
            span.end()


def _parent_of(scope: Scope) -> Context:
    """Return the span of a trusted proxy that a request belongs to; others' claims are ignored."""
    sent = next((value for name, value in scope["headers"] if name == b"traceparent"), None)
    if sent is None:
        return NO_PARENT
    peer = scope.get("client")
    trusted = runtime_of(HTTPConnection(scope)).settings.trusted_proxies
    if not peer or not is_trusted_proxy(peer[0], trusted):
        return NO_PARENT
    return PROPAGATOR.extract({"traceparent": sent.decode("latin-1")}, NO_PARENT)
