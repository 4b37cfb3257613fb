"""Answer every address that no call answers: pages, the client's files, pictures."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

import asyncpg
import structlog
from fastapi import Request
from fastapi.responses import Response
from starlette.types import Receive, Scope, Send

from stallage.core.errors import MethodNotAllowed, NotFound, NotReady
from stallage.core.media import Form, Media, Rendition, rendition_width
from stallage.core.picture_queue import PictureQueue
from stallage.core.public import LONG_CACHE, SHORT_CACHE, public_response
from stallage.core.runtime import Runtime, runtime_of
from stallage.head.pages import Found, bare, page_at
from stallage.search.cache.catalog_cache import catalog_cache_of
from stallage.shell.client import IMMUTABLE, Build, Client, File
from stallage.shell.headers import page_headers

log = structlog.get_logger("stallage.shell")

CALLS = ("/api/", "/auth/", "/payments/", "/customer/", "/wishlist/")
"""Where nothing but calls is; what is not there is said in the envelope."""

READ_AT_ONCE = 4
"""Pictures being read from the storage."""

PICTURES_AT_ONCE = 2
"""Renditions being made; the rest wait rather than take all processors and memory from the calls."""

WAITING = 200
"""Renditions that somebody waits for; who comes after is told to come again."""

WAITING_SECONDS = 15

AWAITED_AT_ONCE = 500
"""Renditions that wait to be made; what comes above is made when it is asked for again."""

FOR_NOW = "public, max-age=60"
"""For a rendition in whose place a better one comes soon."""

NO_BUILD = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Stallage</title>
<style>body{font:18px/1.6 system-ui;max-width:34em;margin:20vh auto;padding:0 1em}</style>
<h1>The client is missing</h1>
<p>The shop's API works already. Run <code>stallage doctor</code>, which says how to add the client, and load
this page again.</p>
"""


class Shell:
    """The router's default."""

    def __init__(self) -> None:
        self._client = Client()
        # Threads of its own: each that ever encodes a picture keeps some megabytes for the next.
        self._reading = ThreadPoolExecutor(READ_AT_ONCE, "pictures-read")
        self._making = PictureQueue(
            "pictures",
            threads=PICTURES_AT_ONCE,
            waiting=WAITING,
            per_owner=WAITING,
            seconds=WAITING_SECONDS,
        )
        self._later = ThreadPoolExecutor(1, "pictures-later")
        self._awaited: set[tuple[str, int]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        path: str = scope["path"]
        if path.startswith(CALLS):
            raise NotFound
        if scope["method"] != "GET":
            raise MethodNotAllowed(headers={"Allow": "GET, HEAD"})
        request = Request(scope, receive)
        response = await self._answer(request, path)
        await response(scope, receive, send)

    async def _answer(self, request: Request, path: str) -> Response:
        runtime = runtime_of(request)
        if path.startswith("/media/"):
            return await self._picture(request, runtime, path)
        build = self._client.build(runtime.settings.client_dir)
        if build is None:
            return Response(NO_BUILD, 503, media_type="text/html", headers={"Retry-After": "30"})
        file = build.files.get(path)
        if file is not None:
            return _file_response(request, file)
        if path.startswith("/assets/"):
            # A script of an older build: a page in its place would only confuse the browser.
            return _missing()
        return await self._page(request, runtime, build)

    async def _picture(self, request: Request, runtime: Runtime, path: str) -> Response:
        width = request.query_params.get("w", "")
        wanted = int(width) if width.isascii() and width.isdigit() and len(width) < 6 else None
        form: Form = "avif" if request.query_params.get("f") == "avif" else "webp"
        try:
            found = await self._rendition(runtime.media, path, wanted, form)
        except OSError as error:
            log.error("storage_failed", path=path, exc_info=error)
            return _missing(503)
        if found is None:
            return _missing()
        if not found.is_final and wanted is not None:
            self._make_later(runtime, path, wanted, form)
        # The name is the content's hash and widths are fixed, so name and width make the tag.
        etag = f'"{path.rpartition("/")[2].partition(".")[0]}-{len(found.content)}"'
        headers = {
            "ETag": etag,
            "Cache-Control": IMMUTABLE if found.is_final else FOR_NOW,
            "Cross-Origin-Resource-Policy": "cross-origin",
        }
        if path.endswith(".svg"):
            headers["Content-Security-Policy"] = (
                "sandbox; default-src 'none'; style-src 'unsafe-inline'"
            )
        if etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(found.content, media_type=found.kind, headers=headers)

    async def _rendition(
        self, media: Media, path: str, width: int | None, form: Form
    ) -> Rendition | None:
        """What to serve. What is ready waits for nothing that is being made."""
        found, is_there = await asyncio.get_running_loop().run_in_executor(
            self._reading, _look, media, path, width, form
        )
        if found is not None or width is None or not is_there:
            return found
        # Both forms are answered with WebP the first time, which is made once for all who wait.
        made = await self._making.run(
            partial(media.load_rendition, path, width), key=(path, rendition_width(width))
        )
        return made if made is None or form == "webp" else replace(made, is_final=False)

    def _make_later(self, runtime: Runtime, path: str, width: int, form: Form) -> None:
        """Has a rendition made while nobody waits, one after the other, and each once."""
        key = (path, rendition_width(width))
        if key in self._awaited or len(self._awaited) >= AWAITED_AT_ONCE:
            return
        self._awaited.add(key)

        def make() -> None:
            try:
                runtime.media.create_rendition(path, width, form)
            except Exception as error:
                # Nobody waits for it who could be told.
                log.error("rendition_failed", path=path, width=width, exc_info=error)
            finally:
                self._awaited.discard(key)

        self._later.submit(make)

    async def _page(self, request: Request, runtime: Runtime, build: Build) -> Response:
        address = request.scope.get("raw_path", b"").decode("latin-1") or request.scope["path"]
        query = request.scope["query_string"].decode("latin-1")
        found = await _found(request, runtime, f"{address}?{query}" if query else address)
        if found.moved_to is not None:
            location = f"{found.moved_to}?{query}" if query else found.moved_to
            headers = {"Location": location, "Cache-Control": LONG_CACHE}
            return Response(status_code=301, headers=headers)
        head = found.markup + found.icon
        body = build.page(request.scope["path"], head, runtime.settings.locale)
        headers = page_headers(runtime.settings)
        if found.status == 200:
            response = public_response(
                request, body, cache_control=SHORT_CACHE, media_type="text/html"
            )
        else:
            response = Response(body, found.status, media_type="text/html")
            response.headers["Cache-Control"] = "no-store"
        response.headers.update(headers)
        response.headers.add_vary_header("Accept")
        return response


def _look(media: Media, path: str, width: int | None, form: Form) -> tuple[Rendition | None, bool]:
    """What is ready to be served, and whether there is such a picture at all."""
    found = media.find_rendition(path, width, form)
    return found, found is not None or media.has(path)


async def _found(request: Request, runtime: Runtime, address: str) -> Found:
    """The head of an address. The client is sent even while the database is away: it says so."""
    try:
        return await page_at(runtime, catalog_cache_of(request), address)
    except NotReady:
        return bare(runtime.settings, status=503)
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError) as error:
        log.error("head_failed", exc_info=error)
        return bare(runtime.settings, status=503)


def _file_response(request: Request, file: File) -> Response:
    accepted = {
        part.split(";")[0].strip()
        for part in request.headers.get("accept-encoding", "").split(",")
        if "q=0" not in part.replace("q=0.", "")
    }
    encoding = next((one for one in ("br", "gzip") if one in accepted and one in file.bodies), "")
    etag = f'"{file.tag}-{encoding}"' if encoding else f'"{file.tag}"'
    headers = {"ETag": etag, "Cache-Control": file.cache_control, "Vary": "Accept-Encoding"}
    if etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if encoding:
        headers["Content-Encoding"] = encoding
    return Response(file.bodies[encoding], headers={**headers, "Content-Type": file.kind})


def _missing(status: int = 404) -> Response:
    headers = {"Cache-Control": "no-store"}
    if status == 404:
        return Response("Not found.", status, media_type="text/plain", headers=headers)
    headers["Retry-After"] = "2"
    return Response("Not available now.", status, media_type="text/plain", headers=headers)
