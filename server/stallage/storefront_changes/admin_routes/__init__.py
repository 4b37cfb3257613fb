"""The operators' API of the storefront."""

from __future__ import annotations

from fastapi import APIRouter

from stallage.storefront_changes.admin_routes import (
    brands,
    categories,
    collections,
    feature_sections,
    filters,
    layouts,
    size_guides,
    sliders,
)

router = APIRouter()
for part in (
    categories,
    brands,
    filters,
    size_guides,
    collections,
    layouts,
    sliders,
    feature_sections,
):
    router.routes.extend(part.router.routes)
