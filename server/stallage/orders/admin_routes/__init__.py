"""The operators' API of orders."""

from __future__ import annotations

from fastapi import APIRouter

from stallage.orders.admin_routes import lists

router = APIRouter()
for part in (lists,):
    router.include_router(part.router)
