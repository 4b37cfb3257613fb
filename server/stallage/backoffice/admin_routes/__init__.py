"""The operators' API of lists, search and figures that combine all features."""

from __future__ import annotations

from fastapi import APIRouter

from stallage.backoffice.admin_routes import (
    customer_merges,
    customer_wallets,
    customers,
    health,
    inbox,
    presence,
    saved_views,
    search,
    today,
)

router = APIRouter()
for part in (
    inbox,
    customers,
    customer_wallets,
    customer_merges,
    today,
    health,
    presence,
    search,
    saved_views,
):
    router.routes.extend(part.router.routes)
