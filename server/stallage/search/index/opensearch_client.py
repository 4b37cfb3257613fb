"""Requests to an OpenSearch server."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit, urlunsplit

import httpx
import orjson
import structlog

from stallage.core.errors import NotReady
from stallage.core.json_types import JsonObject

log = structlog.get_logger(__name__)

TIMEOUT = httpx.Timeout(10, connect=2, pool=2)
"""Seconds. A shopper waits for a search at most so long."""
BULK_SECONDS = 60
ATTEMPTS = 2
BUSY = {429, 502, 503, 504}
DEFAULT_NAME = "stallage"


class OpenSearchClient:
    """A client of one server. `url` may have credentials; its path names the index."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.name = parts.path.strip("/").replace("/", "-") or DEFAULT_NAME
        self._base = urlunsplit((parts.scheme, parts.netloc, "", "", ""))
        self._http: httpx.AsyncClient | None = None

    async def close(self) -> None:
        """Close the connections. A later request opens them again."""
        client, self._http = self._http, None
        if client is not None:
            await client.aclose()

    async def request(
        self, method: str, path: str, body: JsonObject | None = None
    ) -> JsonObject | None:
        """Send a request and return the response, or None if it says that something does not exist.

        Raises NotReady if the server cannot be reached or fails.
        """
        content = None if body is None else orjson.dumps(body)
        return await self._send(method, path, content, "application/json", TIMEOUT)

    async def bulk(self, index: str, lines: Sequence[JsonObject]) -> None:
        """Write documents. Raises NotReady if one of them was not written."""
        content = b"".join(orjson.dumps(one) + b"\n" for one in lines)
        path = f"/{index}/_bulk"
        result = await self._send("POST", path, content, "application/x-ndjson", BULK_TIMEOUT)
        if result is None:
            raise NotReady
        for item in result["items"] if result["errors"] else ():
            [(action, outcome)] = item.items()
            # A product that is not in the index does not have to be dropped.
            if outcome["status"] >= 400 and (action, outcome["status"]) != ("delete", 404):
                log.error("search_engine_rejected", reason=str(outcome.get("error"))[:500])
                raise NotReady

    async def _send(
        self, method: str, path: str, content: bytes | None, kind: str, limits: httpx.Timeout
    ) -> JsonObject | None:
        if self._http is None:
            self._http = httpx.AsyncClient(base_url=self._base, trust_env=False)
        for attempt in range(1, ATTEMPTS + 1):
            try:
                response = await self._http.request(
                    method, path, content=content, headers={"Content-Type": kind}, timeout=limits
                )
            except httpx.TransportError as error:
                reason, again = repr(error), not isinstance(error, httpx.ReadTimeout)
            else:
                if response.status_code == 404:
                    return None
                if response.is_success:
                    result: JsonObject = orjson.loads(response.content)
                    return result
                reason = f"{response.status_code} {response.text[:500]}"
                again = response.status_code in BUSY
            if not again or attempt == ATTEMPTS:
                break
        log.warning("search_engine_failed", path=path, reason=reason)
        raise NotReady


BULK_TIMEOUT = httpx.Timeout(BULK_SECONDS, connect=2, pool=2)
