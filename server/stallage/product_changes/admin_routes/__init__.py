"""The operators' API of products."""

from __future__ import annotations

from fastapi import APIRouter

from stallage.product_changes.admin_routes import bulk, cells, lifecycle, lists

router = APIRouter()
# Lists come first: `/products/count` is not a product's id.
for part in (lists, cells, bulk, lifecycle):
    router.include_router(part.router)
