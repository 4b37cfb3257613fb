"""Uvicorn's HTTP protocol with limits on slow clients and connections, for a shop without a proxy.

Uvicorn waits without limit for headers, bodies and slow readers. This checks all connections about
once a second and closes those that take too long. A request costs only a few assignments more.
"""

from __future__ import annotations

import asyncio
import secrets
import select
from enum import Enum
from http import HTTPStatus
from typing import Any, ClassVar
from weakref import WeakKeyDictionary

import orjson
import structlog
from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from stallage.connection_bounds import Bounds, ConnectionCounts, bounds_of_process
from stallage.core.clients import is_trusted_proxy, network_of
from stallage.core.errors import (
    ApiError,
    MalformedBody,
    NotReady,
    RequestTimeout,
    TooLarge,
    TooMany,
)
from stallage.core.http import MAX_LARGE_UPLOAD_BYTES
from stallage.core.security_headers import DEFAULT_HEADERS

log = structlog.get_logger("stallage.connections")

MAX_HEADER_BYTES = 64 * 1024
MAX_REQUEST_BYTES = MAX_LARGE_UPLOAD_BYTES + 1024 * 1024
"""Of the largest body with its chunk framing. The application limits the bodies of each path itself."""
RETRY_SECONDS = 10
LAST_REQUEST_SECONDS = 1.0
"""How long a connection without a request stays open when the server stops: one may be on its way."""


class Phase(Enum):
    """What a connection is waiting for."""

    HEADERS = "headers"
    BODY = "body"
    RESPONSE = "response"
    IDLE = "idle"


def _encode(api_error: ApiError) -> bytes:
    """Encode an error as an HTTP response with a new id, for connections without a complete request."""
    error = {"code": api_error.code, "message": api_error.message, "fields": {}}
    body = orjson.dumps({"status": False, "output": None, "error": error})
    status = HTTPStatus(api_error.status)
    lines = [
        f"HTTP/1.1 {status.value} {status.phrase}",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        "Cache-Control: no-store",
        "Connection: close",
        f"X-Request-Id: {secrets.token_hex(8)}",
        *(f"{name.decode()}: {value.decode()}" for name, value in DEFAULT_HEADERS),
        *(f"{name}: {value}" for name, value in api_error.headers.items()),
    ]
    return "\r\n".join([*lines, "", ""]).encode() + body


def _has_unread_data(transport: asyncio.Transport) -> bool:
    """Whether the client has sent something, or closed the connection, since it was last read."""
    unread = select.poll()
    unread.register(transport.get_extra_info("socket"), select.POLLIN)
    return bool(unread.poll(0))


class ConnectionMonitor:
    """Checks the open connections of one server periodically."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.counts: ConnectionCounts[BoundedProtocol] = ConnectionCounts()
        self.connections: set[BoundedProtocol] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._due = 0.0

    def add(self, connection: BoundedProtocol) -> None:
        """Monitor a connection until it is lost."""
        self.connections.add(connection)
        self.counts.add(connection.network, connection)
        if self._timer is None:
            self._start(connection.loop)

    def remove(self, connection: BoundedProtocol) -> None:
        """Stop monitoring a connection."""
        if connection in self.connections:
            self.connections.discard(connection)
            self.counts.remove(connection.network, connection)

    def evict_connection(self, network: str | None) -> bool:
        """Close a waiting connection of the network that has most; return whether there was one."""
        largest = self.counts.largest()
        if len(largest) <= self.counts.of(network) + 1:
            return False
        waiting = next((one for one in largest if one.phase is not Phase.RESPONSE), None)
        if waiting is None:
            return False
        waiting.transport.abort()
        self.remove(waiting)
        return True

    def _start(self, loop: asyncio.AbstractEventLoop) -> None:
        self._due = loop.time() + self.bounds.tick_seconds
        self._timer = loop.call_at(self._due, self._check, loop)

    def _check(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = None
        now = loop.time()
        # If this process itself is late, read first what clients have sent in the meantime.
        if now - self._due < self.bounds.tick_seconds:
            for connection in list(self.connections):
                connection.close_if_slow(now, self.bounds)
        if self.connections:
            self._start(loop)


_monitors: WeakKeyDictionary[ServerState, ConnectionMonitor] = WeakKeyDictionary()


class BoundedProtocol(HttpToolsProtocol):
    """One connection with limits; for `http=` of uvicorn's configuration."""

    bounds: ClassVar[Bounds | None] = None
    """None: the limits come from the settings of the process."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        monitor = _monitors.get(self.server_state)
        if monitor is None:
            monitor = ConnectionMonitor(self.bounds or bounds_of_process())
            _monitors[self.server_state] = monitor
        self.monitor = monitor
        self.network: str | None = None
        self.is_from_proxy = False
        self.phase = Phase.HEADERS
        self.since = 0.0
        """Start of the phase, in the loop's time."""
        self.received = 0
        """Bytes received in this phase."""
        self.stalled_since: float | None = None
        """Since when the client does not read, in the loop's time."""
        self.refused = False
        self.stops = False
        """Whether the server stops: the connection is closed after its next response."""
        self.active_cycle: RequestResponseCycle | None = None
        """The request that is being answered; uvicorn's `cycle` is the one that arrived last."""

    # Uvicorn narrows the type of the argument too: it only serves sockets.
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or refuse it if there are too many."""
        super().connection_made(transport)
        self.since = self.loop.time()
        address = self.client[0] if self.client else ""
        bounds = self.monitor.bounds
        idle_seconds = bounds.idle_seconds
        self.is_from_proxy = bool(address) and is_trusted_proxy(address, bounds.trusted)
        if self.is_from_proxy:
            idle_seconds = max(idle_seconds, bounds.proxy_idle_seconds)
        elif address:
            self.network = network_of(address)
        # Uvicorn declares an int, but only the monitor reads it, which compares it with seconds.
        self.timeout_keep_alive = idle_seconds  # type: ignore[assignment]
        counts = self.monitor.counts
        if counts.of(self.network) >= bounds.per_network:
            self._refuse(TooMany(RETRY_SECONDS))
        elif counts.total >= bounds.connections and not self.monitor.evict_connection(self.network):
            self._refuse(NotReady())
        else:
            self.monitor.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection and notify the running request."""
        self.monitor.remove(self)
        self._disconnect_cycle()
        super().connection_lost(exc)

    def _disconnect_cycle(self) -> None:
        # Whatever the application still sends is discarded without an error.
        cycle = self.active_cycle
        if cycle is not None and not cycle.response_complete:
            cycle.disconnected = True
            cycle.message_event.set()

    def shutdown(self) -> None:
        """Answer what has arrived or arrives within LAST_REQUEST_SECONDS, then close the connection."""
        self.stops = True
        if self.cycle is None or self.cycle.response_complete:
            self.loop.call_later(LAST_REQUEST_SECONDS, super().shutdown)
        else:
            super().shutdown()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self.active_cycle = cycle
        if self.stops:
            cycle.keep_alive = False
        super()._start_asgi_task(cycle, app)

    def data_received(self, data: bytes) -> None:
        """Parse data; close the connection if headers or body are too large."""
        if self.refused:
            return
        if self.phase is Phase.IDLE:
            self._enter(Phase.HEADERS)
        self.received += len(data)
        super().data_received(data)
        phase = self.phase
        if (phase is Phase.HEADERS and self.received > MAX_HEADER_BYTES) or (
            phase is Phase.BODY and self.received > MAX_REQUEST_BYTES
        ):
            self._refuse(TooLarge())

    def on_message_begin(self) -> None:
        """Start a new request, possibly pipelined behind another one."""
        super().on_message_begin()
        if self.phase is not Phase.HEADERS:
            self._enter(Phase.HEADERS)

    def on_headers_complete(self) -> None:
        """Start waiting for the body."""
        self._enter(Phase.BODY)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Start waiting for the response, unless it was sent before the body arrived."""
        self._enter(Phase.IDLE if self.cycle.response_complete else Phase.RESPONSE)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Become idle unless another request has begun to arrive.

        Repeats uvicorn's method without its timer: the monitor closes idle connections, and to set a timer
        after each response takes as long as to parse a request.
        """
        if self.phase is Phase.RESPONSE and not self.pipeline:
            self._enter(Phase.IDLE)
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        self.flow.resume_reading()
        if self.pipeline:
            self._start_asgi_task(*self.pipeline.pop())

    def _should_upgrade_to_ws(self) -> bool:
        """Never upgrade: a connection with another protocol would not be monitored."""
        return False

    def _enter(self, phase: Phase) -> None:
        self.phase, self.received, self.since = phase, 0, self.loop.time()

    def close_if_slow(self, now: float, bounds: Bounds) -> None:
        """Close the connection if its client takes too long."""
        if self._has_stalled(now, bounds):
            # Closing would wait for the client to read.
            self._log("client_does_not_read")
            self._disconnect_cycle()
            self.transport.abort()
            return
        if self.flow.read_paused:
            # The application has paused reading, not the client.
            self.since = max(self.since, now - bounds.tick_seconds)
            return
        awaits_request = self.phase is Phase.IDLE or (
            self.phase is Phase.HEADERS and not self.received
        )
        allowed = {
            Phase.HEADERS: bounds.header_seconds,
            Phase.BODY: bounds.body_grace_seconds + self.received / bounds.body_bytes_per_second,
            Phase.IDLE: self.timeout_keep_alive,
        }.get(self.phase)
        if awaits_request and self.is_from_proxy:
            allowed = self.timeout_keep_alive
        if allowed is None or now - self.since <= allowed:
            return
        if awaits_request:
            # No request was sent: browsers open connections in advance.
            self.timeout_keep_alive_handler()
            return
        self._log("client_too_slow")
        self._refuse(RequestTimeout())

    def timeout_keep_alive_handler(self) -> None:
        """Close the connection, unless a request has arrived that a late process has not read yet.

        Closed with unread data, it would be reset, and the client could not know what became of the request.
        """
        if not self.transport.is_closing() and not _has_unread_data(self.transport):
            super().timeout_keep_alive_handler()

    def _has_stalled(self, now: float, bounds: Bounds) -> bool:
        waits = self.flow.write_paused or (
            self.transport.is_closing() and self.transport.get_write_buffer_size() > 0
        )
        if not waits:
            self.stalled_since = None
        elif self.stalled_since is None:
            self.stalled_since = now
        return self.stalled_since is not None and now - self.stalled_since > bounds.answer_seconds

    def pause_writing(self) -> None:
        """Give the client `answer_seconds` to continue reading."""
        super().pause_writing()
        self.stalled_since = self.loop.time()

    def resume_writing(self) -> None:
        """Note that the client has continued reading."""
        super().resume_writing()
        self.stalled_since = None

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - the library's signature
        """Answer what is not HTTP like every other malformed request. `msg` is Uvicorn's own text."""
        self._refuse(MalformedBody())

    def _refuse(self, error: ApiError) -> None:
        """Respond and close; if another response has begun, only close."""
        if self.refused:
            return
        self.refused = True
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(_encode(error))
        self._unset_keepalive_if_required()
        self.transport.close()

    def _log(self, event: str) -> None:
        log.info(event, client=self.client[0] if self.client else "", phase=self.phase.value)
