"""Fetching a picture from an address that somebody wrote into a file.

The address is a stranger's word: it may name the shop's own network, another scheme, a film, or
nothing at all. Names are resolved here, and the connection goes to the very address that was
checked, so that a name cannot mean one thing when it is checked and another when it is called. The
same holds for every redirect.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpx
import structlog

from stallage.core.decoding import InvalidPicture
from stallage.core.media import MAX_BYTES, Picture
from stallage.core.picture_queue import run_in_background
from stallage.core.public_addresses import is_public
from stallage.core.runtime import Runtime
from stallage.products.actions.pictures import AwaitedPicture

log = structlog.get_logger(__name__)
Resolve = Callable[[str, int], Awaitable[list[str]]]

SECONDS = 60
"""For one picture, all redirects included."""
STEP_SECONDS = 10
"""For connecting, and between two parts of an answer."""
REDIRECTS = 5
AT_ONCE = 6
"""Pictures that one process fetches and encodes at a time."""
PORTS = frozenset({80, 443, 8080, 8443})
"""Where pictures are served. Any other may be anything: a mail server, a database."""
MAX_NAME = 253
"""Characters of a name in the DNS."""
MAX_ADDRESS = 2048
"""Characters of a picture's address, redirects included."""
_GONE = frozenset(range(400, 500)) - {408, 425, 429}
"""HTTP statuses that another try will not change."""


class PictureGone(Exception):
    """There is no picture at this address, and trying again will not find one."""


class PictureLater(Exception):
    """The picture cannot be had at the moment."""


async def resolve(host: str, port: int) -> list[str]:
    """The addresses of a name. Raises OSError where there are none."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(entry[4][0]) for entry in found]


class GuardedTransport(httpx.AsyncBaseTransport):
    """Sends requests to the open internet alone, and to the address that it has checked."""

    def __init__(self, inner: httpx.AsyncBaseTransport, find: Resolve = resolve) -> None:
        self._inner = inner
        self._find = find

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Raises PictureGone for an address that is not public."""
        host = request.url.host
        port = request.url.port or (443 if request.url.scheme == "https" else 80)
        if "%" in host or len(host) > MAX_NAME:
            raise PictureGone("its address holds no name of the internet")
        if port not in PORTS:
            raise PictureGone(f"port {port} is not one where pictures are served")
        try:
            addresses = await self._find(host, port)
        except OSError as error:
            raise PictureLater(f"{host} has no address") from error
        except UnicodeError as error:
            raise PictureGone(f"{host} is no name") from error
        if not addresses or not all(map(is_public, addresses)):
            raise PictureGone(f"{host} is not in the open internet")
        checked = httpx.Request(
            request.method,
            request.url.copy_with(host=addresses[0]),
            headers=request.headers,
            stream=request.stream,
            extensions={**request.extensions, "sni_hostname": host},
        )
        return await self._inner.handle_async_request(checked)

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._inner.aclose()


def picture_client(*, private_addresses: bool) -> httpx.AsyncClient:
    """A client for strangers' addresses; `private_addresses` lets it reach the shop's network."""
    # A connection that stays open would be used for every name at its address, though its
    # certificate was checked for one of them alone.
    limits = httpx.Limits(max_connections=AT_ONCE, max_keepalive_connections=0)
    plain = httpx.AsyncHTTPTransport(limits=limits, trust_env=False)
    return httpx.AsyncClient(
        transport=plain if private_addresses else GuardedTransport(plain),
        timeout=STEP_SECONDS,
        follow_redirects=True,
        max_redirects=REDIRECTS,
        trust_env=False,
        # One client fetches for everybody: what one server wants remembered is nobody else's.
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
        headers={"User-Agent": "Stallage", "Accept": "image/*", "Accept-Encoding": "identity"},
        event_hooks={"request": [_check_address]},
    )


async def _check_address(request: httpx.Request) -> None:
    """Refuse what no address of a picture has; each redirect's address as well."""
    if request.url.userinfo:
        raise PictureGone("its address holds a name or password")
    if len(str(request.url)) > MAX_ADDRESS:
        raise PictureGone(f"its address is longer than {MAX_ADDRESS:,} characters")


async def _client_of(runtime: Runtime) -> httpx.AsyncClient:
    """The process's client, made on first need and closed with the process."""
    client: httpx.AsyncClient | None = runtime.services.get("products.picture_client")
    if client is None:
        private = runtime.settings.fetch_private_addresses
        client = runtime.services["products.picture_client"] = picture_client(
            private_addresses=private
        )
        await runtime.resources.enter_async_context(client)
    return client


async def fetch(client: httpx.AsyncClient, url: str, *, seconds: float = SECONDS) -> bytes:
    """The bytes at an address, MAX_BYTES at most. Raises PictureGone or PictureLater."""
    try:
        async with asyncio.timeout(seconds), client.stream("GET", url) as answer:
            if answer.status_code in _GONE:
                raise PictureGone(f"it answers {answer.status_code}")
            if answer.status_code != httpx.codes.OK:
                raise PictureLater(f"it answers {answer.status_code}")
            return await _body(answer)
    except (httpx.UnsupportedProtocol, httpx.InvalidURL, httpx.TooManyRedirects) as error:
        raise PictureGone(str(error)) from error
    except ValueError as error:
        # What no name and no address can hold, such as a NUL.
        raise PictureGone("it is not an address") from error
    except (httpx.HTTPError, TimeoutError, OSError) as error:
        raise PictureLater(str(error) or type(error).__name__) from error


async def _body(answer: httpx.Response) -> bytes:
    # Raw bytes: nothing is unpacked, so nothing can unfold into more than was counted.
    parts: list[bytes] = []
    size = 0
    async for part in answer.aiter_raw():
        size += len(part)
        if size > MAX_BYTES:
            raise PictureGone(f"it is larger than {MAX_BYTES // 1024 // 1024} MB")
        parts.append(part)
    return b"".join(parts)


def _shown(url: str) -> str:
    """An address for the log: without a password, and no longer than a line."""
    try:
        parts = httpx.URL(url[:MAX_ADDRESS])
    except httpx.InvalidURL:
        return "(not an address)"
    return str(parts.copy_with(userinfo=b"", query=None, fragment=None))[:200]


@dataclass(slots=True)
class Fetched:
    """What became of some awaited pictures."""

    ready: list[tuple[int, Picture]] = field(default_factory=list)
    """Stored pictures by image id."""
    gone: list[int] = field(default_factory=list)
    """Ids of images that are not to be had."""
    later: list[int] = field(default_factory=list)
    """Ids of images that may be had another time."""


async def fetch_all(runtime: Runtime, wanted: Sequence[AwaitedPicture]) -> Fetched:
    """Fetches and stores pictures, a few at a time; call it while no transaction is open."""
    fetched = Fetched()
    turns: asyncio.Semaphore = runtime.services.setdefault(
        "products.pictures", asyncio.Semaphore(AT_ONCE)
    )
    client = await _client_of(runtime)

    async def one(picture: AwaitedPicture) -> None:
        async with turns:
            await _fetch_one(runtime, client, picture, fetched)

    await asyncio.gather(*(one(picture) for picture in wanted))
    return fetched


async def _fetch_one(
    runtime: Runtime, client: httpx.AsyncClient, picture: AwaitedPicture, fetched: Fetched
) -> None:
    try:
        content = await fetch(client, picture.url)
        stored = await run_in_background(partial(runtime.media.store, content))
    except (PictureGone, InvalidPicture) as reason:
        log.info("picture_gone", url=_shown(picture.url), reason=str(reason))
        fetched.gone.append(picture.image_id)
    except PictureLater as reason:
        log.info("picture_later", url=_shown(picture.url), reason=str(reason))
        fetched.later.append(picture.image_id)
    except Exception:
        # Whatever it was, the other pictures of the job go on; this one has a few tries more.
        log.exception("picture_failed", url=_shown(picture.url))
        fetched.later.append(picture.image_id)
    else:
        fetched.ready.append((picture.image_id, stored))
