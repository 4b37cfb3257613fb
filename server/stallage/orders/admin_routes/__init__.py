"""The operators' API of orders."""

from __future__ import annotations

from fastapi import APIRouter

from stallage.orders.admin_routes import details, documents, fulfilment, lists

router = APIRouter()
for part in (lists, details, fulfilment, documents):
    router.include_router(part.router)
