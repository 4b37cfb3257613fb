"""The operators' API of products."""

from __future__ import annotations

from fastapi import APIRouter

from stallage.product_changes.admin_routes import records

router = APIRouter()
# Fixed paths such as `/products/bulk` go before those with an id.
for part in (records,):
    router.include_router(part.router)
