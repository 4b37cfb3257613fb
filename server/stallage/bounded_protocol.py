"""Uvicorn's HTTP protocol, bounded: for a shop whose clients reach it without a proxy before it.

Uvicorn waits for headers, bodies and readers for as long as a client likes. This looks at all
connections about once a second and ends those that take too long; a request itself costs a few
assignments more.
"""

from __future__ import annotations

import asyncio
from enum import Enum
from http import HTTPStatus
from typing import Any, ClassVar
from weakref import WeakKeyDictionary

import orjson
import structlog
from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from stallage.connection_bounds import Bounds, Counted, bounds_of_process
from stallage.core.clients import is_trusted_proxy, network_of
from stallage.core.errors import ApiError, NotReady, RequestTimeout, TooLarge, TooMany
from stallage.core.http import MAX_UPLOAD_BYTES

log = structlog.get_logger("stallage.connections")

MAX_HEADER_BYTES = 64 * 1024
MAX_REQUEST_BYTES = MAX_UPLOAD_BYTES + 1024 * 1024
"""Of a body with all that frames it. The application counts what is in it."""
RETRY_SECONDS = 10


class Phase(Enum):
    """What a connection waits for."""

    HEADERS = "headers"
    BODY = "body"
    ANSWER = "answer"
    IDLE = "idle"


def _raw(refusal: ApiError) -> bytes:
    """A refusal as bytes, for where no request has come far enough to be answered."""
    error = {"code": refusal.code, "message": refusal.message, "fields": {}}
    body = orjson.dumps({"status": False, "output": None, "error": error})
    status = HTTPStatus(refusal.status)
    lines = [
        f"HTTP/1.1 {status.value} {status.phrase}",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        "Cache-Control: no-store",
        "Connection: close",
        *(f"{name}: {value}" for name, value in refusal.headers.items()),
    ]
    return "\r\n".join([*lines, "", ""]).encode() + body


SLOW = _raw(RequestTimeout())
LARGE = _raw(TooLarge())
FULL = _raw(NotReady())
MANY = _raw(TooMany(RETRY_SECONDS))


class Watch:
    """Looks at the connections of one server from time to time, while there are any."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.counted: Counted[BoundedProtocol] = Counted()
        self.connections: set[BoundedProtocol] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._due = 0.0

    def add(self, connection: BoundedProtocol) -> None:
        """Watches a connection until it is lost."""
        self.connections.add(connection)
        self.counted.add(connection.network, connection)
        if self._timer is None:
            self._start(connection.loop)

    def remove(self, connection: BoundedProtocol) -> None:
        """Forgets a connection."""
        if connection in self.connections:
            self.connections.discard(connection)
            self.counted.remove(connection.network, connection)

    def make_room(self, network: str | None) -> bool:
        """Ends a waiting connection of the network that has most, so that others are not kept out."""
        largest = self.counted.largest()
        if len(largest) <= self.counted.of(network) + 1:
            return False
        waiting = next((one for one in largest if one.phase is not Phase.ANSWER), None)
        if waiting is None:
            return False
        waiting.transport.abort()
        self.remove(waiting)
        return True

    def _start(self, loop: asyncio.AbstractEventLoop) -> None:
        self._due = loop.time() + self.bounds.tick_seconds
        self._timer = loop.call_at(self._due, self._look, loop)

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = None
        now = loop.time()
        # Where this process itself is late, what clients have sent meanwhile is read first.
        if now - self._due < self.bounds.tick_seconds:
            for connection in list(self.connections):
                connection.end_if_late(now, self.bounds)
        if self.connections:
            self._start(loop)


_watches: WeakKeyDictionary[ServerState, Watch] = WeakKeyDictionary()


class BoundedProtocol(HttpToolsProtocol):
    """One connection, with bounds; for `http=` of uvicorn's configuration."""

    bounds: ClassVar[Bounds | None] = None
    """None: by the settings of the process."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        watch = _watches.get(self.server_state)
        if watch is None:
            watch = _watches[self.server_state] = Watch(self.bounds or bounds_of_process())
        self.watch = watch
        # Uvicorn declares an int and passes it to call_later, which takes a float.
        self.timeout_keep_alive = watch.bounds.idle_seconds  # type: ignore[assignment]
        self.network: str | None = None
        self.phase = Phase.HEADERS
        self.since = 0.0
        """When the phase began, in the loop's time."""
        self.received = 0
        """Bytes since then."""
        self.stalled_since: float | None = None
        """When the client was first seen not to read what is ready for it."""
        self.refused = False
        self.answering: RequestResponseCycle | None = None
        """The request that is being answered. Uvicorn knows the last one that has begun to arrive."""

    # Uvicorn narrows the type of the argument too: it only serves sockets.
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Counts the connection, or refuses it where there are too many."""
        super().connection_made(transport)
        self.since = self.loop.time()
        address = self.client[0] if self.client else ""
        if address and not is_trusted_proxy(address, self.watch.bounds.trusted):
            self.network = network_of(address)
        counted = self.watch.counted
        if counted.of(self.network) >= self.watch.bounds.per_network:
            self._refuse(MANY)
        elif counted.total >= self.watch.bounds.connections and not self.watch.make_room(
            self.network
        ):
            self._refuse(FULL)
        else:
            self.watch.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Counts it no more, and tells who is answering."""
        self.watch.remove(self)
        self._give_up_answering()
        super().connection_lost(exc)

    def _give_up_answering(self) -> None:
        # What the application still sends goes nowhere, which is no error.
        answering = self.answering
        if answering is not None and not answering.response_complete:
            answering.disconnected = True
            answering.message_event.set()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self.answering = cycle
        super()._start_asgi_task(cycle, app)

    def data_received(self, data: bytes) -> None:
        """Reads on; more than a request may have of headers or framing ends the connection."""
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
            self._refuse(LARGE)

    def on_message_begin(self) -> None:
        """A request begins, perhaps right behind another one."""
        super().on_message_begin()
        if self.phase is not Phase.HEADERS:
            self._enter(Phase.HEADERS)

    def on_headers_complete(self) -> None:
        """Its body may follow."""
        self._enter(Phase.BODY)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """It is there whole, and may have been answered before."""
        self._enter(Phase.IDLE if self.cycle.response_complete else Phase.ANSWER)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """It has been answered; another one may have begun to arrive."""
        if self.phase is Phase.ANSWER and not self.pipeline:
            self._enter(Phase.IDLE)
        super().on_response_complete()

    def _should_upgrade_to_ws(self) -> bool:
        """The shop speaks HTTP alone; another protocol would take the connection out of sight."""
        return False

    def _enter(self, phase: Phase) -> None:
        self.phase, self.received, self.since = phase, 0, self.loop.time()

    def end_if_late(self, now: float, bounds: Bounds) -> None:
        """Ends the connection where its client takes too long."""
        if self._has_stalled(now, bounds):
            # Closing would wait for the client to read.
            self._tell("client_does_not_read")
            self._give_up_answering()
            self.transport.abort()
            return
        if self.flow.read_paused:
            # It is the application that has not read on.
            self.since = max(self.since, now - bounds.tick_seconds)
            return
        allowed = {
            Phase.HEADERS: bounds.header_seconds,
            Phase.BODY: bounds.body_grace_seconds + self.received / bounds.body_bytes_per_second,
            # Uvicorn's own timer is gone where a body arrived after its answer.
            Phase.IDLE: bounds.idle_seconds + bounds.tick_seconds,
        }.get(self.phase)
        if allowed is None or now - self.since <= allowed:
            return
        if self.phase is Phase.IDLE or (self.phase is Phase.HEADERS and not self.received):
            # Nothing was asked: browsers open connections that they may need.
            self.transport.close()
            return
        self._tell("client_too_slow")
        self._refuse(SLOW)

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
        """The client has not read enough: from now on it has `answer_seconds`."""
        super().pause_writing()
        self.stalled_since = self.loop.time()

    def resume_writing(self) -> None:
        """It has read on."""
        super().resume_writing()
        self.stalled_since = None

    def _refuse(self, answer: bytes) -> None:
        """Answers and closes, unless another answer has begun."""
        if self.refused:
            return
        self.refused = True
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(answer)
        self._unset_keepalive_if_required()
        self.transport.close()

    def _tell(self, what: str) -> None:
        log.info(what, client=self.client[0] if self.client else "", phase=self.phase.value)
