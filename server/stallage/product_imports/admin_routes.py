"""The operators' API of product exports. Imports are in `stallage.imports`."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request
from fastapi.responses import Response, StreamingResponse

from stallage.core.envelope import error_responses
from stallage.core.errors import InvalidFields
from stallage.core.runtime import runtime_of
from stallage.operators.dependencies import AdminRouter
from stallage.product_changes.schemas.lists import ProductFilter
from stallage.product_imports.operations import kind  # noqa: F401 - registers it
from stallage.product_imports.operations.exporting import export_products

router = AdminRouter(tag="products")


@router.get(
    "/exports/products",
    permission="products.read",
    response_class=Response,
    responses={
        200: {"content": {"text/csv": {}}, "description": "CSV."},
        **error_responses(InvalidFields),
    },
)
async def get_product_export(
    request: Request, query: Annotated[ProductFilter, Query()]
) -> Response:
    """The products of a filter as a Shopify product CSV. Imported again, it changes nothing."""
    exported = await export_products(runtime_of(request), query)
    return StreamingResponse(
        exported.chunks(),
        media_type="text/csv; charset=utf-8",
        headers={
            "Content-Disposition": f'attachment; filename="{exported.name}"',
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
        },
    )
