"""The operators' API of stock."""

from __future__ import annotations

from fastapi import APIRouter

from stallage.stock_keeping.admin_routes import (
    counts,
    deliveries,
    levels,
    locations,
    low_levels,
    transfers,
)

router = APIRouter()
for part in (levels, low_levels, locations, counts, deliveries, transfers):
    router.routes.extend(part.router.routes)
