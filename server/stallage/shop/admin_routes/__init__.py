"""The operators' API of the shop's own details and settings."""

from __future__ import annotations

from fastapi import APIRouter

from stallage.shop.admin_routes import frame, settings

router = APIRouter()
for part in (frame, settings):
    router.routes.extend(part.router.routes)
