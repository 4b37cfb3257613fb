"""POST /api/carts."""

from __future__ import annotations

import asyncio

from stallage.cart.schemas import CartItem
from tests.cart.factory import fill_cart, sign_in
from tests.products.factory import SkuSpec, make_product, make_sale
from tests.shop import Shop


async def test_adding_returns_the_cart(shop: Shop) -> None:
    shopper = await sign_in(shop)
    async with shop.database.transaction() as connection:
        bowl = await make_product(
            connection,
            option_names=["Glaze"],
            skus=[SkuSpec(options=("Moss",), price=2200, compare_at_price=3000, stock=7)],
            image="/media/aa/bowl.webp",
        )
        await make_sale(connection, [bowl.id], percent=10)
    items = await shop.output(
        "POST", "/api/carts", json={"skuId": bowl.sku_id, "quantity": 2}, headers=shopper.headers
    )
    assert len(items) == 1
    CartItem.model_validate(items[0])
    item = items[0]
    assert item == {
        "id": item["id"],
        "skuId": bowl.sku_id,
        "quantity": 2,
        "title": "Everyday bowl",
        "slug": bowl.slug,
        "image": {
            "path": "/media/aa/bowl.webp",
            "alt": "Everyday bowl",
            "width": 720,
            "height": 900,
            "colour": "#eeeeee",
        },
        "options": [{"name": "Glaze", "value": "Moss"}],
        "price": {"amount": 1980, "currency": "USD"},
        "compareAtPrice": {"amount": 3000, "currency": "USD"},
        "lineTotal": {"amount": 3960, "currency": "USD"},
        "availableQuantity": 7,
        "maxQuantity": 99,
        "problem": None,
        "previousPrice": None,
        "message": None,
        "giftCard": None,
    }
    assert await shop.output("GET", "/api/carts", headers=shopper.headers) == items


async def test_adding_twice_adds_up_in_one_line(shop: Shop) -> None:
    shopper = await sign_in(shop)
    async with shop.database.transaction() as connection:
        bowl = await make_product(connection)
    for _ in range(2):
        items = await shop.output(
            "POST", "/api/carts", json={"skuId": bowl.sku_id}, headers=shopper.headers
        )
    assert [(item["skuId"], item["quantity"]) for item in items] == [(bowl.sku_id, 2)]


async def test_concurrent_additions_all_count(shop: Shop) -> None:
    shopper = await sign_in(shop)
    async with shop.database.transaction() as connection:
        bowl = await make_product(connection, stock=8)
    call = {"json": {"skuId": bowl.sku_id}, "headers": shopper.headers}
    answers = await asyncio.gather(
        *(shop.client.post("/api/carts", **call) for _ in range(12))  # type: ignore[arg-type]
    )
    assert sorted(answer.status_code for answer in answers) == [200] * 8 + [409] * 4
    items = await shop.output("GET", "/api/carts", headers=shopper.headers)
    assert items[0]["quantity"] == 8


async def test_more_than_in_stock_is_refused_and_changes_nothing(shop: Shop) -> None:
    shopper = await sign_in(shop)
    async with shop.database.transaction() as connection:
        bowl = await make_product(connection, stock=3)
        sold_out = await make_product(connection, "Vase", stock=0)
    await fill_cart(shop, shopper, bowl.sku_id)
    status, error = await shop.error(
        "POST", "/api/carts", json={"skuId": bowl.sku_id, "quantity": 3}, headers=shopper.headers
    )
    assert (status, error["code"]) == (409, "quantity_unavailable")
    assert (
        error["message"]
        == "Selected quantity is not available, please buy less or remove the item."
    )
    status, error = await shop.error(
        "POST", "/api/carts", json={"skuId": sold_out.sku_id}, headers=shopper.headers
    )
    assert (status, error["code"]) == (409, "out_of_stock")
    assert error["message"] == "Item is out stock, please remove to continue"
    items = await shop.output("GET", "/api/carts", headers=shopper.headers)
    assert [item["quantity"] for item in items] == [1]


async def test_untracked_and_backordered_skus_never_run_out(shop: Shop) -> None:
    shopper = await sign_in(shop)
    async with shop.database.transaction() as connection:
        untracked = await make_product(connection, skus=[SkuSpec(stock=0, tracked=False)])
        backordered = await make_product(connection, skus=[SkuSpec(stock=0, backorder=True)])
    for sku_id in (untracked.sku_id, backordered.sku_id):
        items = await shop.output(
            "POST", "/api/carts", json={"skuId": sku_id, "quantity": 50}, headers=shopper.headers
        )
    assert [item["availableQuantity"] for item in items] == [None, None]
    assert [item["problem"] for item in items] == [None, None]


async def test_limits(shop: Shop) -> None:
    shopper = await sign_in(shop)
    async with shop.database.transaction() as connection:
        few = await make_product(connection, stock=500, max_per_order=2)
        many = await make_product(connection, stock=500)
    status, error = await shop.error(
        "POST", "/api/carts", json={"skuId": few.sku_id, "quantity": 3}, headers=shopper.headers
    )
    assert (status, error["code"]) == (409, "limit_reached")
    assert error["message"] == "You can buy at most 2 of this item."
    await shop.output(
        "POST", "/api/carts", json={"skuId": many.sku_id, "quantity": 99}, headers=shopper.headers
    )
    status, error = await shop.error(
        "POST", "/api/carts", json={"skuId": many.sku_id}, headers=shopper.headers
    )
    assert (status, error["code"]) == (409, "limit_reached")
    for quantity in (0, 100, -1, 1.5, "x", True, None, 2**63):
        status, error = await shop.error(
            "POST",
            "/api/carts",
            json={"skuId": many.sku_id, "quantity": quantity},
            headers=shopper.headers,
        )
        assert (status, list(error["fields"])) == (422, ["quantity"])


async def test_a_cart_holds_a_hundred_lines(shop: Shop) -> None:
    shopper = await sign_in(shop)
    async with shop.database.transaction() as connection:
        wide = await make_product(
            connection,
            option_names=["Size"],
            skus=[SkuSpec(options=(str(number),)) for number in range(101)],
        )
    await fill_cart(shop, shopper, *wide.sku_ids[:100])
    status, error = await shop.error(
        "POST", "/api/carts", json={"skuId": wide.sku_ids[100]}, headers=shopper.headers
    )
    assert (status, error["code"]) == (409, "too_many_lines")
    items = await shop.output(
        "POST", "/api/carts", json={"skuId": wide.sku_ids[0]}, headers=shopper.headers
    )
    assert (len(items), items[0]["quantity"]) == (100, 2)


async def test_products_that_are_not_sold_are_not_found(shop: Shop) -> None:
    shopper = await sign_in(shop)
    async with shop.database.transaction() as connection:
        draft = await make_product(connection, status="draft")
    for sku_id in (draft.sku_id, 987_654_321, 2**53 - 1):
        status, _error = await shop.error(
            "POST", "/api/carts", json={"skuId": sku_id}, headers=shopper.headers
        )
        assert status == 404


async def test_guests_must_sign_in(shop: Shop) -> None:
    status, error = await shop.error("POST", "/api/carts", json={"skuId": 1})
    assert (status, error["code"]) == (401, "unauthorized")


async def test_a_repeated_key_adds_once_and_shows_the_cart_as_it_is(shop: Shop) -> None:
    shopper = await sign_in(shop)
    async with shop.database.transaction() as connection:
        bowl = await make_product(connection, skus=[SkuSpec(stock=7)])
    headers = {**shopper.headers, "Idempotency-Key": "one"}
    body = {"skuId": bowl.sku_id, "quantity": 2}
    responses = await asyncio.gather(
        *(shop.client.post("/api/carts", json=body, headers=headers) for _ in range(4))
    )
    assert [one.status_code for one in responses] == [200] * 4
    assert [one.json()["output"][0]["quantity"] for one in responses] == [2] * 4
    other = {**body, "quantity": 3}
    refused = await shop.client.post("/api/carts", json=other, headers=headers)
    assert refused.json()["error"]["code"] == "idempotency_key_reused"
    again = {**shopper.headers, "Idempotency-Key": "two"}
    items = await shop.output("POST", "/api/carts", json=body, headers=again)
    assert items[0]["quantity"] == 4


async def test_a_refused_addition_does_not_use_up_its_key(shop: Shop) -> None:
    shopper = await sign_in(shop)
    async with shop.database.transaction() as connection:
        bowl = await make_product(connection, skus=[SkuSpec(stock=0)])
    headers = {**shopper.headers, "Idempotency-Key": "one"}
    body = {"skuId": bowl.sku_id, "quantity": 1}
    refused = await shop.client.post("/api/carts", json=body, headers=headers)
    assert refused.json()["error"]["code"] == "out_of_stock"
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE skus SET stock = 1 WHERE id = $1", bowl.sku_id)
    items = await shop.output("POST", "/api/carts", json=body, headers=headers)
    assert items[0]["quantity"] == 1
    # The same key of another customer is another request.
    stranger = await sign_in(shop)
    items = await shop.output(
        "POST", "/api/carts", json=body, headers={**stranger.headers, "Idempotency-Key": "one"}
    )
    assert items[0]["quantity"] == 1
