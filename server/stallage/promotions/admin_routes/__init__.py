"""The operators' API of promotions."""

from __future__ import annotations

from fastapi import APIRouter

from stallage.promotions.admin_routes import codes, discounts, gift_cards, sales

router = APIRouter()
for part in (codes, discounts, sales, gift_cards):
    router.routes.extend(part.router.routes)
