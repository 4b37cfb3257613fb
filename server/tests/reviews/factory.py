"""Makes what reviews need: orders that were delivered, and reviews."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from stallage.orders.gateway_calls.advancing import advance_order
from stallage.orders.rules import OrderStatus
from tests.checkout.factory import ADDRESS, make_terms
from tests.customers.factory import Someone, someone
from tests.products.factory import MadeProduct, make_product
from tests.shop import Shop


@dataclass(frozen=True, slots=True)
class Bought:
    """A product that a customer has ordered."""

    product: MadeProduct
    customer: Someone
    order_id: str

    def review(self, **changes: Any) -> dict[str, Any]:
        """The body of a review of it."""
        return {
            "orderId": self.order_id,
            "skuId": self.product.sku_id,
            "ratingStar": 5,
            "title": "Lovely",
            "comment": "It pours without a drip.",
            **changes,
        }


async def bought(
    shop: Shop,
    product: MadeProduct | None = None,
    *,
    customer: Someone | None = None,
    status: OrderStatus = OrderStatus.DELIVERED,
) -> Bought:
    """An order of one piece, as far as asked for."""
    buyer = customer or await someone(shop)
    async with shop.database.transaction() as connection:
        await make_terms(connection)
        thing = product or await make_product(connection)
    placed = await shop.output(
        "POST",
        "/api/orders",
        json={
            "skuIds": [thing.sku_id],
            "address": ADDRESS,
            "shippingMethod": "standard",
            "paymentMethod": "cod",
        },
        headers=buyer.headers,
    )
    if status is not OrderStatus.CONFIRMED:
        await advance_order(shop.runtime, placed["orderId"], status)
    return Bought(thing, buyer, placed["orderId"])


async def write(shop: Shop, one: Bought, **changes: Any) -> Any:
    """Writes a review; the output."""
    return await shop.output(
        "POST", "/api/productcomment", json=one.review(**changes), headers=one.customer.headers
    )


async def search(shop: Shop, *criteria: dict[str, Any], **rest: Any) -> Any:
    """Searches published reviews."""
    return await shop.output(
        "POST", "/api/productcomment/search", json={"criteria": list(criteria), **rest}
    )
