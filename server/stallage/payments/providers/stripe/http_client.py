"""Lets Stripe's client call through the shop's own HTTP client: its time limits, its connections."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping
from typing import Any

import httpx
import stripe


class Door(stripe.HTTPClient):
    """The transport of Stripe's client; only the calls that do not block are there."""

    name = "httpx"

    def __init__(self, outside: httpx.AsyncClient, seconds: float) -> None:
        super().__init__()
        self._outside = outside
        self._seconds = seconds

    async def request_async(
        self, method: str, url: str, headers: Mapping[str, str], post_data: Any = None
    ) -> tuple[bytes, int, Mapping[str, str]]:
        """One request. A slow answer and none at all are the same to the client: try again."""
        try:
            async with asyncio.timeout(self._seconds):
                response = await self._outside.request(
                    method, url, headers=dict(headers), content=post_data
                )
        except (httpx.HTTPError, TimeoutError) as error:
            raise stripe.APIConnectionError(  # type: ignore[no-untyped-call] # Stripe left it so
                f"Stripe cannot be reached: {type(error).__name__}", should_retry=True
            ) from error
        return response.content, response.status_code, response.headers

    def sleep_async(self, secs: float) -> Awaitable[None]:
        """The pause before another try."""
        return asyncio.sleep(secs)
