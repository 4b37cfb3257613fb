"""The processes of `stallage serve`: answer requests, run background jobs, or both.

When the stored settings change, a supervised process asks to be replaced. A process without a supervisor
starts its application again on the same socket: connections that arrive meanwhile wait in its queue. While
an archive is imported, another application answers, and no jobs run.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import FrameType

import uvicorn
from fastapi import FastAPI

from stallage import asgi, importing
from stallage.archive.operations.import_state import is_import_pending
from stallage.bounded_protocol import BoundedProtocol
from stallage.core.tracing import active
from stallage.core.worker import Worker
from stallage.doctor import provide_checks
from stallage.heartbeats import sending_heartbeats
from stallage.process import OpenDatabase, open_runtime
from stallage.reloading import watch_for_restart
from stallage.settings import Settings
from stallage.stopping import Deadline


class AddressTaken(Exception):
    """The address to listen on is not available."""


def listener_at(host: str, port: int) -> socket.socket:
    """Bind a socket; it listens once a server runs on it. Raises AddressTaken."""
    try:
        # asyncio sets TCP_NODELAY, which sends small responses at once, only for a named protocol.
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol or socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listener.bind(address)
    except OSError as error:
        reason = error.strerror or str(error)
        raise AddressTaken(
            f"Cannot listen on port {port} of {host}: {reason}. Choose another one with --port."
        ) from error
    return listener


Watch = Callable[[Callable[[], None]], Awaitable[None]]
"""Calls its argument when the application has to start again."""


class _Server(uvicorn.Server):
    """Reports when it is ready, and stops the worker as soon as a signal arrives."""

    def __init__(
        self,
        config: uvicorn.Config,
        app: FastAPI,
        watch: Watch,
        *,
        on_ready: Callable[[], None],
        on_stop: Callable[[], None],
        request_replacement: Callable[[], None] | None,
    ) -> None:
        super().__init__(config)
        self._app = app
        self._watch = watch
        self._on_ready = on_ready
        self._on_stop = on_stop
        self._request_replacement = request_replacement
        self._loop: asyncio.AbstractEventLoop | None = None
        self._watching: asyncio.Future[None] | None = None
        self.restarts = False
        """Whether it ends only to start again with new settings."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        if self.started:
            on_change = self._request_replacement or self._restart
            self._watching = asyncio.ensure_future(self._watch(on_change))
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._watching is not None:
            self._watching.cancel()
        await super().shutdown(sockets)

    def _restart(self) -> None:
        self.restarts = True
        self.should_exit = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.restarts = False
        super().handle_exit(sig, frame)
        self._on_stop()
        worker: Worker | None = getattr(self._app.state, "worker", None)
        if worker is not None and self._loop is not None:
            # Jobs get the same time to finish as requests.
            self._loop.call_soon_threadsafe(worker.stop)


def serve_requests(
    settings: Settings,
    database: OpenDatabase,
    listener: socket.socket,
    *,
    with_worker: bool,
    on_ready: Callable[[], None] = lambda: None,
    request_replacement: Callable[[], None] | None = None,
) -> None:
    """Answer requests until a signal arrives. Raises SystemExit(1) if the server cannot start.

    `request_replacement` asks the supervisor for a new process when the stored settings have changed.
    Without it, the application starts again in this process.
    """
    os.environ["STALLAGE_DATABASE_URL"] = database.dsn
    deadline = Deadline(settings.graceful_stop_seconds, database.stop)
    restarts = True

    def on_stop() -> None:
        deadline.begin()
        # An open socket would let clients wait in vain.
        listener.close()

    try:
        while restarts:
            app, watch = _application(settings, database.dsn, with_worker=with_worker)
            server = _Server(
                _config(app, settings),
                app,
                watch,
                on_ready=on_ready,
                on_stop=on_stop,
                request_replacement=request_replacement,
            )
            # The server closes its sockets when it ends; this one stays open for the next.
            server.run(sockets=[listener.dup()])
            if not server.started:
                raise SystemExit(1)
            restarts = server.restarts
    finally:
        deadline.cancel()


def _application(settings: Settings, dsn: str, *, with_worker: bool) -> tuple[FastAPI, Watch]:
    """Return the shop, or what takes its place during an import, and how it notices that this is over."""
    if is_import_pending(settings.data_dir):

        async def watch_import(on_change: Callable[[], None]) -> None:
            await importing.until_imported(settings.data_dir)
            on_change()

        return importing.application(Settings(), dsn), watch_import
    app = asgi.application() if with_worker else asgi.without_worker()

    async def watch_shop(on_change: Callable[[], None]) -> None:
        await watch_for_restart(app.state.runtime, on_change)

    return app, watch_shop


def _config(app: FastAPI, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        loop="uvloop",
        http=BoundedProtocol,
        lifespan="on",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=settings.graceful_stop_seconds,
    )


def run_jobs(
    settings: Settings,
    database: OpenDatabase,
    *,
    on_ready: Callable[[], None] = lambda: None,
    request_replacement: Callable[[], None] | None = None,
) -> None:
    """Run background jobs only, until a signal arrives. See `serve_requests`."""
    deadline = Deadline(settings.graceful_stop_seconds, database.stop)
    restarts = True

    async def work() -> None:
        nonlocal restarts
        restarts = False
        async with open_runtime(settings, database.dsn) as runtime:
            provide_checks(runtime, settings)
            worker = Worker(runtime)

            def stop() -> None:
                nonlocal restarts
                restarts = False
                deadline.begin()
                worker.stop()

            def restart() -> None:
                nonlocal restarts
                restarts = True
                worker.stop()

            loop = asyncio.get_running_loop()
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(number, stop)
            watching = asyncio.create_task(
                watch_for_restart(runtime, request_replacement or restart)
            )
            on_ready()
            try:
                async with sending_heartbeats(runtime, "worker"):
                    await worker.run()
            finally:
                watching.cancel()
                if tracing := active():
                    await asyncio.to_thread(tracing.flush)

    try:
        while restarts:
            if is_import_pending(settings.data_dir):
                restarts = asyncio.run(_idle(settings.data_dir, on_ready, request_replacement))
                # The import may have replaced the shop's key.
                settings = Settings()
            else:
                asyncio.run(work())
    finally:
        deadline.cancel()


async def _idle(
    data_dir: Path, on_ready: Callable[[], None], request_replacement: Callable[[], None] | None
) -> bool:
    """Do nothing during an import; return whether it has ended, or else a signal has arrived."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    on_ready()
    stopping = asyncio.create_task(stopped.wait())
    imported = asyncio.create_task(importing.until_imported(data_dir))
    await asyncio.wait((stopping, imported), return_when=asyncio.FIRST_COMPLETED)
    if request_replacement is not None and not stopped.is_set():
        request_replacement()
        await stopping
    return not stopped.is_set()
