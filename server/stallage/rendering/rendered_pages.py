"""The rendered pages of a serving process: cached by address, renewed when what they show has changed."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import orjson
import structlog
from fastapi import FastAPI, Request
from starlette.types import Scope

from stallage.core.runtime import Runtime
from stallage.rendering.answers import AnswerMissing, ApiAnswer, ask_api
from stallage.rendering.isolates import Isolates, Markup, RendererBusy, RenderingFailed
from stallage.rendering.page_cache import PageCache, RenderedPage, pack
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.search.cache.changes import CONTENT

if TYPE_CHECKING:
    from stallage.shell.client import Build

log = structlog.get_logger(__name__)

MAX_ROUNDS = 4
"""Times that a page may ask for answers of the API before it is rendered."""

FRESH_SECONDS = 0.25
"""How long a visitor waits for a page to be renewed before the previous one is sent."""

COLD_SECONDS = 1.5
"""How long a visitor waits for a page that has not been rendered before."""

PRIVATE_SECONDS = 5.0
"""How long a visitor without a script waits for a page: there is no client that could render it."""

CHECK_SECONDS = 60.0
"""How long a page counts as current without a change of the catalogue; a safety net."""

MAX_FAILURES = 5
"""Failures in a row after which nothing is rendered for PAUSE_SECONDS."""

PAUSE_SECONDS = 10.0

SEARCHED_BYTES = 80
"""As many bytes of the answer to a search tell whether it found nothing."""


@dataclass(frozen=True, slots=True)
class PageFrame:
    """What surrounds the rendered markup of a page."""

    build: Build
    path: str
    head: str
    language: str
    with_font: bool
    menus: str
    """Menus and announcement bar as JSON."""


class RenderedPages:
    """Renders pages and holds them in memory."""

    def __init__(self, app: FastAPI, runtime: Runtime) -> None:
        self.counts: Counter[str] = Counter()
        """Page requests since the process started: `cached`, `rendered`, `stale` and `client`."""
        self.last_failure = ""
        self._app = app
        self._size = runtime.settings.renderers
        self._pages = PageCache(runtime.settings.page_cache_mb * 1024 * 1024)
        self._isolates: Isolates | None = None
        self._stamp: tuple[int, int] | None = None
        self._building: dict[str, asyncio.Task[RenderedPage]] = {}
        self._failures = 0
        self._paused_until = 0.0

    def find(self, build: Build, cache: CatalogCache, address: str) -> RenderedPage | None:
        """Return the page of an address if it is current."""
        if build.stamp != self._stamp:
            return None
        page = self._pages.get(address)
        if page is None or not _is_current(page, cache):
            return None
        if time.monotonic() - page.checked_at > CHECK_SECONDS:
            return None
        self.counts["cached"] += 1
        return page

    def find_previous(self, address: str) -> RenderedPage | None:
        """Return the last page of an address, current or not, for when the database is unavailable."""
        page = self._pages.get(address)
        if page is not None:
            self.counts["stale"] += 1
        return page

    async def renew(
        self, request: Request, cache: CatalogCache, address: str, frame: PageFrame
    ) -> tuple[RenderedPage, str] | None:
        """Return the page of an address, and whether it was `rendered` or is `stale`.

        None: the client has to render it, because rendering is off, failed or took too long.
        """
        if not self.can_render(frame.build):
            return None
        await self._open_isolates(frame.build)
        before = self._pages.get(address)
        if time.monotonic() >= self._paused_until:
            try:
                page = await self._wait_for(request, cache, address, frame, before)
            except (RenderingFailed, AnswerMissing, TimeoutError) as error:
                # The API may refuse, such as too many searches: the client shows the error.
                log.info("page_left_to_client", address=address, reason=str(error)[:200])
            else:
                self.counts["rendered"] += 1
                return page, "rendered"
        if before is not None:
            self.counts["stale"] += 1
            return before, "stale"
        self.counts["client"] += 1
        return None

    async def _wait_for(
        self,
        request: Request,
        cache: CatalogCache,
        address: str,
        frame: PageFrame,
        before: RenderedPage | None,
    ) -> RenderedPage:
        async with asyncio.timeout(COLD_SECONDS if before is None else FRESH_SECONDS):
            while True:
                building = self._building.get(address)
                is_own = building is None
                if building is None:
                    building = asyncio.create_task(
                        self._build(request.scope, cache, address, frame, before)
                    )
                    self._building[address] = building
                    building.add_done_callback(lambda task: self._built(address, task))
                # Rendering goes on when the visitor leaves: the next one gets the page.
                page = await asyncio.shield(building)
                # Another visitor's page may have begun before the last change.
                if is_own or _is_current(page, cache):
                    return page

    def _built(self, address: str, task: asyncio.Task[RenderedPage]) -> None:
        self._building.pop(address, None)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, RenderingFailed) and not isinstance(error, RendererBusy):
            self._record_failure(address, error)
        elif error is None:
            self._failures = 0

    def _record_failure(self, address: str, error: Exception) -> None:
        self._failures += 1
        self.last_failure = str(error)
        log.error("page_not_rendered", address=address, reason=str(error)[:2000])
        if self._failures >= MAX_FAILURES:
            self._failures = 0
            self._paused_until = time.monotonic() + PAUSE_SECONDS
            log.error("rendering_paused", seconds=PAUSE_SECONDS)

    def can_render(self, build: Build) -> bool:
        """Whether pages are rendered at all: renderers are on, and the build has their script."""
        return build.script is not None and self._size > 0

    async def _open_isolates(self, build: Build) -> Isolates:
        """Return the isolates of a build of the client; start over if it is new. Raises RenderingFailed."""
        if build.script is None or self._size == 0:
            raise RenderingFailed("rendering is off")
        before = self._isolates
        if before is not None and build.stamp == self._stamp:
            return before
        opened = self._isolates = Isolates(build.script, self._size)
        self._stamp = build.stamp
        self._pages.clear()
        if before is not None:
            await before.close()
        return opened

    async def warm(self, build: Build) -> None:
        """Start V8 before the first visitor needs it."""
        if not self.can_render(build):
            return
        try:
            await (await self._open_isolates(build)).warm()
        except RenderingFailed as error:
            self._record_failure("", error)

    async def _build(
        self,
        visitor: Scope,
        cache: CatalogCache,
        address: str,
        frame: PageFrame,
        before: RenderedPage | None,
    ) -> RenderedPage:
        since = cache.last_change()
        answers: dict[str, ApiAnswer] = {}
        if before is not None:
            answers = await ask_api(self._app, visitor, list(before.paths))
            if _digest(frame, answers) == before.inputs:
                before.shows = _shown(answers)
                before.since, before.checked_at = since, time.monotonic()
                return before
        markup = await self._render(visitor, address, frame, answers)
        return await self._store(address, frame, answers, markup, since)

    async def _render(
        self,
        visitor: Scope,
        address: str,
        frame: PageFrame,
        answers: dict[str, ApiAnswer],
        *,
        content: bytes = b"null",
        cart: bytes = b"[]",
    ) -> str:
        """Return the markup of a page. What it asks the API for is added to `answers`.

        Raises RenderingFailed and AnswerMissing.
        """
        isolates = await self._open_isolates(frame.build)
        for _ in range(MAX_ROUNDS):
            outcome = await isolates.render(_page_json(address, frame, answers, content, cart))
            if isinstance(outcome, Markup):
                return outcome.html
            missing = [path for path in outcome.paths if path not in answers]
            if not missing:
                break
            answers |= await ask_api(self._app, visitor, missing)
        raise RenderingFailed(f"asked for answers more than {MAX_ROUNDS} times")

    async def render_private(self, request: Request, frame: PageFrame, content: bytes) -> bytes:
        """Render a page of one visitor without scripts, from `content`, its data as JSON.

        Nothing is stored. Raises RenderingFailed, also while rendering is off or paused, AnswerMissing and
        TimeoutError.
        """
        if time.monotonic() < self._paused_until:
            raise RenderingFailed("rendering is paused")
        async with asyncio.timeout(PRIVATE_SECONDS):
            markup = await self._render(request.scope, frame.path, frame, {}, content=content)
        return frame.build.page_without_script(
            frame.head, frame.language, markup, with_font=frame.with_font
        )

    async def render_cart(
        self, request: Request, frame: PageFrame, sku_ids: list[int]
    ) -> bytes | None:
        """Render the cart's page with a guest's cart, given by its SKU ids. Nothing is stored.

        None: the client has to render the cart.
        """
        if not self.can_render(frame.build) or time.monotonic() < self._paused_until:
            return None
        answers: dict[str, ApiAnswer] = {}
        cart = orjson.dumps(sku_ids)
        try:
            async with asyncio.timeout(COLD_SECONDS):
                markup = await self._render(request.scope, frame.path, frame, answers, cart=cart)
        except (RenderingFailed, AnswerMissing, TimeoutError) as error:
            log.info("cart_left_to_client", reason=str(error)[:200])
            return None
        self.counts["rendered"] += 1
        return _html(frame, markup, answers, cart)

    async def _store(
        self,
        address: str,
        frame: PageFrame,
        answers: dict[str, ApiAnswer],
        markup: str,
        since: int,
    ) -> RenderedPage:
        html = _html(frame, markup, answers)
        tag, packed = await asyncio.to_thread(pack, html)
        page = RenderedPage(
            tag=tag,
            size=len(html),
            packed=packed,
            inputs=_digest(frame, answers),
            paths=tuple(answers),
            shows=_shown(answers),
            searched=_searched(answers),
            since=since,
            checked_at=time.monotonic(),
        )
        self._pages.put(address, page)
        return page

    async def close(self) -> None:
        """Stop rendering."""
        for task in list(self._building.values()):
            task.cancel()
        await asyncio.gather(*self._building.values(), return_exceptions=True)
        if self._isolates is not None:
            await self._isolates.close()


def _digest(frame: PageFrame, answers: dict[str, ApiAnswer]) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for part in (frame.head, frame.language, frame.menus, str(frame.with_font)):
        digest.update(part.encode() + b"\0")
    for path, answer in answers.items():
        digest.update(path.encode() + b"\0" + answer.body + b"\0")
    return digest.hexdigest()


def _html(
    frame: PageFrame, markup: str, answers: dict[str, ApiAnswer], cart: bytes = b"[]"
) -> bytes:
    return frame.build.page(
        frame.path,
        frame.head,
        frame.language,
        with_font=frame.with_font,
        markup=markup,
        answers=_answers_json(answers),
        cart=cart,
    )


def _answers_json(answers: dict[str, ApiAnswer]) -> bytes:
    parts = []
    for path, answer in answers.items():
        total = b"" if answer.total is None else b',"total":' + orjson.dumps(answer.total)
        parts.append(orjson.dumps(path) + b':{"body":' + answer.body + total + b"}")
    return b"{" + b",".join(parts) + b"}"


def _page_json(
    address: str, frame: PageFrame, answers: dict[str, ApiAnswer], content: bytes, cart: bytes
) -> bytes:
    return b'{"address":%b,"language":%b,"frame":%b,"answers":%b,"noScript":%b,"cart":%b}' % (
        orjson.dumps(address),
        orjson.dumps(frame.language),
        frame.menus.encode(),
        _answers_json(answers),
        content,
        cart,
    )


LIST = "/api/products?"


def _is_current(page: RenderedPage, cache: CatalogCache) -> bool:
    return not cache.has_changed(page.shows, page.since)


def _shown(answers: dict[str, ApiAnswer]) -> frozenset[str]:
    """Return the tags of a page that is rendered from these answers."""
    return frozenset({CONTENT}).union(*(answer.shows for answer in answers.values()))


def _searched(answers: dict[str, ApiAnswer]) -> bytes:
    for path, answer in answers.items():
        if path.startswith(LIST):
            return answer.body[:SEARCHED_BYTES]
    return b""


@asynccontextmanager
async def open_rendered_pages(
    app: FastAPI, runtime: Runtime, find_build: Callable[[str], Build | None]
) -> AsyncIterator[RenderedPages]:
    """Provide the rendered pages of a process. `find_build`: blocking, by the configured folder."""
    pages = RenderedPages(app, runtime)
    runtime.services["rendering"] = pages
    build = await asyncio.to_thread(find_build, runtime.settings.client_dir)
    warming = asyncio.create_task(pages.warm(build)) if build is not None else None
    try:
        yield pages
    finally:
        if warming is not None:
            warming.cancel()
            await asyncio.gather(warming, return_exceptions=True)
        del runtime.services["rendering"]
        await pages.close()


def rendered_pages_of(request: Request) -> RenderedPages | None:
    """Return the rendered pages of the process; None while it starts or stops."""
    runtime: Runtime = request.app.state.runtime
    found: RenderedPages | None = runtime.services.get("rendering")
    return found
