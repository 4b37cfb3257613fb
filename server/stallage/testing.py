"""A running shop for tests, of Stallage and of plug-ins: a real server, database and outbox.

Uvicorn listens on a free loopback port. Background work runs when the test says so.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit, urlunsplit

import asyncpg
import httpx
import orjson
import uvicorn

from stallage.app import create
from stallage.core.db import Database
from stallage.core.embedded import start_disposable
from stallage.core.runtime import Runtime
from stallage.core.worker import Worker
from stallage.migrations import migrate
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.search.index.updates import CHANNEL, NOTIFY, catch_up, search_engine_of
from stallage.settings import Settings

POLL_SECONDS = 0.002
PATIENCE_SECONDS = 120
"""How long a test waits for a response: a slow machine is not a failure."""


@dataclass
class Shop:
    """A client of a running shop, and access to its internals."""

    url: str
    client: httpx.AsyncClient
    runtime: Runtime

    @property
    def database(self) -> Database:
        """The server's own pool."""
        return self.runtime.database

    def outbox(self) -> list[dict[str, Any]]:
        """Return the messages written so far, oldest first."""
        folder = self.runtime.settings.data_dir / "outbox"
        return [orjson.loads(path.read_bytes()) for path in sorted(folder.glob("[!.]*.json"))]

    def message(self, kind: str) -> dict[str, Any]:
        """Return the newest message of a kind. Messages of several jobs have no fixed order."""
        return [message for message in self.outbox() if message["kind"] == kind][-1]

    async def work(self) -> None:
        """Run all due jobs and update the search index. A test's shop has no worker of its own."""
        await Worker(self.runtime).drain()
        await catch_up(search_engine_of(self.runtime), self.database)
        cache: CatalogCache | None = self.runtime.services.get("catalog")
        if cache is not None and cache.listening:
            await self.see_changes(cache)

    async def see_changes(self, cache: CatalogCache) -> None:
        """Wait until the server's cache has processed all notifications of the database so far.

        Notifications arrive in the order of commits, so a new one is processed after all earlier ones.
        It is sent again until it arrives: whoever reconnects meanwhile misses it.
        """
        probe = f"pages:-{secrets.token_hex(4)}"
        async with asyncio.timeout(PATIENCE_SECONDS):
            while probe not in cache.recent_notifications:
                async with self.database.reading() as connection:
                    await connection.execute(NOTIFY, CHANNEL, probe)
                with suppress(TimeoutError):
                    await asyncio.wait_for(_until(lambda: probe in cache.recent_notifications), 1)
            cache.stock_log.read_soon()
            await _until(lambda: not cache.is_reading)

    async def output(self, method: str, path: str, **arguments: Any) -> Any:
        """Send a request and return the output; fails the test if the response is an error."""
        response = await self.client.request(method, path, **arguments)
        body = response.json()
        assert response.status_code in (200, 201), f"{response.status_code}: {body}"
        assert body["status"] is True
        return body["output"]

    async def error(self, method: str, path: str, **arguments: Any) -> tuple[int, dict[str, Any]]:
        """Send a request and return status and error; fails the test if the response is not an error."""
        response = await self.client.request(method, path, **arguments)
        body = response.json()
        assert response.status_code >= 400, body
        assert body["status"] is False
        assert body["output"] is None
        return response.status_code, body["error"]


async def _until(condition: Callable[[], bool]) -> None:
    while not condition():  # noqa: ASYNC110 - nothing sets an event for it
        await asyncio.sleep(POLL_SECONDS)


@asynccontextmanager
async def running_shop(
    settings: Settings, protocol: type[asyncio.Protocol] | None = None
) -> AsyncIterator[Shop]:
    """Serve a shop while the context lasts. Jobs wait for `Shop.work`, so tests decide when they run.

    Without a `protocol`, connections have no bounds.
    """
    # asyncio only sets TCP_NODELAY on sockets created with IPPROTO_TCP; without it, responses are
    # delayed by 40 ms.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    if "public_url" not in settings.model_fields_set:
        # Payment webhooks are sent to this URL.
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
    serving = asyncio.create_task(_serve(server, listener))
    try:
        ready = asyncio.create_task(server.ready.wait())
        await asyncio.wait({ready, serving}, return_when=asyncio.FIRST_COMPLETED)
        ready.cancel()
        if serving.done():
            serving.result()
        # There is no TLS to verify, and loading the certificates takes longer than most tests.
        async with httpx.AsyncClient(
            base_url=url, timeout=PATIENCE_SECONDS, trust_env=False, verify=False
        ) as client:
            yield Shop(url, client, app.state.runtime)
    finally:
        server.shutdown_requested.set()
        await serving


class _Server(uvicorn.Server):
    """Sets an event when it has started and shuts down at once, for both of which uvicorn waits 0.1 s."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = asyncio.Event()
        self.shutdown_requested = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()

    async def main_loop(self) -> None:
        await self.on_tick(0)
        await self.shutdown_requested.wait()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        for listener in sockets or []:
            listener.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        # Responses that are being sent end first.
        while self.server_state.connections or self.server_state.tasks:  # noqa: ASYNC110 - uvicorn sets no event
            await asyncio.sleep(0.001)
        await self.lifespan.shutdown()


async def _serve(server: uvicorn.Server, listener: socket.socket) -> None:
    """Serve. A server that cannot start fails the test instead of ending the whole run."""
    try:
        await server.serve(sockets=[listener])
    except SystemExit as error:
        raise RuntimeError("the shop did not start; see its log") from error
    finally:
        # Already closed unless the server failed to start.
        listener.close()


class OpenShop(Protocol):
    """Opens an empty shop; `settings` are fields of `Settings`."""

    def __call__(self, folder: Path, **settings: Any) -> AbstractAsyncContextManager[Shop]: ...


@contextmanager
def shops(folder: Path) -> Iterator[OpenShop]:
    """A PostgreSQL for a whole test run. Each shop that it opens has a migrated database of its own.

    async with open_shop(tmp_path, otp_seconds=60) as shop: ...
    """
    server = start_disposable(folder / "postgres")
    template = "template_of_tests"
    try:
        asyncio.run(_execute(server.dsn(), f"CREATE DATABASE {template}"))
        migrate(_with_database(server.dsn(), template))

        @asynccontextmanager
        async def open_shop(folder: Path, **settings: Any) -> AsyncIterator[Shop]:
            name = f"test_{secrets.token_hex(6)}"
            # The default strategy takes more than twice as long for many small tables.
            copy = f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY"
            await _execute(server.dsn(), copy)
            values = {"log_level": "error", "search_seconds": 0, **settings}
            dsn = _with_database(server.dsn(), name)
            async with running_shop(
                Settings(data_dir=folder / "data", database_url=dsn, **values)
            ) as shop:
                yield shop
            await _execute(server.dsn(), f"DROP DATABASE {name} WITH (FORCE)")

        yield open_shop
    finally:
        server.stop()


def _with_database(dsn: str, name: str) -> str:
    return urlunsplit(urlsplit(dsn)._replace(path=f"/{name}"))


async def _execute(dsn: str, statement: str) -> None:
    connection = await asyncpg.connect(dsn)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()
