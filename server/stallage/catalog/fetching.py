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
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

import httpx
import structlog

from stallage.catalog.actions.pictures import AwaitedPicture
from stallage.core.media import MAX_BYTES, Picture, PictureRefused
from stallage.core.runtime import Runtime

log = structlog.get_logger(__name__)
Resolve = Callable[[str, int], Awaitable[list[str]]]

SECONDS = 60
"""For one picture, all redirects included."""
STEP_SECONDS = 10
"""For connecting, and between two parts of an answer."""
REDIRECTS = 5
AT_ONCE = 6
"""Pictures that one process fetches and encodes at a time."""
_TRANSLATED = IPv6Network("64:ff9b::/96")
_GONE = frozenset(range(400, 500)) - {408, 425, 429}
"""Answers that another try will not change."""


class PictureGone(Exception):
    """There is no picture at this address, and trying again will not find one."""


class PictureLater(Exception):
    """The picture cannot be had at the moment."""


async def resolve(host: str, port: int) -> list[str]:
    """The addresses of a name. Raises OSError where there are none."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(entry[4][0]) for entry in found]


def is_public(address: str) -> bool:
    """Whether an address lies in the open internet, also in IPv6 clothes."""
    ip = ip_address(address.partition("%")[0])
    inner = _inner(ip) if isinstance(ip, IPv6Address) else None
    if inner is not None:
        return is_public(str(inner))
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified)


def _inner(ip: IPv6Address) -> IPv4Address | None:
    if ip in _TRANSLATED:
        return IPv4Address(int(ip) & 0xFFFF_FFFF)
    return ip.ipv4_mapped or ip.sixtofour or (ip.teredo and ip.teredo[1])


class GuardedTransport(httpx.AsyncBaseTransport):
    """Sends requests to the open internet alone, and to the address that it has checked."""

    def __init__(self, inner: httpx.AsyncBaseTransport, find: Resolve = resolve) -> None:
        self._inner = inner
        self._find = find

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Raises PictureGone for an address that is not public."""
        host = request.url.host
        port = request.url.port or (443 if request.url.scheme == "https" else 80)
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
    plain = httpx.AsyncHTTPTransport()
    return httpx.AsyncClient(
        transport=plain if private_addresses else GuardedTransport(plain),
        timeout=STEP_SECONDS,
        follow_redirects=True,
        max_redirects=REDIRECTS,
        trust_env=False,
        headers={"User-Agent": "Stallage", "Accept": "image/*", "Accept-Encoding": "identity"},
    )


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
    turns: asyncio.Semaphore = runtime.kept.setdefault(
        "catalog.pictures", asyncio.Semaphore(AT_ONCE)
    )
    private = runtime.settings.fetch_private_addresses
    async with picture_client(private_addresses=private) as client:

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
        stored = await asyncio.to_thread(runtime.media.store, content)
    except (PictureGone, PictureRefused) as reason:
        log.info("picture_gone", url=picture.url, reason=str(reason))
        fetched.gone.append(picture.image_id)
    except PictureLater as reason:
        log.info("picture_later", url=picture.url, reason=str(reason))
        fetched.later.append(picture.image_id)
    else:
        fetched.ready.append((picture.image_id, stored))
