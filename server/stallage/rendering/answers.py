"""Answers of the shop's own API, asked for inside the process."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from urllib.parse import unquote

from fastapi import FastAPI
from starlette.types import Message, Scope

from stallage.core.clients import FORWARDING_HEADERS

FORWARDED = tuple(name.encode() for name in FORWARDING_HEADERS)
TOTAL = b"x-total-count"


@dataclass(frozen=True, slots=True)
class ApiAnswer:
    """A successful answer, in its envelope."""

    body: bytes
    total: str | None
    """The number of items on all pages, for a list that says it in a header."""


class AnswerMissing(Exception):
    """The API refused a request or failed; the message has the path and the status."""


async def ask_api(app: FastAPI, visitor: Scope, paths: list[str]) -> dict[str, ApiAnswer]:
    """Return the answers to GET requests of a guest, by path with query.

    They count as requests of the visitor's network, but carry no sign-in: a rendered page is the same for
    everybody. Raises AnswerMissing unless all succeed.
    """
    # Tasks of their own, because each request binds its id to the log context.
    asking = [asyncio.create_task(_ask(app, visitor, path)) for path in paths]
    try:
        return dict(zip(paths, await asyncio.gather(*asking), strict=True))
    finally:
        for task in asking:
            task.cancel()


async def _ask(app: FastAPI, visitor: Scope, address: str) -> ApiAnswer:
    path, _, query = address.partition("?")
    headers = [(name, value) for name, value in visitor["headers"] if name in FORWARDED]
    scope: Scope = {
        "type": "http",
        "asgi": visitor["asgi"],
        "http_version": "1.1",
        "method": "GET",
        "scheme": visitor["scheme"],
        "server": visitor.get("server"),
        "client": visitor.get("client"),
        "root_path": visitor.get("root_path", ""),
        "path": unquote(path),
        "raw_path": path.encode("ascii"),
        "query_string": query.encode("ascii"),
        "headers": [(b"accept", b"application/json"), *headers],
        "state": visitor.get("state", {}),
    }
    status = 0
    total: str | None = None
    parts: list[bytes] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        nonlocal status, total
        if message["type"] == "http.response.start":
            status = message["status"]
            for name, value in message["headers"]:
                if name.lower() == TOTAL:
                    total = value.decode("latin-1")
        else:
            parts.append(message.get("body", b""))

    await app(scope, receive, send)
    if status != 200:
        raise AnswerMissing(f"{path} answered {status}")
    return ApiAnswer(b"".join(parts), total)
