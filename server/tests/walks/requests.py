"""The three requests whose walks are drawn: list products, add to the cart, place an order."""

from __future__ import annotations

from tests.cart.factory import sign_in
from tests.checkout.factory import make_taxes, make_terms, place
from tests.products.factory import make_product
from tests.shop import Shop
from tests.walks.recorder import Walk, record_walk


async def walks_of(shop: Shop) -> dict[str, Walk]:
    """Answer each request once and return its walk, by the name of its drawing."""
    async with shop.database.transaction() as connection:
        await make_terms(connection)
        await make_taxes(connection)
        bowl = await make_product(connection, "Serving bowl")
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
    return {"list-products": listing, "add-to-cart": adding, "place-order": ordering}
