"""What strangers send, and what every answer has to be whatever was sent."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import httpx

from tests.shop import Shop

INSIDES = re.compile(
    r"Traceback|asyncpg|psycopg|sqlalchemy|pydantic|site-packages|stallage[./](?:core|cart|catalog)"
    r"|\bSELECT\b.+\bFROM\b|\bINSERT INTO\b|syntax error at|\.py\b|/server/",
    re.IGNORECASE,
)
"""Words that only somebody who saw the shop's insides could say."""

AT_ONCE = 16


def judge(response: httpx.Response, sent: str = "") -> dict[str, Any]:
    """Checks what is true of every answer of a call: status, envelope, headers, no insides shown.

    `sent` is taken out before looking for insides: a shop may say back what it was told.
    """
    where = f"{response.request.method} {str(response.request.url)[:200]}: {response.text[:300]}"
    # The one 5xx that is no accident: the contract's word for a shop without Google's sign-in.
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
    said = response.text.replace(sent, "") if sent else response.text
    assert not INSIDES.search(said), where
    return body


def is_for_customers(declared: dict[str, Any]) -> bool:
    """Whether the document says of a call that a guest is refused."""
    security: list[dict[str, Any]] = declared.get("security", [])
    return bool(security) and {} not in security


@dataclass(frozen=True, slots=True)
class Operation:
    """A call of the OpenAPI document."""

    method: str
    path: str
    declared: dict[str, Any]

    @property
    def for_customers_alone(self) -> bool:
        """Whether a guest is refused."""
        return is_for_customers(self.declared)

    @property
    def takes_json(self) -> bool:
        """Whether it has a body of JSON."""
        return "application/json" in self.declared.get("requestBody", {}).get("content", {})

    def names(self, place: str) -> list[str]:
        """The parameters in the path or in the query."""
        return [one["name"] for one in self.declared.get("parameters", ()) if one["in"] == place]

    def url(self, **values: str) -> str:
        """The path with its parameters filled in; 1 where nothing else is given."""
        return re.sub(r"{(\w+)}", lambda found: values.get(found[1], "1"), self.path)


async def operations(shop: Shop) -> list[Operation]:
    """Every call that the shop says it has."""
    document = (await shop.client.get("/openapi.json")).json()
    return [
        Operation(method.upper(), path, declared)
        for path, methods in document["paths"].items()
        for method, declared in methods.items()
    ]


def requests_with(
    shop: Shop, wanted: Iterable[tuple[str, str, dict[str, Any]]], headers: dict[str, str]
) -> Iterator[httpx.Request]:
    """Builds requests; `headers` joins those of each."""
    for method, url, arguments in wanted:
        own = {**headers, **arguments.pop("headers", {})}
        yield shop.client.build_request(method, url, headers=own, **arguments)


async def send_all(shop: Shop, requests: Iterable[httpx.Request]) -> list[httpx.Response]:
    """Sends requests, some at a time, and returns the answers in their order."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def send(request: httpx.Request) -> httpx.Response:
        async with gate:
            return await shop.client.send(request)

    return await asyncio.gather(*(send(request) for request in requests))
