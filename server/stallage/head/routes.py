"""The route that returns the head of a page for client-side navigation."""

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
from stallage.head.pages import head_at
from stallage.search.cache.catalog_cache import catalog_cache_of

router = APIRouter(tags=["head"])


class Moved(NotFound):
    """The page was renamed; `error.movedTo` is its new path."""

    code = "moved"
    message = "This page has moved."


class Gone(ApiError):
    """The page was deleted."""

    code = "gone"
    status = 410
    message = "This page no longer exists."


class Head(Output):
    """The head markup of a page."""

    dm_content: str = Field(description="HTML; every element carries `data-page-head`.")


@router.get(
    "/api/head", response_model=Answer[Head], responses=error_responses(NotFound, Moved, Gone)
)
async def get_head(
    request: Request,
    path: Annotated[
        Line,
        Query(
            max_length=MAX_LENGTH, description="A client route with its query, starting with `/`."
        ),
    ],
) -> Response:
    """The head markup of a client route, the same as in the HTML of a first visit."""
    found = await head_at(runtime_of(request), catalog_cache_of(request), path)
    if found.moved_to is not None:
        raise Moved(movedTo=found.moved_to)
    if found.status == 410:
        raise Gone
    if found.status != 200:
        raise NotFound
    body = answer(Head(dm_content=found.markup)).model_dump_json().encode()
    return public_response(request, body)
