"""Makes Stripe's client use the shop's HTTP client, with its timeouts and connections."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping
from typing import Any

import httpx
import stripe


class HttpxTransport(stripe.HTTPClient):
    """Transport of Stripe's client. Only its async methods are implemented."""

    name = "httpx"

    def __init__(self, client: httpx.AsyncClient, seconds: float) -> None:
        super().__init__()
        self._client = client
        self._seconds = seconds

    async def request_async(
        self, method: str, url: str, headers: Mapping[str, str], post_data: Any = None
    ) -> tuple[bytes, int, Mapping[str, str]]:
        """Send one request. A timeout counts as a connection error, which the client retries."""
        try:
            async with asyncio.timeout(self._seconds):
                response = await self._client.request(
                    method, url, headers=dict(headers), content=post_data
                )
        except (httpx.HTTPError, TimeoutError) as error:
            raise stripe.APIConnectionError(  # type: ignore[no-untyped-call] # untyped in Stripe's client
                f"Stripe cannot be reached: {type(error).__name__}", should_retry=True
            ) from error
        return response.content, response.status_code, response.headers

    def sleep_async(self, secs: float) -> Awaitable[None]:
        """Sleep before a retry."""
        return asyncio.sleep(secs)
