"""The operators' API of the storefront."""

from __future__ import annotations

from fastapi import APIRouter

from stallage.storefront_changes.admin_routes import (
    categories,
    collections,
    feature_sections,
    layouts,
    size_guides,
    sliders,
)

router = APIRouter()
for part in (categories, size_guides, collections, layouts, sliders, feature_sections):
    router.include_router(part.router)
