"""The operators' API of changes of orders."""

from __future__ import annotations

from fastapi import APIRouter

from stallage.order_changes.admin_routes import cancellations, edits, refunds

router = APIRouter()
for part in (refunds, cancellations, edits):
    router.routes.extend(part.router.routes)
