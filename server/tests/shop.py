"""A running shop: uvicorn on a free loopback port, its database, its outbox, its background work."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import orjson
import uvicorn

from stallage.app import create
from stallage.core.db import Database
from stallage.core.runtime import Runtime
from stallage.core.worker import Worker
from stallage.settings import Settings


@dataclass
class Shop:
    """What a test does to a shop from the outside, and what it may look at inside."""

    url: str
    client: httpx.AsyncClient
    runtime: Runtime

    @property
    def database(self) -> Database:
        """The server's own pool."""
        return self.runtime.database

    def outbox(self) -> list[dict[str, Any]]:
        """Messages written so far, oldest first."""
        folder = self.runtime.settings.data_dir / "outbox"
        return [orjson.loads(path.read_bytes()) for path in sorted(folder.glob("[!.]*.json"))]

    async def work(self) -> None:
        """Runs the background work that is due now. The shop of a test has no worker of its own."""
        await Worker(self.runtime).drain()

    async def output(self, method: str, path: str, **arguments: Any) -> Any:
        """Calls and returns the output; fails the test where the call refused."""
        response = await self.client.request(method, path, **arguments)
        body = response.json()
        assert response.status_code in (200, 201), f"{response.status_code}: {body}"
        assert body["status"] is True
        return body["output"]

    async def refusal(self, method: str, path: str, **arguments: Any) -> tuple[int, dict[str, Any]]:
        """Calls and returns the status and error; fails the test where the call did not refuse."""
        response = await self.client.request(method, path, **arguments)
        body = response.json()
        assert response.status_code >= 400, body
        assert body["status"] is False
        assert body["output"] is None
        return response.status_code, body["error"]


@asynccontextmanager
async def running_shop(
    settings: Settings, protocol: type[asyncio.Protocol] | None = None
) -> AsyncIterator[Shop]:
    """Serves a shop until the context ends. Jobs wait for `Shop.work`, so tests decide when.

    Without a `protocol`, connections have no bounds.
    """
    # The protocol is named so that asyncio sends small answers at once: it leaves a socket alone
    # that does not say that it is TCP, and the kernel then holds an answer's body back for 40 ms.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    if "public_url" not in settings.model_fields_set:
        # The shop's own address is the real one: payment notices come back to it over HTTP.
        settings = settings.model_copy(update={"public_url": url})
    app = create(settings, with_worker=False)
    server = _Server(
        uvicorn.Config(
            app,
            http=protocol or "auto",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            lifespan="on",
        )
    )
    serving = asyncio.create_task(_serving(server, listener))
    try:
        while not server.started:
            if serving.done():
                serving.result()
            await asyncio.sleep(0.005)
        # There is nothing to verify, and reading what to verify by takes longer than most tests.
        async with httpx.AsyncClient(
            base_url=url, timeout=30, trust_env=False, verify=False
        ) as client:
            yield Shop(url, client, app.state.runtime)
    finally:
        server.told_to_end.set()
        await serving


class _Server(uvicorn.Server):
    """Ends as soon as it is told to; uvicorn's own looks for that ten times a second."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.told_to_end = asyncio.Event()

    async def main_loop(self) -> None:
        await self.on_tick(0)
        await self.told_to_end.wait()


async def _serving(server: uvicorn.Server, listener: socket.socket) -> None:
    """Serves; a server that cannot start fails the test rather than end the whole run."""
    try:
        await server.serve(sockets=[listener])
    except SystemExit as exit_of_server:
        raise RuntimeError("the shop has not started; its log says why") from exit_of_server
    finally:
        # The server has closed it, unless it never came so far.
        listener.close()
