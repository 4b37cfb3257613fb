"""GET, PUT and DELETE /api/carts, POST /api/carts/guest, and merging a guest's list."""

from __future__ import annotations

from stallage.cart.actions import merge_guest_cart
from stallage.core.db import Connection
from tests.cart.factory import fill_cart, make_customer, sign_in
from tests.products.factory import SkuSpec, make_product
from tests.shop import Shop


async def test_sets_and_removes(shop: Shop) -> None:
    shopper = await sign_in(shop)
    async with shop.database.transaction() as connection:
        bowl = await make_product(connection, stock=5)
        vase = await make_product(connection, "Vase", stock=5)
    await fill_cart(shop, shopper, bowl.sku_id, vase.sku_id)
    first, second = await shop.output("GET", "/api/carts", headers=shopper.headers)
    items = await shop.output(
        "PUT", "/api/carts", json={"id": first["id"], "quantity": 4}, headers=shopper.headers
    )
    assert [item["quantity"] for item in items] == [4, 1]
    status, error = await shop.error(
        "PUT", "/api/carts", json={"id": first["id"], "quantity": 6}, headers=shopper.headers
    )
    assert (status, error["code"]) == (409, "quantity_unavailable")
    items = await shop.output(
        "PUT", "/api/carts", json={"id": first["id"], "quantity": 0}, headers=shopper.headers
    )
    assert [item["id"] for item in items] == [second["id"]]
    for _ in range(2):
        assert (
            await shop.output("DELETE", f"/api/carts/{second['id']}", headers=shopper.headers) == []
        )


async def test_another_customers_line_is_not_found(shop: Shop) -> None:
    owner, stranger = await sign_in(shop), await sign_in(shop)
    async with shop.database.transaction() as connection:
        bowl = await make_product(connection)
    await fill_cart(shop, owner, bowl.sku_id)
    (line,) = await shop.output("GET", "/api/carts", headers=owner.headers)
    status, _error = await shop.error(
        "PUT", "/api/carts", json={"id": line["id"], "quantity": 2}, headers=stranger.headers
    )
    assert status == 404
    await shop.output("DELETE", f"/api/carts/{line['id']}", headers=stranger.headers)
    await shop.output(
        "PUT", "/api/carts", json={"id": line["id"], "quantity": 0}, headers=stranger.headers
    )
    assert await shop.output("GET", "/api/carts", headers=owner.headers) == [line]


async def test_changes_are_reported_on_the_line(shop: Shop) -> None:
    shopper = await sign_in(shop)
    async with shop.database.transaction() as connection:
        products = [await make_product(connection, stock=5, price=1000) for _ in range(4)]
    await fill_cart(shop, shopper, *[one.sku_id for one in products for _ in range(2)])
    unavailable, few, more_expensive, sold_out = [one.sku_id for one in products]
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE skus SET active = false WHERE id = $1", unavailable)
        await connection.execute("UPDATE skus SET stock = 1 WHERE id = $1", few)
        await connection.execute("UPDATE skus SET price = 1200 WHERE id = $1", more_expensive)
        await connection.execute("UPDATE skus SET stock = 0 WHERE id = $1", sold_out)
    items = await shop.output("GET", "/api/carts", headers=shopper.headers)
    assert [(item["skuId"], item["problem"]) for item in items] == [
        (unavailable, "unavailable"),
        (few, "quantity_unavailable"),
        (more_expensive, "price_changed"),
        (sold_out, "out_of_stock"),
    ]
    assert items[2]["previousPrice"] == {"amount": 1000, "currency": "USD"}
    assert items[3]["message"] == "Item is out stock, please remove to continue"
    items = await shop.output(
        "PUT",
        "/api/carts",
        json={"id": items[2]["id"], "quantity": 2},
        headers=shopper.headers,
    )
    assert items[2]["problem"] is None


async def test_a_guests_list_is_returned_as_cart_items(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        bowl = await make_product(connection, stock=2)
        vase = await make_product(connection, "Vase")
    items = await shop.output(
        "POST",
        "/api/carts/guest",
        json=[vase.sku_id, bowl.sku_id, 987_654_321, bowl.sku_id, bowl.sku_id],
    )
    assert [(item["id"], item["skuId"], item["quantity"], item["problem"]) for item in items] == [
        (vase.sku_id, vase.sku_id, 1, None),
        (bowl.sku_id, bowl.sku_id, 3, "quantity_unavailable"),
    ]
    assert await shop.output("POST", "/api/carts/guest", json=[]) == []
    for body in (
        {"skuIds": "x"},
        ["x"],
        [0],
        [True],
        [2**63],
        [1] * 9_901,
    ):
        status, _error = await shop.error("POST", "/api/carts/guest", json=body)
        assert status == 422
    status, error = await shop.error("POST", "/api/carts/guest", json=list(range(1, 102)))
    assert (status, error["code"]) == (409, "too_many_lines")


async def test_a_guests_list_is_merged_into_the_cart(connection: Connection) -> None:
    customer = await make_customer(connection)
    wide = await make_product(
        connection,
        option_names=["Size"],
        skus=[SkuSpec(options=(str(number),), stock=1) for number in range(103)],
    )
    few = await make_product(connection, max_per_order=2)
    draft = await make_product(connection, status="draft")
    have, raise_, *new = wide.sku_ids
    await merge_guest_cart(connection, customer, [have, have, raise_])
    sku_ids = [
        have,
        raise_,
        raise_,
        few.sku_id,
        few.sku_id,
        few.sku_id,
        draft.sku_id,
        987_654,
        *new,
    ]
    merge = await merge_guest_cart(connection, customer, sku_ids)
    assert merge.added == [few.sku_id, *new[:97]]
    assert merge.raised == [raise_]
    before = {one.sku_id: one.quantity for one in merge.before}
    assert before == {raise_: 1} | dict.fromkeys(merge.added, 0)
    assert [(one.sku_id, one.reason) for one in merge.left_out] == [
        (few.sku_id, "limit"),
        (draft.sku_id, "unavailable"),
        (987_654, "unknown"),
        *[(sku_id, "too_many_lines") for sku_id in new[97:]],
    ]
    rows = await connection.fetch(
        "SELECT sku_id, quantity FROM cart_lines WHERE customer_id = $1 ORDER BY id", customer
    )
    assert [tuple(row) for row in rows][:3] == [(have, 2), (raise_, 2), (few.sku_id, 2)]
    assert len(rows) == 100
    again = await merge_guest_cart(connection, customer, sku_ids)
    assert (again.added, again.raised) == ([], [])
    assert await merge_guest_cart(connection, customer, []) is not None
