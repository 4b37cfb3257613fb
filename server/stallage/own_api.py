"""Requests to the shop's own API inside the process, for pages that the server makes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from fastapi import FastAPI
from starlette.types import Message, Scope

from stallage.core.clients import FORWARDING_HEADERS
from stallage.core.public import SHOWN_TAGS

Headers = Sequence[tuple[bytes, bytes]]
"""Names in lower case."""


@dataclass(frozen=True, slots=True)
class OwnAnswer:
    """A response of the API."""

    status: int
    headers: dict[bytes, bytes]
    """By name in lower case."""
    body: bytes
    shows: set[str]
    """Tags of what a public response shows, as far as its route names them."""


async def request_api(
    app: FastAPI,
    visitor: Scope,
    method: str,
    address: str,
    *,
    body: bytes = b"",
    headers: Headers = (),
) -> OwnAnswer:
    """Send a request of a guest to a path with query, with a JSON body if there is one.

    It counts as a request of the visitor's network, but carries no sign-in and no cookies. Call it in a
    task of its own, because each request binds its id to the log context.
    """
    path, _, query = address.partition("?")
    forwarded = [(name, value) for name, value in visitor["headers"] if name in FORWARDING_HEADERS]
    kind = [(b"content-type", b"application/json")] if body else []
    shows: set[str] = set()
    scope: Scope = {
        "type": "http",
        "asgi": visitor["asgi"],
        "http_version": "1.1",
        "method": method,
        "scheme": visitor["scheme"],
        "server": visitor.get("server"),
        "client": visitor.get("client"),
        "root_path": visitor.get("root_path", ""),
        "path": unquote(path),
        "raw_path": path.encode("ascii"),
        "query_string": query.encode("ascii"),
        "headers": [
            (b"accept", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            *kind,
            *headers,
            *forwarded,
        ],
        "state": visitor.get("state", {}),
        SHOWN_TAGS: shows,
    }
    status = 0
    received: dict[bytes, bytes] = {}
    parts: list[bytes] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        nonlocal status
        if message["type"] == "http.response.start":
            status = message["status"]
            received.update((name.lower(), value) for name, value in message["headers"])
        else:
            parts.append(message.get("body", b""))

    await app(scope, receive, send)
    return OwnAnswer(status, received, b"".join(parts), shows)
