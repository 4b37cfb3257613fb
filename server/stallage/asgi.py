"""ASGI entry points for uvicorn."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from stallage.app import create
from stallage.settings import Settings
from stallage.tracing import configure_logs

NEW_OBJECTS = 10_000
"""After how many new objects the garbage collector looks. Reference counting frees what requests leave.

With Python's 700, checkouts of 64 shoppers brought a full collection every two seconds, which found nothing
and stopped the process for as long as ten requests take.
"""


def application() -> FastAPI:
    """Create the shop with a worker in the same process."""
    return _create(with_worker=True)


def without_worker() -> FastAPI:
    """Create the shop without a worker, for use with `stallage worker`."""
    return _create(with_worker=False)


def _create(*, with_worker: bool) -> FastAPI:
    # An earlier application of this process, which has ended.
    gc.unfreeze()
    settings = Settings()
    configure_logs(settings)
    # Creating it leaves no garbage, and looking for it takes a quarter of the time.
    gc.disable()
    try:
        app = create(settings, with_worker=with_worker)
    finally:
        gc.enable()
    _freeze_objects()
    start = app.router.lifespan_context

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with start(app):
            _freeze_objects()
            gc.set_threshold(NEW_OBJECTS)
            yield

    app.router.lifespan_context = lifespan
    return app


def _freeze_objects() -> None:
    """Let the garbage collector skip all objects that there are.

    Routes, schemas and what is read at the start live as long as the process. To traverse them takes
    as long as a hundred requests.
    """
    gc.collect()
    gc.freeze()
