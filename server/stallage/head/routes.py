"""The call that gives the client the head of a page it navigates to."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import ApiError, NotFound
from stallage.core.public import public_response
from stallage.core.runtime import runtime_of
from stallage.core.schemas import Line, Output
from stallage.head.address import MAX_LENGTH
from stallage.head.pages import page_at
from stallage.search.cache.catalog_cache import catalog_cache_of

router = APIRouter(tags=["head"])


class Moved(NotFound):
    """The page bears another name now; `error.movedTo` is its path."""

    code = "moved"
    message = "This page has moved."


class Gone(ApiError):
    """The page was there and is gone for good."""

    code = "gone"
    status = 410
    message = "This is no longer here."


class Head(Output):
    """Head markup of a page."""

    dm_content: str = Field(description="HTML; every element carries `data-page-head`.")


@router.get(
    "/api/head", response_model=Answer[Head], responses=error_responses(NotFound, Moved, Gone)
)
async def get_head(
    request: Request,
    path: Annotated[
        Line,
        Query(max_length=MAX_LENGTH, description="A client route with its query, from `/`."),
    ],
) -> Response:
    """The head markup of a client route, the same that a first visit to it finds in its HTML."""
    found = await page_at(runtime_of(request), catalog_cache_of(request), path)
    if found.moved_to is not None:
        raise Moved(movedTo=found.moved_to)
    if found.status == 410:
        raise Gone
    if found.status != 200:
        raise NotFound
    body = answer(Head(dm_content=found.markup)).model_dump_json().encode()
    return public_response(request, body)
