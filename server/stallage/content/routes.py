"""Pages, FAQs and blog articles. All responses are public and the same for everybody."""

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
"""Header with the total, for a response that is a plain list."""


def _public(request: Request, output: Output) -> Response:
    body = answer(output).model_dump_json().encode()
    return public_response(request, body, cache_control=LONG_CACHE)


def _to_json_list(outputs: list[Faq] | list[BlogSummary]) -> bytes:
    rows = ",".join(one.model_dump_json() for one in outputs)
    return wrap_json(f"[{rows}]".encode())


@router.get("/api/company-details/returnAndExchangePolicy", response_model=Answer[Page])
async def get_return_policy(request: Request, connection: PublicReading) -> Response:
    """Return the return and exchange policy."""
    return _public(request, await queries.read_page(connection, "return-and-exchange"))


@router.get("/api/company-details/termAndCondition", response_model=Answer[Page])
async def get_terms(request: Request, connection: PublicReading) -> Response:
    """Return the terms and conditions."""
    return _public(request, await queries.read_page(connection, "terms-and-conditions"))


@router.get("/api/company-details/contactUsDetails", response_model=Answer[ContactDetails])
async def get_contact_details(request: Request, connection: PublicReading) -> Response:
    """Return the contact page."""
    settings = runtime_of(request).settings
    return _public(request, await queries.contact_details(connection, settings))


@router.get("/api/company-details/customerCareDetails", response_model=Answer[CareDetails])
async def get_care_details(request: Request, connection: PublicReading) -> Response:
    """Return the customer care page."""
    settings = runtime_of(request).settings
    return _public(request, await queries.care_details(connection, settings))


@router.get("/api/pages/{slug}", response_model=Answer[Page], responses=error_responses(NotFound))
async def get_page(
    request: Request, connection: PublicReading, slug: Annotated[Line, Path(max_length=200)]
) -> Response:
    """Return a page of the shop's own."""
    page = await queries.own_page(connection, slug)
    if page is None:
        raise NotFound
    return _public(request, page)


@router.get("/api/faqs", response_model=Answer[list[Faq]])
async def list_faqs(request: Request, connection: PublicReading) -> Response:
    """Return all FAQs in display order."""
    body = _to_json_list(await queries.faqs(connection))
    return public_response(request, body, cache_control=LONG_CACHE)


@router.get(
    "/api/blogs",
    response_model=Answer[list[BlogSummary]],
    responses={
        200: {
            "headers": {
                TOTAL: {
                    "description": "Number of articles on all pages.",
                    "required": True,
                    "schema": {"type": "integer", "minimum": 0},
                }
            }
        }
    },
)
async def list_blogs(request: Request, connection: PublicReading, page: PageQuery) -> Response:
    """Return a page of articles, newest first, as a plain list."""
    articles = await queries.blogs(connection, page)
    body, total = _to_json_list(articles.items), str(articles.total)
    # The total is part of the response, so the tag covers it.
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
    """Return an article."""
    article = await queries.blog(connection, value)
    if article is None:
        raise NotFound
    return _public(request, article)
