"""Serves a stand-in, and causes network and server faults."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Literal

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from tests.waiting import until

Fault = Literal["down", "lost", "silent", "held", "nonsense", "busy", "refused"]
"""What happens to the next call.

`down`: not processed, server error; `lost`: processed, but the response is lost; `silent`: no response until
the caller disconnects; `held`: processed, `done` is set, and no response until the caller disconnects;
`nonsense`: the response is a web page; `busy`: rate limited; `refused`: a bad request.
"""


class StandIn:
    """A provider's server: its URL, the calls it received, and its next faults."""

    def __init__(self) -> None:
        self.url = ""
        self.calls: list[tuple[str, str]] = []
        """Method and path of each call."""
        self.headers: set[str] = set()
        """Names of all headers received."""
        self.done = asyncio.Event()
        """Set when a `held` call has been processed."""
        self._faults: list[Fault | None] = []

    def next(self, *faults: Fault | None) -> None:
        """Set the faults of the next calls; None for a call that succeeds."""
        self._faults.extend(faults)

    def clear_faults(self) -> None:
        """Remove the remaining faults."""
        self._faults.clear()

    def error(self, code: str, text: str) -> Response:
        """Return a bad request in this provider's format."""
        raise NotImplementedError

    async def _faulty(
        self, request: Request, act: Callable[[Request], Awaitable[Response]]
    ) -> Response:
        self.calls.append((request.method, request.url.path))
        self.headers.update(request.headers.keys())
        fault = self._faults.pop(0) if self._faults else None
        match fault:
            case "down":
                return JSONResponse({"error": {"code": "SERVER_ERROR"}}, status_code=503)
            case "lost":
                await act(request)
                return PlainTextResponse("", status_code=502)
            case "silent" | "held":
                if fault == "held":
                    await act(request)
                    self.done.set()
                while not await request.is_disconnected():
                    await request.receive()
                return PlainTextResponse("")
            case "nonsense":
                return PlainTextResponse("<html>Maintenance</html>")
            case "busy":
                return JSONResponse({"error": {"code": "rate_limit"}}, status_code=429)
            case "refused":
                return self.error("refused", "No.")
            case None:
                return await act(request)

    def faulty(
        self, act: Callable[[Request], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        """Wrap a route so that faults apply to it."""

        async def route(request: Request) -> Response:
            return await self._faulty(request, act)

        return route


@asynccontextmanager
async def served(app: Starlette) -> AsyncIterator[str]:
    """Serve an application on a free port of loopback, and yield its URL."""
    # With IPPROTO_TCP, asyncio sets TCP_NODELAY; see `tests/shop.py`.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    server = uvicorn.Server(
        uvicorn.Config(app, log_config=None, access_log=False, lifespan="off", timeout_keep_alive=1)
    )
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    await until(lambda: server.started or serving.done())
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        server.force_exit = True
        await serving
        listener.close()
