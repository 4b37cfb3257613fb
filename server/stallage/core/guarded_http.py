"""HTTP requests to addresses that others choose, such as imported pictures and webhooks.

Such URLs may point into the shop's own network. Host names are resolved here, and the connection goes to
the address that was checked, so that DNS rebinding is impossible. Redirects are checked in the same way.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable

import httpx

from stallage.core.public_addresses import is_public

Resolve = Callable[[str, int], Awaitable[list[str]]]

PORTS = frozenset({80, 443, 8080, 8443})
"""Ports of web servers. Others may belong to a mail server or a database."""
MAX_HOST = 253
"""Characters of a DNS name."""


class TargetRefused(Exception):
    """The address is not one on the public internet; do not retry."""


class TargetUnresolved(Exception):
    """The host has no address now; retry later."""


async def resolve(host: str, port: int) -> list[str]:
    """Return the IP addresses of a host. Raises OSError if there are none."""
    loop = asyncio.get_running_loop()
    entries = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(entry[4][0]) for entry in entries]


class GuardedTransport(httpx.AsyncBaseTransport):
    """Sends requests only to public IP addresses, and only to the address that it checked."""

    def __init__(self, inner: httpx.AsyncBaseTransport, resolve: Resolve = resolve) -> None:
        self._inner = inner
        self._resolve = resolve

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request. Raises TargetRefused if the host is not public."""
        host = request.url.host
        port = request.url.port or (443 if request.url.scheme == "https" else 80)
        if "%" in host or len(host) > MAX_HOST:
            raise TargetRefused("its host is not an internet name")
        if port not in PORTS:
            raise TargetRefused(f"port {port} is not a web server's port")
        try:
            addresses = await self._resolve(host, port)
        except OSError as error:
            raise TargetUnresolved(f"{host} has no address") from error
        except UnicodeError as error:
            raise TargetRefused(f"{host} is not a valid host name") from error
        if not addresses or not all(map(is_public, addresses)):
            raise TargetRefused(f"{host} is not a public address")
        checked = httpx.Request(
            request.method,
            request.url.copy_with(host=addresses[0]),
            headers=request.headers,
            stream=request.stream,
            extensions={**request.extensions, "sni_hostname": host},
        )
        return await self._inner.handle_async_request(checked)

    async def aclose(self) -> None:
        """Close the connections."""
        await self._inner.aclose()
