"""Edits at the same time as other edits, cancellations and shoppers; repeats, conflicts and rights."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

import pytest

from tests.admin import operator_client
from tests.cart.factory import sign_in
from tests.checkout.factory import ADDRESS
from tests.orders.edits import committed, edit, preview_edit
from tests.orders.money import amount_of, sound
from tests.returns.factory import Bought, buy, buy_and_pay, money_back
from tests.returns.test_cancelling import TOTAL, VASE
from tests.shop import Shop


async def stock_of(shop: Shop, sku_id: int, units: int) -> None:
    """Count the stock of a SKU."""
    async with shop.database.transaction() as connection:
        await connection.execute(
            "UPDATE skus SET supplied = supplied + $2 - stock, stock = $2 WHERE id = $1",
            sku_id,
            units,
        )


async def test_the_last_unit_goes_to_one(shop: Shop) -> None:
    bought = await buy(shop, paymentMethod="cod")
    large = bought.skus[1]
    await stock_of(shop, large, 1)
    other = await sign_in(shop)
    path = f"/orders/{bought.order_id}/edits"
    async with operator_client(shop) as admin:
        arguments = await committed(
            admin, bought.order_id, {"added": [{"skuId": large, "quantity": 1}]}
        )
        placing = shop.client.post(
            "/api/orders",
            json={
                "skuIds": [large],
                "address": ADDRESS,
                "shippingMethod": "standard",
                "paymentMethod": "cod",
            },
            headers=other.headers,
        )
        edited, placed = await asyncio.gather(admin.request("POST", path, **arguments), placing)
    statuses = sorted([edited.status_code, placed.status_code])
    assert statuses in ([200, 409], [201, 409])
    assert (await bought.stocks(shop))[1] == 0
    await sound(shop)


async def test_two_edits_at_once_apply_one(shop: Shop) -> None:
    bought = await buy(shop, paymentMethod="cod")
    bowls, vase = await bought.line_ids(shop)
    path = f"/orders/{bought.order_id}/edits"
    bodies: list[dict[str, Any]] = [
        {
            "lines": [{"lineId": vase, "quantity": 0}],
            "added": [{"skuId": bought.skus[1], "quantity": 1}],
        },
        {"lines": [{"lineId": bowls, "quantity": 1}]},
        {"discount": {"amount": 100, "reason": "Thanks"}},
        {"address": {**ADDRESS, "line1": "1 New Street"}},
    ]
    async with operator_client(shop) as admin:
        calls = [await committed(admin, bought.order_id, body) for body in bodies]
        responses = await asyncio.gather(
            *[admin.request("POST", path, audited=False, **one) for one in calls]
        )
        assert sorted(one.status_code for one in responses) == [200, 412, 412, 412]
        refused = next(one for one in responses if one.status_code == 412).json()["error"]
        assert refused["current"]["orderId"] == bought.order_id
    await sound(shop)


async def test_an_edit_and_a_cancellation_apply_one_after_the_other(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    bowls, _vase = await bought.line_ids(shop)
    path = f"/orders/{bought.order_id}/edits"
    async with operator_client(shop) as admin:
        arguments = await committed(
            admin, bought.order_id, {"lines": [{"lineId": bowls, "quantity": 1}]}
        )
        edited, _cancelled = await asyncio.gather(
            admin.request("POST", path, **arguments), bought.post(shop, "cancel")
        )
    assert edited.status_code in (200, 409, 412)
    assert await bought.stocks(shop) == [10, 10, 10]
    await sound(shop)
    assert sum(amount for amount, _state in await money_back(shop)) == TOTAL


async def test_a_repeated_request_edits_once(shop: Shop) -> None:
    bought = await buy(shop, paymentMethod="cod")
    body = {"added": [{"skuId": bought.skus[1], "quantity": 1}]}
    path = f"/orders/{bought.order_id}/edits"
    async with operator_client(shop) as admin:
        arguments = await committed(admin, bought.order_id, body)
        responses = await asyncio.gather(
            *[admin.request("POST", path, audited=False, **arguments) for _ in range(4)]
        )
        assert [one.status_code for one in responses] == [200] * 4
        changed = {**arguments["json"], "added": [{"skuId": bought.skus[1], "quantity": 2}]}
        status, error = await admin.error("POST", path, **{**arguments, "json": changed})
        assert (status, error["code"]) == (409, "idempotency_key_reused")
    assert (await bought.stocks(shop))[1] == 9
    await sound(shop)


async def test_a_changed_price_is_shown_before_it_is_charged(shop: Shop) -> None:
    bought = await buy(shop, paymentMethod="cod")
    large = bought.skus[1]
    body = {"added": [{"skuId": large, "quantity": 1}]}
    path = f"/orders/{bought.order_id}/edits"
    async with operator_client(shop) as admin:
        arguments = await committed(admin, bought.order_id, body)
        async with shop.database.transaction() as connection:
            await connection.execute("UPDATE skus SET price = 5000 WHERE id = $1", large)
        status, error = await admin.error("POST", path, **arguments)
        assert (status, error["code"]) == (409, "preview_changed")
        assert amount_of(error["preview"]["totalAfter"]) == TOTAL + 5000 + 325 + 193
        # The order and its stock are untouched.
        assert (await bought.stocks(shop))[1] == 10
        status, error = await admin.error(
            "POST", path, key="no-etag", json={**body, "version": "x"}
        )
        assert (status, error["code"]) == (428, "precondition_required")
    await sound(shop)


async def _as_somebody(shop: Shop, bought: Bought, body: dict[str, Any], role: str) -> int:
    async with operator_client(shop) as owner:
        seen = await preview_edit(owner, bought.order_id, body)
        order = await owner.get(f"/orders/{bought.order_id}")
    async with operator_client(shop, role) as admin:
        response = await admin.request(
            "POST",
            f"/orders/{bought.order_id}/edits",
            key=secrets.token_hex(4),
            json={**body, "version": seen["version"]},
            headers={"If-Match": order["version"]},
        )
    return response.status_code


@pytest.mark.parametrize(
    ("role", "discounted", "allowed"),
    # Those who handle orders may grant refunds, but no goodwill. Others may not edit at all.
    [
        ("orders", False, True),
        ("orders", True, False),
        ("manager", True, True),
        ("finance", False, False),
        ("support", False, False),
    ],
)
async def test_giving_money_back_needs_the_rights_for_it(
    shop: Shop, role: str, *, discounted: bool, allowed: bool
) -> None:
    bought = await buy_and_pay(shop)
    _bowls, vase = await bought.line_ids(shop)
    body: dict[str, Any] = {"lines": [{"lineId": vase, "quantity": 0}]}
    if discounted:
        body["discount"] = {"amount": 100, "reason": "Thanks"}
    assert await _as_somebody(shop, bought, body, role) == (200 if allowed else 403)
    await shop.work()
    assert await money_back(shop) == ([(VASE, "done")] if allowed else [])
    await sound(shop)


async def test_edits_of_orders_with_shared_items_do_not_deadlock(shop: Shop) -> None:
    bought = await buy(shop, paymentMethod="cod")
    small, large, vase = bought.skus
    others = []
    for skus in ([small, large, vase], [vase, large, small]):
        placed = await shop.output(
            "POST",
            "/api/orders",
            json={
                "skuIds": skus,
                "address": ADDRESS,
                "shippingMethod": "standard",
                "paymentMethod": "cod",
            },
            headers=bought.shopper.headers,
        )
        others.append(placed["orderId"])
    async with operator_client(shop) as admin:
        for _round in range(2):
            calls = []
            for order_id, sku_id in zip(others, (large, small), strict=True):
                order = await admin.get(f"/orders/{order_id}")
                line = next(
                    one
                    for one in order["lines"]
                    if one["skuId"] != sku_id and one["quantity"] > one["cancelledQuantity"]
                )
                body = {
                    "lines": [{"lineId": line["lineId"], "quantity": 0}],
                    "added": [{"skuId": sku_id, "quantity": 1}],
                }
                arguments = await committed(admin, order_id, body)
                calls.append(
                    admin.request("POST", f"/orders/{order_id}/edits", audited=False, **arguments)
                )
            responses = await asyncio.gather(*calls)
            assert [one.status_code for one in responses] == [200, 200]
    await sound(shop)


async def test_an_edit_keeps_the_order_findable(shop: Shop) -> None:
    bought = await buy(shop, paymentMethod="cod")
    async with operator_client(shop) as admin:
        await edit(admin, bought.order_id, {"added": [{"skuId": bought.skus[1], "quantity": 1}]})
        await shop.work()
        order = await admin.get(f"/orders/{bought.order_id}")
        sku = next(one["sku"] for one in order["lines"] if one["skuId"] == bought.skus[1])
        found = await admin.get("/orders", params={"search": sku})
        assert [one["orderId"] for one in found["items"]] == [bought.order_id]
    await sound(shop)
