"""Download pictures from URLs in imported files.

URLs are untrusted: they may point into the shop's own network (see `core.guarded_http`), use another
scheme, or return a video.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpx
import structlog

from stallage.core.decoding import InvalidPicture
from stallage.core.guarded_http import GuardedTransport, TargetRefused, TargetUnresolved
from stallage.core.media import MAX_BYTES, Picture
from stallage.core.picture_queue import run_in_background
from stallage.core.runtime import Runtime
from stallage.core.traced_http import http_transport
from stallage.products.actions.pictures import PendingPicture

log = structlog.get_logger(__name__)

SECONDS = 60
"""Time limit for a picture, redirects included."""
STEP_SECONDS = 10
"""Time limit for connecting, and between two chunks of a response."""
REDIRECTS = 5
MAX_CONCURRENT = 6
"""Pictures that a process downloads and encodes at a time."""
MAX_URL = 2048
"""Characters of a URL, also of a redirect."""
_PERMANENT = frozenset(range(400, 500)) - {408, 425, 429}
"""HTTP statuses that are not retried."""


class PictureGone(Exception):
    """The URL has no usable picture; do not retry."""


class PictureUnavailable(Exception):
    """The picture cannot be downloaded now; retry later."""


def picture_client(*, private_addresses: bool) -> httpx.AsyncClient:
    """Return a client for untrusted URLs; `private_addresses` lets it reach the shop's network."""
    # No keep-alive: an open connection would be reused for other hosts at the same address, although
    # its certificate was checked for one host only.
    limits = httpx.Limits(max_connections=MAX_CONCURRENT, max_keepalive_connections=0)
    plain = http_transport(limits=limits)
    return httpx.AsyncClient(
        transport=plain if private_addresses else GuardedTransport(plain),
        timeout=STEP_SECONDS,
        follow_redirects=True,
        max_redirects=REDIRECTS,
        trust_env=False,
        # The client is shared, so it must not store cookies.
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
        headers={"User-Agent": "Stallage", "Accept": "image/*", "Accept-Encoding": "identity"},
        event_hooks={"request": [_check_url]},
    )


async def _check_url(request: httpx.Request) -> None:
    """Reject URLs with credentials and overlong URLs. Called for redirects too."""
    if request.url.userinfo:
        raise PictureGone("its URL contains a user name or password")
    if len(str(request.url)) > MAX_URL:
        raise PictureGone(f"its URL is longer than {MAX_URL:,} characters")


async def _client_of(runtime: Runtime) -> httpx.AsyncClient:
    """Return the process's client, created on first use and closed with the process."""
    client: httpx.AsyncClient | None = runtime.services.get("products.picture_client")
    if client is None:
        private = runtime.settings.fetch_private_addresses
        client = runtime.services["products.picture_client"] = picture_client(
            private_addresses=private
        )
        await runtime.resources.enter_async_context(client)
    return client


async def fetch(client: httpx.AsyncClient, url: str, *, seconds: float = SECONDS) -> bytes:
    """Return the content of a URL, at most MAX_BYTES. Raises PictureGone or PictureUnavailable."""
    try:
        async with asyncio.timeout(seconds), client.stream("GET", url) as response:
            if response.status_code in _PERMANENT:
                raise PictureGone(f"the response is {response.status_code}")
            if response.status_code != httpx.codes.OK:
                raise PictureUnavailable(f"the response is {response.status_code}")
            return await _body(response)
    except (httpx.UnsupportedProtocol, httpx.InvalidURL, httpx.TooManyRedirects) as error:
        raise PictureGone(str(error)) from error
    except TargetRefused as error:
        raise PictureGone(str(error)) from error
    except TargetUnresolved as error:
        raise PictureUnavailable(str(error)) from error
    except ValueError as error:
        # Characters that a URL cannot contain, such as NUL.
        raise PictureGone("it is not a URL") from error
    except (httpx.HTTPError, TimeoutError, OSError) as error:
        raise PictureUnavailable(str(error) or type(error).__name__) from error


async def _body(response: httpx.Response) -> bytes:
    # Raw bytes are not decompressed, so they cannot grow beyond the limit.
    parts: list[bytes] = []
    size = 0
    async for part in response.aiter_raw():
        size += len(part)
        if size > MAX_BYTES:
            raise PictureGone(f"it is larger than {MAX_BYTES // 1024 // 1024} MB")
        parts.append(part)
    return b"".join(parts)


def _loggable(url: str) -> str:
    """Return a URL for the log: without credentials and query, shortened."""
    try:
        parts = httpx.URL(url[:MAX_URL])
    except httpx.InvalidURL:
        return "(not a URL)"
    return str(parts.copy_with(userinfo=b"", query=None, fragment=None))[:200]


@dataclass(slots=True)
class Downloads:
    """Results of downloading pictures."""

    stored: list[tuple[int, Picture]] = field(default_factory=list)
    """Image ids and their stored pictures."""
    failed: list[int] = field(default_factory=list)
    """Ids of images that failed permanently."""
    retryable: list[int] = field(default_factory=list)
    """Ids of images that failed temporarily."""


async def download_pictures(runtime: Runtime, pictures: Sequence[PendingPicture]) -> Downloads:
    """Download and store pictures, a few at a time. Call it outside a transaction."""
    downloads = Downloads()
    slots: asyncio.Semaphore = runtime.services.setdefault(
        "products.pictures", asyncio.Semaphore(MAX_CONCURRENT)
    )
    client = await _client_of(runtime)

    async def download(picture: PendingPicture) -> None:
        async with slots:
            await _download(runtime, client, picture, downloads)

    await asyncio.gather(*map(download, pictures))
    return downloads


async def _download(
    runtime: Runtime, client: httpx.AsyncClient, picture: PendingPicture, downloads: Downloads
) -> None:
    try:
        content = await fetch(client, picture.url)
        stored = await run_in_background(partial(runtime.media.store, content))
    except (PictureGone, InvalidPicture) as reason:
        log.info("picture_gone", url=_loggable(picture.url), reason=str(reason))
        downloads.failed.append(picture.image_id)
    except PictureUnavailable as reason:
        log.info("picture_unavailable", url=_loggable(picture.url), reason=str(reason))
        downloads.retryable.append(picture.image_id)
    except Exception:
        # The other pictures of the job are still downloaded; this one is retried.
        log.exception("picture_failed", url=_loggable(picture.url))
        downloads.retryable.append(picture.image_id)
    else:
        downloads.stored.append((picture.image_id, stored))
