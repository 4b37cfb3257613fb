"""V8 isolates that run the client's code, each on a thread of its own outside the event loop.

An isolate has no network, files or clock of its own: it gets what a page shows as JSON and returns markup.
It is discarded when it takes too long or too much memory, so that no page can harm the next one.

Where the processor has memory protection keys, V8 protects its code with one. Only the thread that starts V8,
and threads that this one starts, can write to that memory; another one that ends an isolate would end the
process. So one thread starts V8, and opens and ends all isolates of the process.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import orjson
from py_mini_racer import JSEvalException, MiniRacer, mini_racer

T = TypeVar("T")

_V8_THREAD = ThreadPoolExecutor(1, "v8")

MAX_SECONDS = 2.0
"""For one page; a page takes 5 to 20 milliseconds."""

MAX_BYTES = 256 * 1024 * 1024
"""Memory of one isolate. It uses a fifth of that."""

MAX_PAGES = 5000
"""Pages that an isolate renders before a new one replaces it, so that nothing can pile up in it."""

MAX_WAITING = 32
"""Pages that wait for an isolate; more are left to the client."""


async def _on_v8_thread(work: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(_V8_THREAD, work)


class RenderingFailed(Exception):
    """A page was not rendered; the message says why."""


class RendererBusy(RenderingFailed):
    """Too many pages wait already."""


@dataclass(frozen=True, slots=True)
class Markup:
    """The markup of a page."""

    html: str


@dataclass(frozen=True, slots=True)
class Needs:
    """The paths of the API, with queries, whose answers a page needs before it can be rendered."""

    paths: tuple[str, ...]


class Isolate:
    """One V8 isolate with the client's code loaded."""

    def __init__(self, racer: MiniRacer, resources: ExitStack) -> None:
        self._racer = racer
        self._resources = resources
        self.pages = 0

    @classmethod
    async def open(cls, script: str) -> Isolate:
        """Open an isolate and load the client's code. Raises RenderingFailed."""
        loop, resources = asyncio.get_running_loop(), ExitStack()
        try:
            # V8 takes some milliseconds to start.
            racer = await _on_v8_thread(lambda: resources.enter_context(mini_racer(loop)))
            racer.set_hard_memory_limit(MAX_BYTES)
            await racer.eval_cancelable(script)
        except BaseException as error:
            # It waits for the opening if that still goes on, which needs this event loop.
            await _on_v8_thread(resources.close)
            if isinstance(error, JSEvalException):
                raise RenderingFailed(str(error)) from error
            raise
        return cls(racer, resources)

    async def close(self) -> None:
        """End the isolate."""
        await _on_v8_thread(self._resources.close)

    async def render(self, page: bytes) -> Markup | Needs:
        """Render a page, given as JSON. Raises RenderingFailed; the isolate is unusable then."""
        self.pages += 1
        # JSON is a string literal of JavaScript if it is itself written as JSON.
        begin = f"begin({orjson.dumps(page.decode()).decode()})"
        try:
            async with asyncio.timeout(MAX_SECONDS):
                await self._racer.eval_cancelable(begin)
                outcome = orjson.loads(str(await self._racer.eval_cancelable("finish()")))
        except TimeoutError as error:
            raise RenderingFailed(f"took more than {MAX_SECONDS:g} seconds") from error
        except JSEvalException as error:
            raise RenderingFailed(str(error)) from error
        if "html" in outcome:
            return Markup(outcome["html"])
        if "needs" in outcome:
            return Needs(tuple(outcome["needs"]))
        raise RenderingFailed(str(outcome["failure"]))


class Isolates:
    """At most `size` isolates, opened when first needed."""

    def __init__(self, script: Path, size: int) -> None:
        self._script = script
        self._source = ""
        self._free = asyncio.Semaphore(size)
        self._idle: list[Isolate] = []
        self._waiting = 0
        self._is_closed = False

    async def render(self, page: bytes) -> Markup | Needs:
        """Render a page in a free isolate. Raises RenderingFailed."""
        if self._waiting >= MAX_WAITING:
            raise RendererBusy("too many pages wait")
        self._waiting += 1
        try:
            await self._free.acquire()
        finally:
            self._waiting -= 1
        try:
            return await self._render(page)
        finally:
            self._free.release()

    async def warm(self) -> None:
        """Open an isolate, so that the first page does not wait for it. Raises RenderingFailed."""
        async with self._free:
            isolate = await self._open()
            if self._is_closed:
                await isolate.close()
            else:
                self._idle.append(isolate)

    async def _render(self, page: bytes) -> Markup | Needs:
        isolate = self._idle.pop() if self._idle else await self._open()
        is_usable = False
        try:
            outcome = await isolate.render(page)
            is_usable = isolate.pages < MAX_PAGES
            return outcome
        finally:
            if is_usable and not self._is_closed:
                self._idle.append(isolate)
            else:
                await isolate.close()

    async def _open(self) -> Isolate:
        if not self._source:
            self._source = await asyncio.to_thread(self._script.read_text, encoding="utf-8")
        return await Isolate.open(self._source)

    async def close(self) -> None:
        """End all isolates: the idle ones now, the others after their page."""
        self._is_closed = True
        while self._idle:
            await self._idle.pop().close()
