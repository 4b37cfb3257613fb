"""Company details, CDN endpoints and what the shop offers."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request, Response

from stallage.core.envelope import Answer, answer
from stallage.core.public import LONG_CACHE, public_response
from stallage.core.runtime import runtime_of
from stallage.shop.queries import company
from stallage.shop.rules.capabilities import applicability
from stallage.shop.schemas import (
    Applicability,
    CdnDetails,
    CdnEndpoints,
    CompanyLogoDetails,
)

router = APIRouter(tags=["shop"])


@router.get("/api/company-details/logoDetails", response_model=Answer[CompanyLogoDetails])
async def get_company_logo(request: Request) -> Response:
    """Return the shop's name, logo, contact details and colour."""
    runtime = runtime_of(request)
    async with runtime.database.public_reading() as connection:
        details = await company(connection, runtime.settings)
    if details.logo_image is not None:
        details.logo_ratio = await asyncio.to_thread(runtime.media.aspect_ratio, details.logo_image)
    output = answer(CompanyLogoDetails(company_logo_details=details))
    return public_response(request, output.model_dump_json().encode(), cache_control=LONG_CACHE)


@router.get("/api/switcheshop-details/logoDetails", response_model=Answer[CdnDetails])
async def get_cdn_endpoints(request: Request) -> Response:
    """Return where the client loads images from: first and second choice."""
    settings = runtime_of(request).settings
    endpoints = CdnEndpoints(
        cdn_thirtd_party_end_point=settings.cdn_endpoint,
        cdn_local_end_point=settings.cdn_fallback_endpoint,
    )
    output = answer(CdnDetails(company_logo_details=endpoints))
    return public_response(request, output.model_dump_json().encode(), cache_control=LONG_CACHE)


@router.get("/api/credentials/applicability", response_model=Answer[Applicability])
async def get_applicability(request: Request) -> Response:
    """Return what this shop offers. The client requests it before each navigation."""
    output = answer(applicability(runtime_of(request).settings))
    return public_response(request, output.model_dump_json().encode())
