"""Helpers for fuzzing the API: its operations, and the checks that every response must pass."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import httpx

from stallage.contract import OPENAPI
from tests.shop import Shop

INTERNALS = re.compile(
    r"Traceback|asyncpg|psycopg|sqlalchemy|pydantic|site-packages|stallage[./](?:core|cart|products|search)"
    r"|\bSELECT\b.+\bFROM\b|\bINSERT INTO\b|syntax error at|\.py\b|/server/",
    re.IGNORECASE,
)
"""Text that would reveal the server's internals."""

CONCURRENCY = 2
"""As many as the shop runs of its most expensive reads at once: more would wait, and after a second get
a 503, however short the machine's pause was."""


def check_response(response: httpx.Response, sent: str = "") -> dict[str, Any]:
    """Check status, envelope and headers of a response, and that it reveals no internals.

    `sent` is removed before looking for internals, because a response may repeat its input.
    """
    where = f"{response.request.method} {str(response.request.url)[:200]}: {response.text[:300]}"
    # The contract's 5xx for a shop without Google sign-in is the only one that is not a bug.
    assert response.status_code < 500 or "google_not_enabled" in response.text, where
    assert response.headers["x-request-id"], where
    assert response.headers["cache-control"], where
    assert response.headers["content-type"] == "application/json", where
    body: dict[str, Any] = response.json()
    assert set(body) == {"status", "output", "error"}, where
    if body["status"]:
        assert response.status_code in (200, 201), where
        assert body["error"] is None, where
        return body
    assert body["output"] is None, where
    error = body["error"]
    assert re.fullmatch(r"[a-z_]+", error["code"]), where
    assert error["message"], where
    assert isinstance(error["fields"], dict), where
    assert response.headers["cache-control"] == "no-store", where
    text = response.text.replace(sent, "") if sent else response.text
    assert not INTERNALS.search(text), where
    return body


def requires_customer(declared: dict[str, Any]) -> bool:
    """Whether the OpenAPI document says that an operation refuses guests."""
    security: list[dict[str, Any]] = declared.get("security", [])
    return bool(security) and {} not in security


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation of the OpenAPI document."""

    method: str
    path: str
    declared: dict[str, Any]

    @property
    def requires_customer(self) -> bool:
        """Whether it refuses guests."""
        return requires_customer(self.declared)

    @property
    def accepts_json(self) -> bool:
        """Whether it has a JSON body."""
        return "application/json" in self.declared.get("requestBody", {}).get("content", {})

    def names(self, place: str) -> list[str]:
        """Return the names of the parameters in `path` or `query`."""
        parameters = self.declared.get("parameters", ())
        return [parameter["name"] for parameter in parameters if parameter["in"] == place]

    def url(self, **values: str) -> str:
        """Return the path with its parameters filled in, by default with 1."""
        return re.sub(r"{(\w+)}", lambda match: values.get(match[1], "1"), self.path)


def list_operations() -> list[Operation]:
    """Return all operations of the committed OpenAPI document. A shop needs seconds to generate it."""
    document = json.loads(OPENAPI.read_text())
    return [
        Operation(method.upper(), path, declared)
        for path, methods in document["paths"].items()
        for method, declared in methods.items()
    ]


def build_requests(
    shop: Shop, calls: Iterable[tuple[str, str, dict[str, Any]]], headers: dict[str, str]
) -> Iterator[httpx.Request]:
    """Build requests, adding `headers` to each."""
    for method, url, arguments in calls:
        own = {**headers, **arguments.pop("headers", {})}
        yield shop.client.build_request(method, url, headers=own, **arguments)


async def send_all(shop: Shop, requests: Iterable[httpx.Request]) -> list[httpx.Response]:
    """Send requests, some concurrently, and return the responses in their order."""
    gate = asyncio.Semaphore(CONCURRENCY)

    async def send(request: httpx.Request) -> httpx.Response:
        async with gate:
            return await shop.client.send(request)

    return await asyncio.gather(*(send(request) for request in requests))
