"""Gift cards for tests: the product, and the details that a buyer enters."""

from __future__ import annotations

from typing import Any

from stallage.core.db import Connection
from stallage.products.actions.put_products import put_products
from stallage.products.drafts import ProductDraft, SkuDraft
from tests.checkout.factory import CONTACT
from tests.shop import Shop

DENOMINATIONS = (2500, 5000, 10_000)


async def make_gift_card(
    connection: Connection, *, slug: str = "gift-card", months: int = 36, free: bool = True
) -> dict[int, int]:
    """Create a gift card product and return its SKU ids by denomination."""
    terms = {"minimum": 1000 if free else 0, "maximum": 50_000 if free else 0, "months": months}
    await put_products(
        connection,
        [
            ProductDraft(
                slug=slug,
                title="Gift card",
                option_names=("Amount",),
                skus=tuple(
                    SkuDraft(options=(f"${amount // 100}",), price=amount)
                    for amount in DENOMINATIONS
                ),
                gift_card=terms,
            )
        ],
    )
    rows = await connection.fetch(
        "SELECT s.id, s.price FROM skus s JOIN products p ON p.id = s.product_id WHERE p.slug = $1",
        slug,
    )
    return {row["price"]: row["id"] for row in rows}


def details(amount: int = 2500, **changes: Any) -> dict[str, Any]:
    """Return the details that a buyer enters."""
    return {
        "amount": amount,
        "recipientName": "Grace",
        "recipientEmail": "grace@example.com",
        "senderName": "Ada",
        "message": "Happy birthday!",
        "sendOn": None,
        **changes,
    }


def card_order(*cards: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Return the body of a guest's order of gift cards only, without address and delivery."""
    return {
        "skuIds": [],
        "giftCards": list(cards),
        "contact": CONTACT,
        "paymentMethod": "prepaid",
        **changes,
    }


async def emails_to(shop: Shop, email: str) -> list[dict[str, Any]]:
    """Return gift card emails to an address."""
    return [one for one in shop.outbox() if one["kind"] == "gift_card" and email in str(one["to"])]
