"""Renders the pages of visitors without a script. They are about one visitor, and stored nowhere."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Literal

import asyncpg
import orjson
import structlog
from fastapi import Request, Response

from stallage.core.errors import NotReady
from stallage.core.json_types import JsonObject
from stallage.core.runtime import runtime_of
from stallage.head.pages import private_head
from stallage.rendering.answers import AnswerMissing
from stallage.rendering.isolates import RenderingFailed
from stallage.rendering.rendered_pages import PageFrame, rendered_pages_of
from stallage.search.cache.catalog_cache import catalog_cache_of
from stallage.shell.client import Client
from stallage.shell.headers import page_headers

log = structlog.get_logger(__name__)

RETRY_SECONDS = 30

FAILURES = (
    RenderingFailed,
    AnswerMissing,
    NotReady,
    TimeoutError,
    OSError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
)
"""Why a page cannot be rendered now."""

FALLBACK = """<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>Please try again</title>
<style>body{font:18px/1.6 system-ui;max-width:34em;margin:15vh auto;padding:0 1em}</style>
<h1>Please try again in a minute</h1>
%s<p>The shop cannot show this page right now. Your cart is kept.</p>
<p><a href="%s">Try again</a></p>
"""


@dataclass(frozen=True, slots=True)
class PageContent:
    """What a page shows."""

    view: Literal["cart", "checkout", "line", "order", "problem"]
    title: str
    path: str
    data: JsonObject
    """In the format of `web/src/server/noScript/content.ts`."""
    summary: str = ""
    """The most important sentence, for when the page cannot be rendered."""
    status: int = 200
    retry_after: str = ""
    refresh_seconds: int = 0
    """When the browser loads the page again by itself, by its path; 0: never."""


def _headers(request: Request, content: PageContent) -> dict[str, str]:
    headers = {
        **page_headers(runtime_of(request).settings),
        "Cache-Control": "no-store",
        "X-Robots-Tag": "noindex",
    }
    if content.refresh_seconds:
        headers["Refresh"] = f"{content.refresh_seconds}; url={content.path}"
    return headers


async def show_page(request: Request, content: PageContent) -> Response:
    """Render a page. While the renderer is off or fails, it is a plain page with status 503."""
    try:
        html = await _render(request, content)
    except FAILURES as error:
        log.error("page_without_script_not_rendered", path=content.path, reason=str(error)[:2000])
        return _fallback(request, content)
    headers = _headers(request, content)
    if content.retry_after:
        headers["Retry-After"] = content.retry_after
    return Response(html, content.status, headers=headers, media_type="text/html")


async def _render(request: Request, content: PageContent) -> bytes:
    runtime = runtime_of(request)
    client: Client = request.app.state.client
    build, pages = client.build(runtime.settings.client_dir), rendered_pages_of(request)
    if build is None or pages is None:
        raise RenderingFailed("there is no client to render")
    head = await private_head(runtime, catalog_cache_of(request), content.title, content.path)
    frame = PageFrame(
        build=build,
        path=content.path,
        head=head.markup + head.icon + head.style,
        language=runtime.settings.locale,
        with_font=head.loads_font,
        menus=head.menus,
    )
    data = orjson.dumps({"view": content.view, **content.data})
    return await pages.render_private(request, frame, data)


def _fallback(request: Request, content: PageContent) -> Response:
    summary = f"<p>{escape(content.summary)}</p>" if content.summary else ""
    again = request.scope["path"] if request.method == "GET" else content.path
    query = request.scope["query_string"].decode("latin-1")
    link = escape(f"{again}?{query}" if query and request.method == "GET" else again)
    headers = {**_headers(request, content), "Retry-After": str(RETRY_SECONDS)}
    return Response(FALLBACK % (summary, link), 503, headers=headers, media_type="text/html")


def problem_page(status: int, message: str, *, retry_after: str = "") -> PageContent:
    """A page that only says what is wrong."""
    return PageContent(
        "problem",
        "Please check",
        "/no-script/cart",
        {"message": message},
        summary=message,
        status=status,
        retry_after=retry_after,
    )
