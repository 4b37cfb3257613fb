"""Ask a CDN to purge what has changed."""

from __future__ import annotations

from collections.abc import Collection

import httpx

from stallage.core.public import SURROGATE_KEY

MAX_KEYS = 200
"""Surrogate keys of a request. CDNs allow 256."""


async def purge(
    client: httpx.AsyncClient, url: str, authorisation: str, keys: Collection[str]
) -> None:
    """Purge all responses with one of these surrogate keys.

    `authorisation`: a header as `Name: value`, or empty. Raises httpx.HTTPError.
    """
    name, _, value = authorisation.partition(":")
    headers = {name: value.strip()} if name else {}
    ordered = sorted(keys)
    for start in range(0, len(ordered), MAX_KEYS):
        named = " ".join(ordered[start : start + MAX_KEYS])
        response = await client.post(url, headers={**headers, SURROGATE_KEY: named})
        response.raise_for_status()
