"""Serves a stand-in, and provokes what goes wrong between two machines."""

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

`down`: it is not done and answered with an error of the server's; `lost`: it is done and the answer is
lost; `silent`: nothing is answered until the caller has gone; `held`: it is done, `done` says so, and
nothing is answered until the caller has gone; `nonsense`: the answer is a web page;
`busy`: too many calls; `refused`: a bad request, for good.
"""


class StandIn:
    """A provider's server: its address, what was asked of it, what is to go wrong next."""

    def __init__(self) -> None:
        self.url = ""
        self.asked: list[tuple[str, str]] = []
        """Method and path of each call that has come."""
        self.headers: set[str] = set()
        """The names of all headers that have come."""
        self.done = asyncio.Event()
        """A call that is `held` has been done."""
        self._faults: list[Fault | None] = []

    def next(self, *faults: Fault | None) -> None:
        """Lets the coming calls go wrong, one fault each; None for one that goes well."""
        self._faults.extend(faults)

    def calm(self) -> None:
        """Nothing more goes wrong."""
        self._faults.clear()

    def error(self, code: str, text: str) -> Response:
        """A bad request as this provider says it."""
        raise NotImplementedError

    async def _faulty(
        self, request: Request, act: Callable[[Request], Awaitable[Response]]
    ) -> Response:
        self.asked.append((request.method, request.url.path))
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
        """A route that may go wrong."""

        async def route(request: Request) -> Response:
            return await self._faulty(request, act)

        return route


@asynccontextmanager
async def served(app: Starlette) -> AsyncIterator[str]:
    """Serves an application on a free port of loopback; its address."""
    # Named as TCP, or asyncio leaves the kernel's delay for small answers on; see `tests/shop.py`.
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
