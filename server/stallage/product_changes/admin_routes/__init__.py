"""The operators' API of products."""

from __future__ import annotations

from fastapi import APIRouter

from stallage.product_changes.admin_routes import bulk, cells, lifecycle, lists, records

router = APIRouter()
# Fixed paths such as `/products/count` come before those with an id.
for part in (lists, cells, bulk, lifecycle, records):
    router.routes.extend(part.router.routes)
