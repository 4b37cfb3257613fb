"""Stocks a shop, so that it can take orders: delivery methods, a promo code, products and taxes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.checkout.factory import make_taxes, make_terms
from tests.products.factory import CreatedProduct, make_product
from tests.shop import Shop

Spec = Mapping[str, Any]
"""Arguments of `make_product`."""


def spec(title: str = "Everyday bowl", **fields: Any) -> Spec:
    """Describe a product to create, with fields of `make_product`."""
    return {"title": title, **fields}


async def stock_shop(shop: Shop, *products: Spec, taxes: bool = False) -> list[CreatedProduct]:
    """Create the terms of sale and these products, by default one bowl for 25.00 with ten units.

    bowl, vase = await stock_shop(shop, spec(price=3000), spec("Vase", stock=1), taxes=True)
    """
    async with shop.database.transaction() as connection:
        await make_terms(connection)
        if taxes:
            await make_taxes(connection)
        return [await make_product(connection, **one) for one in products or (spec(),)]
