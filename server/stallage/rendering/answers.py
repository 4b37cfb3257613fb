"""Answers of the shop's own API, asked for inside the process."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from fastapi import FastAPI
from starlette.types import Scope

from stallage.own_api import request_api

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
    answer = await request_api(app, visitor, "GET", address)
    if answer.status != 200:
        raise AnswerMissing(f"{address.partition('?')[0]} answered {answer.status}")
    total = answer.headers.get(TOTAL)
    return ApiAnswer(answer.body, None if total is None else total.decode("latin-1"))
