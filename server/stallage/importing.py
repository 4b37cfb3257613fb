"""The application that takes the shop's place while an archive is imported.

It answers only what needs no database: the back office's files, and the progress of the import for whoever
started it. Everything else is answered with 503. Meanwhile one process runs the import.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated

import structlog
from fastapi import APIRouter, FastAPI, Header, Request
from fastapi.responses import Response
from starlette.types import Receive, Scope, Send

from stallage.archive.gateway_calls.imports import run_pending_import
from stallage.archive.operations.import_state import is_import_pending, read_state
from stallage.archive.queries.imports import import_progress
from stallage.archive.schemas import ArchiveImportProgress
from stallage.core import http
from stallage.core.envelope import Answer, answer
from stallage.core.errors import NotReady
from stallage.core.security_headers import security_headers
from stallage.health import Health
from stallage.operators.dependencies import PREFIX
from stallage.settings import Settings
from stallage.shell.files import BackOfficeFiles

log = structlog.get_logger(__name__)

POLL_SECONDS = 0.5
MESSAGE = "The shop is temporarily unavailable. Please try again in a few minutes."
PAGE = f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Unavailable</title>
<style>body{{font:18px/1.6 system-ui;max-width:34em;margin:20vh auto;padding:0 1em}}</style>
<p>{MESSAGE}</p>
"""


def application(settings: Settings, dsn: str) -> FastAPI:
    """Create the application. While it runs, it imports the archive that waits for it."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.settings = settings
        app.state.proxies = _NoMonitor()
        importing = asyncio.create_task(run_pending_import(settings, dsn))
        try:
            yield
        finally:
            importing.cancel()
            await asyncio.gather(importing, return_exceptions=True)

    app = FastAPI(lifespan=lifespan, openapi_url=None, redirect_slashes=False)
    http.install(app, security_headers(settings.public_url))
    app.include_router(router)
    app.router.default = _Unavailable()
    return app


async def until_imported(data_dir: Path) -> None:
    """Wait until no import is pending any more."""
    while await asyncio.to_thread(is_import_pending, data_dir):  # noqa: ASYNC110 - another process
        await asyncio.sleep(POLL_SECONDS)


class _NoMonitor:
    """Untrusted proxies are reported when the shop runs again."""

    def check(self, request: Request) -> None:
        """Do nothing."""


router = APIRouter()


@router.get("/healthz", response_model=Answer[Health])
async def lives() -> Answer[Health]:
    """Answer as long as the process runs."""
    return answer(Health(ok=True))


@router.get(f"{PREFIX}/archive-import/progress", response_model=Answer[ArchiveImportProgress])
async def get_progress(
    request: Request,
    token: Annotated[str, Header(alias="Import-Token", max_length=100)] = "",
) -> Answer[ArchiveImportProgress]:
    """How far the import is."""
    state = await asyncio.to_thread(read_state, request.app.state.settings.data_dir)
    return answer(import_progress(state, token))


class _Unavailable:
    """Handles all other requests."""

    def __init__(self) -> None:
        self._files = BackOfficeFiles()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        request = Request(scope, receive)
        await (self._answer(request))(scope, receive, send)

    def _answer(self, request: Request) -> Response:
        path = request.scope["path"]
        if path.startswith("/api/") or request.method not in ("GET", "HEAD"):
            raise NotReady(MESSAGE)
        found = self._files.find(request, request.app.state.settings.client_dir)
        if found is not None:
            return found
        headers = {"Retry-After": "60", "Cache-Control": "no-store"}
        return Response(PAGE, NotReady.status, media_type="text/html", headers=headers)
