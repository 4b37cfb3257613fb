"""The network layer of HTTP clients, with a span for each request if the process sends traces."""

from __future__ import annotations

import ssl

import httpx

from stallage.core import tracing

DEFAULT_LIMITS = httpx.Limits(max_connections=100, max_keepalive_connections=20)


class _TracedTransport(httpx.AsyncBaseTransport):
    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self._inner = inner

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        # A request to a checked address has its name apart.
        host = request.extensions.get("sni_hostname", request.url.host)
        with tracing.call(request.method, host) as report_status:
            response = await self._inner.handle_async_request(request)
            report_status(response.status_code)
            return response

    async def aclose(self) -> None:
        await self._inner.aclose()


def http_transport(
    *, verify: ssl.SSLContext | bool = True, limits: httpx.Limits = DEFAULT_LIMITS
) -> httpx.AsyncBaseTransport:
    """Return a transport that ignores the machine's proxies and certificates."""
    plain = httpx.AsyncHTTPTransport(verify=verify, limits=limits, trust_env=False)
    return plain if tracing.active() is None else _TracedTransport(plain)
