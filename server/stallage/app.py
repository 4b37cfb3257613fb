"""Builds the ASGI application from the features.

Uvicorn calls `create()` in each of its processes. The database's address is in
`STALLAGE_DATABASE_URL`; for the embedded database, the command that started the process has set it.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache

from fastapi import APIRouter, FastAPI
from fastapi.middleware.asyncexitstack import AsyncExitStackMiddleware
from fastapi.routing import APIRoute, iter_route_contexts
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.routing import BaseRoute
from starlette.types import ASGIApp

from stallage import __version__, doctor, health, metrics, openapi, readiness, shell
from stallage.core import http
from stallage.core.db_replicas import ReplicatedDatabase, position_of
from stallage.core.envelope import error_responses
from stallage.core.errors import (
    InvalidFields,
    MalformedBody,
    MethodNotAllowed,
    NotAcceptable,
    NotReady,
    TooLarge,
    UnsupportedType,
)
from stallage.core.exact_paths import ExactPaths
from stallage.core.operation_ids import operation_id
from stallage.core.pacing import Pacing
from stallage.core.positions import PositionMiddleware
from stallage.core.proxies import UntrustedProxyMonitor
from stallage.core.security_headers import security_headers
from stallage.core.tracing import active
from stallage.core.worker import Worker
from stallage.exposure import refuse_exposure
from stallage.features import parts
from stallage.heartbeats import sending_heartbeats
from stallage.no_script import routes as no_script
from stallage.plugins.conflicts import verify_plugins
from stallage.plugins.installed import installed_plugins, load
from stallage.process import open_runtime
from stallage.rendering.rendered_pages import open_rendered_pages
from stallage.settings import Settings
from stallage.shell.client import Client

DESCRIPTION = """
Every answer is `{"status", "output", "error"}`. Money is an integer in the minor unit with its
currency; times are UTC. See the documentation for sign-in, paging and idempotency.
"""

COMMON_RESPONSES = error_responses(
    MalformedBody,
    MethodNotAllowed,
    NotAcceptable,
    TooLarge,
    UnsupportedType,
    InvalidFields,
    NotReady,
)
"""Errors that every operation may answer with."""


def body_rules() -> http.BodyRules:
    """Collect the paths whose request bodies are not JSON from all features."""
    routes = parts("routes") + parts("admin_routes")
    return http.BodyRules(
        frozenset(path for part in routes for path in getattr(part, "UPLOAD_PATHS", ())),
        frozenset(path for part in routes for path in getattr(part, "LARGE_UPLOAD_PATHS", ())),
        (
            no_script.PREFIX,
            *(prefix for part in routes for prefix in getattr(part, "RAW_BODY_PREFIXES", ())),
        ),
    )


def _tags_of_plugins() -> list[dict[str, str]] | None:
    """Return an OpenAPI tag for each plug-in, described by its package's docstring."""
    return [
        {"name": plugin.name, "description": inspect.getdoc(load(plugin)) or ""}
        for plugin in installed_plugins()
    ] or None


def _routers() -> list[APIRouter]:
    """Return the routers of all features. Routes are tried in this order: the most frequent come first."""
    shop = parts("routes")
    return [
        *(part.priority_router for part in shop if hasattr(part, "priority_router")),
        *(
            part.router
            for part in shop
            if getattr(part, "priority_router", None) is not part.router
        ),
        *(part.router for part in parts("admin_routes")),
        health.router,
        metrics.router,
        readiness.router,
    ]


@cache
def prepared_routes() -> tuple[BaseRoute, ...]:
    """Return the routes of all features, prepared once in a process.

    FastAPI analyses a route again when its router is included in another one, and does so for the first
    request that reaches it: for hundreds of routes, that takes seconds. So the routes themselves are used,
    except those of plug-ins' routers that include others.
    """
    every = APIRouter(generate_unique_id_function=operation_id, responses=COMMON_RESPONSES)
    for router in _routers():
        direct = [route for route in router.routes if isinstance(route, APIRoute)]
        if len(direct) < len(router.routes):
            every.include_router(router)
            continue
        for route in direct:
            route.unique_id = route.operation_id or operation_id(route)
            route.responses = {**COMMON_RESPONSES, **route.responses}
        every.routes.extend(direct)
    for _ in iter_route_contexts(every.routes):
        pass
    return tuple(every.routes)


class _Shop(FastAPI):
    """FastAPI without middleware that every request would pass, and for which the shop has its own.

    `RequestMiddleware` limits bodies and answers unexpected errors, and routes close their own files.
    """

    def build_middleware_stack(self) -> ASGIApp:
        """Return the router in the shop's middleware."""
        app: ASGIApp = ExactPaths(AsyncExitStackMiddleware(self.router), self.router.routes)
        app = ExceptionMiddleware(app, handlers=self.exception_handlers)
        for kind, arguments, options in reversed(self.user_middleware):
            app = kind(app, *arguments, **options)
        return app


def create(settings: Settings | None = None, *, with_worker: bool = True) -> FastAPI:
    """Create the application. Without a worker, jobs wait for `stallage worker`."""
    chosen = settings or Settings()
    verify_plugins()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with open_runtime(chosen, chosen.database_url) as runtime, AsyncExitStack() as opened:
            async with runtime.database.reading() as connection:
                await refuse_exposure(connection, runtime.settings)
            app.state.runtime = runtime
            if isinstance(runtime.database, ReplicatedDatabase):
                replicas = runtime.database.watching_replicas(chosen.database_replica_url)
                await opened.enter_async_context(replicas)
            doctor.provide_checks(runtime, chosen)
            app.state.proxies = UntrustedProxyMonitor(runtime.database)
            for part in parts("startup"):
                await opened.enter_async_context(part.opened(runtime))
            await opened.enter_async_context(open_rendered_pages(app, runtime, Client().build))
            await opened.enter_async_context(metrics.writing_requests(runtime))
            role = "web and worker" if with_worker else "web"
            await opened.enter_async_context(sending_heartbeats(runtime, role))
            if tracing := active():
                opened.push_async_callback(asyncio.to_thread, tracing.flush)
            queue = runtime.database.fair_queue
            pacing = Pacing(lambda: queue.is_busy)
            app.state.worker = Worker(runtime, pacing=pacing) if with_worker else None
            if app.state.worker is None:
                yield
                return
            working = asyncio.create_task(app.state.worker.run())
            try:
                yield
            finally:
                app.state.worker.stop()
                # The worker cancels its jobs in time; `stopping.Deadline` ends hanging threads.
                await working

    app = _Shop(
        title="Stallage",
        version=__version__,
        description=DESCRIPTION,
        openapi_tags=_tags_of_plugins(),
        lifespan=lifespan,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        separate_input_output_schemas=False,
        generate_unique_id_function=operation_id,
        responses=COMMON_RESPONSES,
        # Stallage sends none, and looking for its settings takes time in each request.
        telemetry={"tracing": False, "metrics": False, "logs": False, "auto_configure": False},
    )
    http.install(app, security_headers(chosen.public_url), body_rules())
    if chosen.database_replica_url:
        is_secure = chosen.public_url.startswith("https:")
        app.add_middleware(PositionMiddleware, position=position_of, secure=is_secure)
    app.router.routes.extend(prepared_routes())
    openapi.install(app)
    no_script.install(app)
    shell.install(app)
    if tracing := active():
        # After the others, so that it is the outermost one.
        app.add_middleware(tracing.traced_app)
    return app
