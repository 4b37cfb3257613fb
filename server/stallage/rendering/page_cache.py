"""Rendered pages held in memory, ready to be sent."""

from __future__ import annotations

import gzip
from collections import OrderedDict
from dataclasses import dataclass

import brotli
from fastapi import Request
from fastapi.responses import Response

from stallage.core.public import (
    SHORT_CACHE,
    SURROGATE_KEY,
    encoding_for,
    etag_of,
    surrogate_keys,
)
from stallage.core.security_headers import Headers

SHARED = SHORT_CACHE.encode()

PRIVATE = b"private, no-cache"
"""For the page of the cart, which may show a guest's: a CDN would send it to guests with carts."""

QUALITY = 5
"""Of brotli: 20 % larger than the best, in a fiftieth of its time."""


@dataclass(slots=True)
class RenderedPage:
    """The HTML of an address and what it was rendered from."""

    tag: str
    size: int
    """Bytes of the HTML."""
    packed: bytes
    """The HTML in brotli."""
    inputs: str
    """Digest of all that the page was rendered from."""
    paths: tuple[str, ...]
    """Paths of the API that the page was rendered from."""
    shows: frozenset[str]
    """Tags of what it shows."""
    searched: bytes
    """How the answer to a search begins; empty for other pages."""
    since: int
    """Number of the last change when the page was last compared with what it shows."""
    checked_at: float
    """When that was, in seconds of the monotonic clock."""

    def body(self, encoding: str) -> bytes:
        """Return the HTML in an encoding: `br`, `gzip` or none."""
        if encoding == "br":
            return self.packed
        html: bytes = brotli.decompress(self.packed)
        # Every browser takes brotli; what else asks for pages does so rarely.
        return gzip.compress(html, compresslevel=1, mtime=0) if encoding == "gzip" else html

    @property
    def memory(self) -> int:
        """The bytes that the page takes."""
        return len(self.packed) + 1024


def pack(html: bytes) -> tuple[str, bytes]:
    """Return the ETag of a page and its bytes in brotli. Takes milliseconds: not for the event loop."""
    return etag_of(html), brotli.compress(html, quality=QUALITY)


class _ReadyResponse(Response):
    """A response whose headers are bytes already, instead of being encoded for each request."""

    def __init__(self, body: bytes, status_code: int, headers: list[tuple[bytes, bytes]]) -> None:
        self.body = body
        self.status_code = status_code
        self.raw_headers = headers
        self.background = None


def page_response(
    request: Request,
    page: RenderedPage,
    headers: Headers,
    *,
    timing: str,
    is_shared: bool,
    is_purged: bool,
) -> Response:
    """Return the response with a page, or 304 if the browser has it already.

    `timing` is the header Server-Timing, `is_shared` whether a CDN may store the page, and `is_purged`
    whether it purges by surrogate keys.
    """
    encoding = encoding_for(request, page.size)
    etag = f'"{page.tag}-{encoding}"' if encoding else f'"{page.tag}"'
    every = [
        (b"etag", etag.encode()),
        (b"cache-control", SHARED if is_shared else PRIVATE),
        (b"vary", b"Accept-Encoding, Accept"),
        (b"server-timing", timing.encode()),
        *headers,
    ]
    if is_purged:
        every.append((SURROGATE_KEY.lower().encode(), surrogate_keys(page.shows).encode()))
    if_none_match = request.headers.get("if-none-match")
    if if_none_match is not None and (if_none_match == "*" or etag in if_none_match):
        return _ReadyResponse(b"", 304, every)
    body = page.body(encoding)
    if encoding:
        every.append((b"content-encoding", encoding.encode()))
    every.append((b"content-type", b"text/html; charset=utf-8"))
    every.append((b"content-length", b"%d" % len(body)))
    return _ReadyResponse(body, 200, every)


class PageCache:
    """At most `max_bytes` of pages, without the least recently used ones; 0 disables it."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._bytes = 0
        self._pages: OrderedDict[str, RenderedPage] = OrderedDict()

    def get(self, address: str) -> RenderedPage | None:
        """Return the page of an address."""
        page = self._pages.get(address)
        if page is not None:
            self._pages.move_to_end(address)
        return page

    def put(self, address: str, page: RenderedPage) -> None:
        """Store the page of an address."""
        before = self._pages.pop(address, None)
        if before is not None:
            self._bytes -= before.memory + len(address)
        self._pages[address] = page
        self._bytes += page.memory + len(address)
        while self._bytes > self._max_bytes and self._pages:
            dropped, oldest = self._pages.popitem(last=False)
            self._bytes -= oldest.memory + len(dropped)

    def clear(self) -> None:
        """Remove all pages."""
        self._pages.clear()
        self._bytes = 0
