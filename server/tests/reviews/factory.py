"""Create delivered orders and reviews."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from stallage.orders.gateway_calls.advancing import advance_order
from stallage.orders.rules import OrderStatus
from tests.checkout.factory import ADDRESS, make_terms
from tests.customers.factory import Someone, someone
from tests.products.factory import CreatedProduct, make_product
from tests.shop import Shop


@dataclass(frozen=True, slots=True)
class Purchase:
    """A product that a customer has ordered."""

    product: CreatedProduct
    customer: Someone
    order_id: str

    def review(self, **changes: Any) -> dict[str, Any]:
        """Return the body of a review of it."""
        return {
            "orderId": self.order_id,
            "skuId": self.product.sku_id,
            "ratingStar": 5,
            "title": "Lovely",
            "comment": "It pours without a drip.",
            **changes,
        }


async def buy(
    shop: Shop,
    product: CreatedProduct | None = None,
    *,
    customer: Someone | None = None,
    status: OrderStatus = OrderStatus.DELIVERED,
) -> Purchase:
    """Order one unit and advance the order to a status."""
    buyer = customer or await someone(shop)
    async with shop.database.transaction() as connection:
        await make_terms(connection)
        item = product or await make_product(connection)
    placed = await shop.output(
        "POST",
        "/api/orders",
        json={
            "skuIds": [item.sku_id],
            "address": ADDRESS,
            "shippingMethod": "standard",
            "paymentMethod": "cod",
        },
        headers=buyer.headers,
    )
    if status is not OrderStatus.CONFIRMED:
        await advance_order(shop.runtime, placed["orderId"], status)
    return Purchase(item, buyer, placed["orderId"])


async def write(shop: Shop, purchase: Purchase, **changes: Any) -> Any:
    """Write a review and return the output."""
    return await shop.output(
        "POST",
        "/api/productcomment",
        json=purchase.review(**changes),
        headers=purchase.customer.headers,
    )


async def search(shop: Shop, *criteria: dict[str, Any], **rest: Any) -> Any:
    """Search published reviews."""
    return await shop.output(
        "POST", "/api/productcomment/search", json={"criteria": list(criteria), **rest}
    )
