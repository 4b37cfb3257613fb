"""Calls of the shop's own API for forms: the same actions, rules, limits and messages."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

import orjson
from fastapi import Request

from stallage.core.json_types import JsonObject
from stallage.own_api import OwnAnswer, request_api

UNUSABLE = "The shop is temporarily unavailable. Please try again in a moment."


@dataclass(frozen=True, slots=True)
class ApiResult:
    """The output of a call, or its error."""

    status: int
    output: Any = None
    """As the API sends it; None for an error."""
    code: str = ""
    """Of the error; empty if the call succeeded."""
    message: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    """The first message of each field."""
    quote: JsonObject | None = None
    """The new quote of an order that was refused."""
    line: JsonObject | None = None
    """The place in line of an order that has to wait."""
    retry_after: str = ""

    @property
    def succeeded(self) -> bool:
        """Whether there is an output."""
        return not self.code


async def call_api(
    request: Request,
    method: str,
    path: str,
    body: object = None,
    *,
    key: str = "",
    ticket: str = "",
) -> ApiResult:
    """Call the API as the visitor of a request. `key`: the Idempotency-Key. `ticket`: of a line."""
    headers = [(b"user-agent", request.headers.get("user-agent", "").encode("latin-1"))]
    if key:
        headers.append((b"idempotency-key", key.encode("latin-1")))
    if ticket:
        headers.append((b"line-ticket", ticket.encode("latin-1")))
    content = b"" if body is None else orjson.dumps(body)
    # A task of its own, because each request binds its id to the log context.
    answered = await asyncio.create_task(
        request_api(request.app, request.scope, method, path, body=content, headers=headers)
    )
    return _result(answered)


def _result(answered: OwnAnswer) -> ApiResult:
    retry_after = answered.headers.get(b"retry-after", b"").decode("latin-1")
    try:
        envelope = orjson.loads(answered.body)
        if answered.status < 400:
            return ApiResult(answered.status, envelope["output"])
        error = envelope["error"]
        return ApiResult(
            answered.status,
            code=error["code"],
            message=error["message"],
            fields={name: texts[0] for name, texts in error["fields"].items() if texts},
            quote=error.get("quote"),
            line=error.get("line"),
            retry_after=retry_after,
        )
    except (ValueError, KeyError, TypeError):
        return ApiResult(503, code="not_ready", message=UNUSABLE, retry_after="2")
