"""Handles all requests that no API route handles: pages, files of the client and pictures."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

import asyncpg
import structlog
from fastapi import Request
from fastapi.responses import Response
from starlette.types import Receive, Scope, Send

from stallage.core.clients import client_of
from stallage.core.errors import MethodNotAllowed, NotFound, NotReady
from stallage.core.media import Form, Media, Rendition, rendition_width
from stallage.core.picture_queue import PictureQueue
from stallage.core.public import SHORT_CACHE, encoding_for, public_response
from stallage.core.runtime import Runtime, runtime_of
from stallage.core.security_headers import Headers
from stallage.head.pages import RenderedHead, fallback_head, visited_head
from stallage.rendering.addresses import raw_path, rendered_address
from stallage.rendering.page_cache import PRIVATE, RenderedPage, pack, page_response
from stallage.rendering.rendered_pages import PageFrame, rendered_pages_of
from stallage.rendering.shown_cart import CART, read_shown_cart
from stallage.search.cache.catalog_cache import CatalogCache, catalog_cache_of
from stallage.search.cache.counted_searches import counted_searches_of
from stallage.settings import Settings
from stallage.shell.client import ASSETS, IMMUTABLE, RETRY_SECONDS, Build, Client
from stallage.shell.files import NO_BUILD, back_office_page, file_response, missing
from stallage.shell.headers import (
    PREVIEW_PARAMETER,
    page_headers,
    preview_headers,
    redirect_headers,
)
from stallage.shell.offline import OFFLINE_PATHS, offline_response
from stallage.shell.videos import video_response
from stallage.visits.cache import visit_counter_of

log = structlog.get_logger("stallage.shell")

API_PATHS = ("/api/", "/auth/", "/payments/", "/customer/", "/wishlist/")
"""Paths without pages; a 404 there is an API error."""


VIDEOS = (".mp4", ".webm")

MAX_READS = 4
"""Pictures read from storage at the same time."""

MAX_ENCODERS = 2
"""Renditions encoded at the same time; more would take CPU and memory from other requests."""

WAITING = 200
"""Requests that wait for a rendition; more get 503 with Retry-After."""

WAITING_SECONDS = 15

MAX_QUEUED = 500
"""Renditions queued for the background; others are encoded when they are requested again."""

TEMPORARY = "public, max-age=60"
"""For a rendition that will soon be replaced by a better one."""

UNAVAILABLE = 503
"""Status of a page whose head cannot be read."""


class _PageHeaders:
    """The headers of pages as bytes, remembered for as long as settings and build are the same."""

    def __init__(self) -> None:
        self._made: tuple[Settings, Build, Headers] | None = None

    def of(self, settings: Settings, build: Build) -> Headers:
        if self._made is None or self._made[0] is not settings or self._made[1] is not build:
            headers = page_headers(settings, build.script_hashes)
            raw = tuple((name.lower().encode(), value.encode()) for name, value in headers.items())
            self._made = (settings, build, raw)
        return self._made[2]


class Shell:
    """The default app of the router."""

    def __init__(self) -> None:
        self.client = Client()
        # Separate threads, because each thread that encodes a picture keeps some megabytes allocated.
        self._reading = ThreadPoolExecutor(MAX_READS, "pictures-read")
        self._encoding = PictureQueue(
            "pictures",
            threads=MAX_ENCODERS,
            waiting=WAITING,
            per_owner=WAITING,
            seconds=WAITING_SECONDS,
        )
        self._later = ThreadPoolExecutor(1, "pictures-later")
        self._queued: set[tuple[str, int]] = set()
        self._headers = _PageHeaders()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        path: str = scope["path"]
        if path.startswith(API_PATHS):
            raise NotFound
        if scope["method"] != "GET":
            raise MethodNotAllowed(headers={"Allow": "GET, HEAD"})
        request = Request(scope, receive)
        response = await self._answer(request, path)
        await response(scope, receive, send)

    async def _answer(self, request: Request, path: str) -> Response:
        runtime = runtime_of(request)
        if path.startswith("/media/"):
            return await self._media(request, runtime, path)
        build = self.client.build(runtime.settings.client_dir)
        if path in OFFLINE_PATHS:
            return await offline_response(request, runtime, build)
        if build is None:
            return Response(NO_BUILD, 503, media_type="text/html", headers={"Retry-After": "30"})
        file = build.files.get(path)
        if file is not None:
            return file_response(request, file)
        if path.startswith(ASSETS):
            # A script of an older build must not be answered with a page.
            return missing()
        if path == "/backoffice" or path.startswith("/backoffice/"):
            return back_office_page(build)
        return await self._page(request, runtime, build)

    async def _media(self, request: Request, runtime: Runtime, path: str) -> Response:
        try:
            if path.endswith(VIDEOS):
                found = await video_response(request, runtime.media, path, self._reading)
                return found or missing()
            return await self._picture(request, runtime, path)
        except OSError as error:
            log.error("storage_failed", path=path, exc_info=error)
            return missing(503)

    async def _picture(self, request: Request, runtime: Runtime, path: str) -> Response:
        width = request.query_params.get("w", "")
        pixels = int(width) if width.isascii() and width.isdigit() and len(width) < 6 else None
        form: Form = "avif" if request.query_params.get("f") == "avif" else "webp"
        found = await self._rendition(runtime.media, path, pixels, form)
        if found is None:
            return missing()
        if not found.is_final and pixels is not None:
            self._encode_later(runtime, path, pixels, form)
        # The name is a hash of the original; the length distinguishes its renditions.
        etag = f'"{path.rpartition("/")[2].partition(".")[0]}-{len(found.content)}"'
        headers = {
            "ETag": etag,
            "Cache-Control": IMMUTABLE if found.is_final else TEMPORARY,
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
        """The rendition to serve. Existing renditions do not wait for those being encoded."""
        found, is_there = await asyncio.get_running_loop().run_in_executor(
            self._reading, _find, media, path, width, form
        )
        if found is not None or width is None or not is_there:
            return found
        # The first response is WebP for both forms, encoded once for all waiting requests.
        rendition = await self._encoding.run(
            partial(media.load_rendition, path, width), key=(path, rendition_width(width))
        )
        if rendition is None or form == "webp":
            return rendition
        return replace(rendition, is_final=False)

    def _encode_later(self, runtime: Runtime, path: str, width: int, form: Form) -> None:
        """Encode a rendition in the background, one at a time and each only once."""
        key = (path, rendition_width(width))
        if key in self._queued or len(self._queued) >= MAX_QUEUED:
            return
        self._queued.add(key)

        def encode() -> None:
            try:
                runtime.media.create_rendition(path, width, form)
            except Exception as error:
                # No request waits for the result, so it is only logged.
                log.error("rendition_failed", path=path, width=width, exc_info=error)
            finally:
                self._queued.discard(key)

        self._later.submit(encode)

    async def _page(self, request: Request, runtime: Runtime, build: Build) -> Response:
        """A page, rendered if it is public; else with an empty body that the client fills."""
        if PREVIEW_PARAMETER in request.query_params:
            return await self._client_page(request, runtime, build)
        address = rendered_address(raw_path(request.scope), request.scope["query_string"])
        pages = rendered_pages_of(request)
        cache: CatalogCache | None = runtime.services.get("catalog")
        if address is None:
            return await self._client_page(request, runtime, build)
        if pages is None or cache is None:
            # The process starts or stops.
            return await self._client_page(request, runtime, build, is_late=True)
        sku_ids = read_shown_cart(request)
        page = None if sku_ids else pages.find(build, cache, address)
        if page is not None:
            return self._rendered(request, runtime, build, page, "cached")
        found = await _head_of(request, runtime)
        if found.status == UNAVAILABLE:
            before = pages.find_previous(address)
            if before is not None:
                return self._rendered(request, runtime, build, before, "stale")
        if found.status != 200:
            return _with_head(request, runtime, build, found)
        frame = PageFrame(
            build=build,
            path=request.scope["path"],
            head=_markup_of(found),
            language=runtime.settings.locale,
            with_font=found.loads_font,
            menus=found.menus,
        )
        if sku_ids:
            html = await pages.render_cart(request, frame, sku_ids)
            if html is not None:
                return await self._cart(request, runtime, build, html)
        renewed = await pages.renew(request, cache, address, frame)
        if renewed is None:
            is_late = pages.can_render(build)
            return _with_head(request, runtime, build, found, is_late=is_late)
        return self._rendered(request, runtime, build, *renewed)

    def _rendered(
        self, request: Request, runtime: Runtime, build: Build, page: RenderedPage, source: str
    ) -> Response:
        """A rendered page. The client loads again what a stale page, or one from a CDN, shows."""
        _count_visit(request, runtime)
        if page.searched:
            counted_searches_of(runtime).add(
                request.scope["query_string"], page.searched, lambda: client_of(request).network
            )
        return page_response(
            request,
            page,
            self._headers.of(runtime.settings, build),
            timing=_timing(source),
            is_shared=request.scope["path"] != CART,
            is_purged=bool(runtime.settings.cdn_purge_url),
        )

    async def _cart(
        self, request: Request, runtime: Runtime, build: Build, html: bytes
    ) -> Response:
        """The page of a guest's cart."""
        _count_visit(request, runtime)
        headers = {
            "Cache-Control": PRIVATE.decode(),
            "Server-Timing": _timing("rendered"),
            "Vary": "Accept-Encoding, Accept",
        }
        if encoding_for(request, len(html)) == "br":
            headers["Content-Encoding"] = "br"
            html = (await asyncio.to_thread(pack, html))[1]
        response = Response(html, media_type="text/html", headers=headers)
        response.raw_headers += self._headers.of(runtime.settings, build)
        return response

    async def _client_page(
        self, request: Request, runtime: Runtime, build: Build, *, is_late: bool = False
    ) -> Response:
        found = await _head_of(request, runtime)
        return _with_head(request, runtime, build, found, is_late=is_late)


def _timing(source: str) -> str:
    return f'page;desc="{source}", sent;dur={time.time() * 1000:.0f}'


def _markup_of(head: RenderedHead) -> str:
    return head.markup + head.icon + head.style + head.frame


def _with_head(
    request: Request,
    runtime: Runtime,
    build: Build,
    found: RenderedHead,
    *,
    is_late: bool = False,
) -> Response:
    """A page that the client renders. `is_late`: the server will soon be able to, for who has no script."""
    query = request.scope["query_string"].decode("latin-1")
    if found.moved_to is not None:
        headers = redirect_headers(found.moved_to, query, found.status)
        return Response(status_code=found.status, headers=headers)
    path, locale = request.scope["path"], runtime.settings.locale
    is_late = is_late or found.status == UNAVAILABLE
    body = build.page(path, _markup_of(found), locale, with_font=found.loads_font, is_late=is_late)
    is_preview = PREVIEW_PARAMETER in request.query_params
    headers = (preview_headers if is_preview else page_headers)(
        runtime.settings, build.script_hashes
    )
    if found.status == 200:
        if not is_preview:
            _count_visit(request, runtime)
        # A CDN must not send the page without markup to who loads it again.
        cached = PRIVATE.decode() if is_late else SHORT_CACHE
        response = public_response(request, body, cache_control=cached, media_type="text/html")
    else:
        response = Response(body, found.status, media_type="text/html")
        response.headers["Cache-Control"] = "no-store"
    if found.status == UNAVAILABLE:
        response.headers["Retry-After"] = str(RETRY_SECONDS)
    response.headers.update(headers)
    response.headers.add_vary_header("Accept")
    return response


def _count_visit(request: Request, runtime: Runtime) -> None:
    headers = request.headers
    visit_counter_of(runtime).add(
        client_of(request).network,
        headers.get("user-agent", ""),
        headers.get("sec-purpose", "") or headers.get("purpose", ""),
    )


def _find(media: Media, path: str, width: int | None, form: Form) -> tuple[Rendition | None, bool]:
    """The existing rendition, if any, and whether the picture exists."""
    found = media.find_rendition(path, width, form)
    return found, found is not None or media.has(path)


async def _head_of(request: Request, runtime: Runtime) -> RenderedHead:
    """The head of a page. Without a database the client is still sent, and shows an error itself."""
    path = raw_path(request.scope)
    query = request.scope["query_string"].decode("latin-1")
    try:
        url = f"{path}?{query}" if query else path
        return await visited_head(runtime, catalog_cache_of(request), url)
    except NotReady:
        return fallback_head(runtime.settings, status=UNAVAILABLE)
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError) as error:
        log.error("head_failed", exc_info=error)
        return fallback_head(runtime.settings, status=UNAVAILABLE)
