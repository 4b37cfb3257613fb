"""The calls that read what the shop says. All are public and the same for everybody."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from stallage.content import queries
from stallage.content.schemas import Blog, BlogSummary, CareDetails, ContactDetails, Faq, Page
from stallage.core.db import PublicReading
from stallage.core.envelope import Answer, answer, error_responses, wrap_json
from stallage.core.errors import NotFound
from stallage.core.paging import PageQuery
from stallage.core.public import LONG_CACHE, etag_of, public_response
from stallage.core.runtime import runtime_of
from stallage.core.schemas import Line, Output

router = APIRouter(tags=["content"])

TOTAL = "X-Total-Count"
"""The header that says how long a list is that is answered as a bare list."""


def _public(request: Request, output: Output) -> Response:
    body = answer(output).model_dump_json().encode()
    return public_response(request, body, cache_control=LONG_CACHE)


def _listed(outputs: list[Faq] | list[BlogSummary]) -> bytes:
    rows = ",".join(one.model_dump_json() for one in outputs)
    return wrap_json(f"[{rows}]".encode())


@router.get("/api/company-details/returnAndExchangePolicy", response_model=Answer[Page])
async def get_return_policy(request: Request, connection: PublicReading) -> Response:
    """How things come back."""
    return _public(request, await queries.page_of(connection, "return-and-exchange"))


@router.get("/api/company-details/termAndCondition", response_model=Answer[Page])
async def get_terms(request: Request, connection: PublicReading) -> Response:
    """What both sides agree to."""
    return _public(request, await queries.page_of(connection, "terms-and-conditions"))


@router.get("/api/company-details/contactUsDetails", response_model=Answer[ContactDetails])
async def get_contact_details(request: Request, connection: PublicReading) -> Response:
    """How to reach the shop."""
    settings = runtime_of(request).settings
    return _public(request, await queries.contact_details(connection, settings))


@router.get("/api/company-details/customerCareDetails", response_model=Answer[CareDetails])
async def get_care_details(request: Request, connection: PublicReading) -> Response:
    """Who helps when something went wrong, and when."""
    settings = runtime_of(request).settings
    return _public(request, await queries.care_details(connection, settings))


@router.get("/api/faqs", response_model=Answer[list[Faq]])
async def list_faqs(request: Request, connection: PublicReading) -> Response:
    """Questions with their answers, in the order to be shown."""
    body = _listed(await queries.faqs(connection))
    return public_response(request, body, cache_control=LONG_CACHE)


@router.get(
    "/api/blogs",
    response_model=Answer[list[BlogSummary]],
    responses={
        200: {
            "headers": {
                TOTAL: {
                    "description": "Articles on all pages together.",
                    "required": True,
                    "schema": {"type": "integer", "minimum": 0},
                }
            }
        }
    },
)
async def list_blogs(request: Request, connection: PublicReading, page: PageQuery) -> Response:
    """Articles, newest first. `page` and `pageSize` cut the list, which stays a list."""
    found = await queries.blogs(connection, page)
    body, total = _listed(found.items), str(found.total)
    # The total is part of what is answered, so it is part of what the tag stands for.
    tag = etag_of(body + total.encode())
    response = public_response(request, body, cache_control=LONG_CACHE, tag=tag)
    response.headers[TOTAL] = total
    return response


@router.get("/api/blogs/{value}", response_model=Answer[Blog], responses=error_responses(NotFound))
async def get_blog(
    request: Request,
    connection: PublicReading,
    value: Annotated[Line, Path(max_length=200, description="The article's slug or id.")],
) -> Response:
    """An article whole."""
    article = await queries.blog(connection, value)
    if article is None:
        raise NotFound
    return _public(request, article)
