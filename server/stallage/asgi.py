"""What uvicorn calls in each of its processes."""

from __future__ import annotations

import gc

from fastapi import FastAPI

from stallage.app import create
from stallage.core import logs
from stallage.settings import Settings


def application() -> FastAPI:
    """The shop with its background work in the same process."""
    return _made(with_worker=True)


def without_worker() -> FastAPI:
    """The shop alone; `stallage worker` runs beside it."""
    return _made(with_worker=False)


def _made(*, with_worker: bool) -> FastAPI:
    settings = Settings()
    logs.configure(settings.log_format, settings.log_level)
    app = create(settings, with_worker=with_worker)
    # Routes and schemas live as long as the process. Kept out of the collector's sight they cannot
    # hold up a request: one look at all of them takes as long as a hundred requests.
    gc.collect()
    gc.freeze()
    return app
