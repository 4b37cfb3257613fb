"""The operators' API of the storefront."""

from __future__ import annotations

from fastapi import APIRouter

from stallage.storefront_changes.admin_routes import categories, collections, layouts, size_guides

router = APIRouter()
for part in (categories, collections, layouts, size_guides):
    router.include_router(part.router)
