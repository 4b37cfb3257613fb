"""Answers of the shop's own API, asked for inside the process."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from fastapi import FastAPI
from starlette.types import Scope

from stallage.own_api import request_api
from stallage.search.cache.changes import tags_of_cards

TOTAL = b"x-total-count"

POST = "POST "
READING = frozenset({"/api/carts/guest", "/api/checkout/quote", "/api/checkout/offers"})
"""Paths of POST requests that change nothing; a page may ask for no others."""


@dataclass(frozen=True, slots=True)
class ApiAnswer:
    """A successful answer, in its envelope."""

    body: bytes
    total: str | None
    """The number of items on all pages, for a list that says it in a header."""
    shows: frozenset[str]
    """Tags of what it shows. Those of its cards, if its route names none."""


class AnswerMissing(Exception):
    """The API refused a request or failed; the message has the path and the status."""


async def ask_api(app: FastAPI, visitor: Scope, requests: list[str]) -> dict[str, ApiAnswer]:
    """Return the answers to requests of a guest, by request: a path with query, which is asked by GET, or
    such as `POST /api/carts/guest [17]` with a body.

    They count as requests of the visitor's network, but carry no sign-in: a rendered page is the same for
    everybody. Raises AnswerMissing unless all succeed.
    """
    # Tasks of their own, because each request binds its id to the log context.
    asking = [asyncio.create_task(_ask(app, visitor, one)) for one in requests]
    try:
        return dict(zip(requests, await asyncio.gather(*asking), strict=True))
    finally:
        for task in asking:
            task.cancel()


async def _ask(app: FastAPI, visitor: Scope, request: str) -> ApiAnswer:
    method, address, body = "GET", request, ""
    if request.startswith(POST):
        method = "POST"
        address, _, body = request.removeprefix(POST).partition(" ")
        if address not in READING:
            raise AnswerMissing(f"{address} is not for pages")
    answer = await request_api(app, visitor, method, address, body=body.encode())
    if answer.status != 200:
        raise AnswerMissing(f"{address.partition('?')[0]} answered {answer.status}")
    total = answer.headers.get(TOTAL)
    shows = frozenset(answer.shows) or tags_of_cards(answer.body)
    return ApiAnswer(answer.body, None if total is None else total.decode("latin-1"), shows)
