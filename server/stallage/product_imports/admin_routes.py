"""The operators' API of product exports. Imports are in `stallage.imports`."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request
from fastapi.responses import Response, StreamingResponse

from stallage.core.envelope import error_responses
from stallage.core.errors import InvalidFields
from stallage.core.runtime import runtime_of
from stallage.import_export.formats.export_formats import EXPORT_FORMATS
from stallage.operators.dependencies import AdminRouter
from stallage.product_imports.operations import kind  # noqa: F401 - registers it
from stallage.product_imports.operations.exporting import export_products
from stallage.product_imports.schemas import ProductExportQuery

router = AdminRouter(tag="products")

MEDIA_TYPES = sorted({one.media_type.partition(";")[0] for one in EXPORT_FORMATS.values()})


@router.get(
    "/exports/products",
    permission="products.read",
    response_class=Response,
    responses={
        200: {"content": {media: {} for media in MEDIA_TYPES}, "description": "The file."},
        **error_responses(InvalidFields),
    },
)
async def get_product_export(
    request: Request, query: Annotated[ProductExportQuery, Query()]
) -> Response:
    """The products of a filter as a product file. A Shopify CSV that is imported changes nothing."""
    exported = await export_products(runtime_of(request), query)
    return StreamingResponse(
        exported.chunks(),
        media_type=exported.media_type,
        headers={
            "Content-Disposition": f'attachment; filename="{exported.name}"',
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
        },
    )
