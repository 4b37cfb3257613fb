"""The calls that say who the shop is and what it can do."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from stallage.core.db import PublicReading
from stallage.core.envelope import Answer, answer
from stallage.core.public import LONG_CACHE, public_response
from stallage.core.runtime import runtime_of
from stallage.shop.queries import company
from stallage.shop.rules import applicability
from stallage.shop.schemas import (
    Applicability,
    CdnDetails,
    CdnEndpoints,
    CompanyLogoDetails,
)

router = APIRouter(tags=["shop"])


@router.get("/api/company-details/logoDetails", response_model=Answer[CompanyLogoDetails])
async def get_company_logo(request: Request, connection: PublicReading) -> Response:
    """The shop's name, mark and colours."""
    details = await company(connection, runtime_of(request).settings)
    output = answer(CompanyLogoDetails(company_logo_details=details))
    return public_response(request, output.model_dump_json().encode(), cache_control=LONG_CACHE)


@router.get("/api/switcheshop-details/logoDetails", response_model=Answer[CdnDetails])
async def get_cdn_endpoints(request: Request) -> Response:
    """Where the client loads pictures first and second."""
    settings = runtime_of(request).settings
    endpoints = CdnEndpoints(
        cdn_thirtd_party_end_point=settings.cdn_endpoint,
        cdn_local_end_point=settings.cdn_fallback_endpoint,
    )
    output = answer(CdnDetails(company_logo_details=endpoints))
    return public_response(request, output.model_dump_json().encode(), cache_control=LONG_CACHE)


@router.get("/api/credentials/applicability", response_model=Answer[Applicability])
async def get_applicability(request: Request) -> Response:
    """What this shop can do now. The client asks before each navigation."""
    output = answer(applicability(runtime_of(request).settings))
    return public_response(request, output.model_dump_json().encode())
