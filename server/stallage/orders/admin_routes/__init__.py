"""The operators' API of orders."""

from __future__ import annotations

from fastapi import APIRouter

from stallage.orders.admin_routes import carriers, details, documents, fulfilment, lists

router = APIRouter()
for part in (lists, details, fulfilment, documents, carriers):
    router.routes.extend(part.router.routes)
