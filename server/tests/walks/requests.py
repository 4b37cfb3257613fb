"""The three requests whose walks are drawn: list products, add to the cart, place an order."""

from __future__ import annotations

import functools
import sys

from tests.cart.factory import sign_in
from tests.checkout.factory import place
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop
from tests.walks.recorder import Walk, record_walk

LEFT_OUT = ("webhooks/", "waiting_line/queries")
"""Webhooks observe events: `core.events` calls them, not the feature that publishes. A request reads the line
only if the last one was some time ago."""


def forget_memoised() -> None:
    """Let functions compute again what they did for other tests of this process."""
    for name, module in list(sys.modules.items()):
        if name.startswith("stallage."):
            for value in vars(module).values():
                if isinstance(value, functools._lru_cache_wrapper):
                    value.cache_clear()


async def walks_of(shop: Shop) -> dict[str, Walk]:
    """Answer each request once and return its walk, by the name of its drawing."""
    forget_memoised()
    (bowl,) = await stock_shop(shop, spec("Serving bowl"), taxes=True)
    await shop.work()
    # Prepares what a process reads once, such as the catalog's names.
    await shop.output("GET", "/api/products?page=2")
    customer = await sign_in(shop)
    with record_walk() as listing:
        await shop.output("GET", "/api/products?inStock=true")
    with record_walk() as adding:
        await shop.output(
            "POST",
            "/api/carts",
            json={"skuId": bowl.sku_id, "quantity": 1},
            headers=customer.headers,
        )
    with record_walk() as ordering:
        await place(shop, [bowl.sku_id])
    for walk in (listing, adding, ordering):
        walk.calls = [
            one for one in walk.calls if not any(module.startswith(LEFT_OUT) for module in one)
        ]
    return {"list-products": listing, "add-to-cart": adding, "place-order": ordering}
