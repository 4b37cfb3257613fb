"""Builds the ASGI application from the features.

Uvicorn calls `create()` in each of its processes. The database's address is in
`STALLAGE_DATABASE_URL`; for the embedded database, the command that started the process has set it.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

from fastapi import FastAPI
from fastapi.routing import APIRoute

from stallage import __version__, doctor, health, openapi, readiness, shell
from stallage.core import http
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
from stallage.core.packages import feature_of
from stallage.core.proxies import UntrustedProxyMonitor
from stallage.core.security_headers import security_headers
from stallage.core.worker import Worker
from stallage.exposure import refuse_exposure
from stallage.features import parts
from stallage.plugins.conflicts import verify_plugins
from stallage.plugins.installed import installed_plugins, load
from stallage.process import open_runtime
from stallage.settings import Settings

DESCRIPTION = """
Every answer is `{"status", "output", "error"}`. Money is an integer in the minor unit with its
currency; times are UTC. See the documentation for sign-in, paging and idempotency.
"""


def operation_id(route: APIRoute) -> str:
    """`place_order` in `stallage.checkout.routes` → `checkoutPlaceOrder`: stable in clients."""
    words = f"{feature_of(route.endpoint.__module__)}_{route.name}".split("_")
    return words[0] + "".join(word.capitalize() for word in words[1:])


def body_rules() -> http.BodyRules:
    """Collect the paths whose request bodies are not JSON from all features."""
    routes = parts("routes") + parts("admin_routes")
    return http.BodyRules(
        frozenset(path for part in routes for path in getattr(part, "UPLOAD_PATHS", ())),
        frozenset(path for part in routes for path in getattr(part, "LARGE_UPLOAD_PATHS", ())),
        tuple(prefix for part in routes for prefix in getattr(part, "RAW_BODY_PREFIXES", ())),
    )


def _tags_of_plugins() -> list[dict[str, str]] | None:
    """Return an OpenAPI tag for each plug-in, described by its package's docstring."""
    return [
        {"name": plugin.name, "description": inspect.getdoc(load(plugin)) or ""}
        for plugin in installed_plugins()
    ] or None


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
            # Features cannot import it: it checks all of them.
            runtime.services["doctor"] = partial(doctor.run_checks_at, chosen, runtime.database.dsn)
            app.state.proxies = UntrustedProxyMonitor(runtime.database)
            for part in parts("startup"):
                await opened.enter_async_context(part.opened(runtime))
            app.state.worker = Worker(runtime) if with_worker else None
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

    app = FastAPI(
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
        responses=error_responses(
            MalformedBody,
            MethodNotAllowed,
            NotAcceptable,
            TooLarge,
            UnsupportedType,
            InvalidFields,
            NotReady,
        ),
    )
    http.install(app, security_headers(chosen.public_url), body_rules())
    # Routes are tried in this order, so the most frequent ones come first.
    for routes in parts("routes"):
        if hasattr(routes, "priority_router"):
            app.include_router(routes.priority_router)
    for routes in parts("routes"):
        if getattr(routes, "priority_router", None) is not routes.router:
            app.include_router(routes.router)
    for routes in parts("admin_routes"):
        app.include_router(routes.router)
    app.include_router(health.router)
    app.include_router(readiness.router)

    openapi.install(app)

    shell.install(app)
    return app
