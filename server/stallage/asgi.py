"""ASGI entry points for uvicorn."""

from __future__ import annotations

import gc

from fastapi import FastAPI

from stallage.app import create
from stallage.settings import Settings
from stallage.tracing import configure_logs


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
    # Routes and schemas live as long as the process. Frozen, they are not traversed by the garbage
    # collector, which would take as long as a hundred requests.
    gc.collect()
    gc.freeze()
    return app
