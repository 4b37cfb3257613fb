"""Edits of placed orders: exact to the cent, as previewed, and with everything else still right."""

from __future__ import annotations

from typing import Any

import pytest

from stallage.orders.rules import OrderStatus
from stallage.wallet.actions import credit
from stallage.wallet.rules import Reason
from tests.admin import operator_client
from tests.cart.factory import sign_in
from tests.checkout.factory import ADDRESS
from tests.orders.edits import edit, edit_error, preview_edit
from tests.orders.money import amount_of, pay, sound
from tests.payments.factory import press
from tests.returns.factory import Bought, buy, buy_and_pay, money_back
from tests.returns.test_cancelling import BOWLS, TOTAL, VASE
from tests.shop import Shop

# One bowl with its own rounded taxes, as in a new order.
BOWL = 999 + 65 + 38


async def invoiced(shop: Shop, bought: Bought) -> tuple[int, list[int]]:
    """The total of an order's invoice and its taxes."""
    async with shop.database.reading() as connection:
        row = await connection.fetchrow(
            "SELECT i.total, i.content FROM invoices i JOIN orders o ON o.id = i.order_id"
            " WHERE o.public_id = $1 AND i.kind = 'invoice'",
            bought.order_id,
        )
    assert row is not None
    return row["total"], [tax["amount"] for tax in row["content"]["taxes"]]


async def test_an_order_paid_on_delivery_is_edited_as_previewed(shop: Shop) -> None:
    bought = await buy(shop, paymentMethod="cod")
    bowls, vase = await bought.line_ids(shop)
    small, large, _vase = bought.skus
    async with operator_client(shop) as admin:
        body = {
            "lines": [{"lineId": bowls, "quantity": 2}, {"lineId": vase, "quantity": 0}],
            "added": [{"skuId": large, "quantity": 2}],
        }
        seen = await preview_edit(admin, bought.order_id, body)
        # Nothing is written yet.
        assert await bought.stocks(shop) == [7, 10, 9]
        total = TOTAL - VASE - (BOWLS - amount_of(seen["lines"][0]["amount"]))
        total += 2 * 999 + 130 + 77
        assert amount_of(seen["toPayBefore"]) == TOTAL
        assert amount_of(seen["totalAfter"]) == amount_of(seen["toPayAfter"]) == total
        assert amount_of(seen["toAskFor"]) == max(0, total - TOTAL)
        assert amount_of(seen["toGiveBack"]) == 0
        assert [(one["before"], one["after"]) for one in seen["stock"]] == [
            (7, 8),
            (10, 8),
            (9, 10),
        ]
        assert seen["needs"] == []
        assert "Removed 1 × Moss bowl, 1 × Ink vase; added 2 × Moss bowl" in seen["email"]["text"]
        await edit(admin, bought.order_id, body)
        order = await admin.get(f"/orders/{bought.order_id}")
        assert amount_of(order["total"]) - amount_of(order["cancelledTotal"]) == total
        assert (small, 3, 1) in [
            (one["skuId"], one["quantity"], one["cancelledQuantity"]) for one in order["lines"]
        ]
        entries = (await admin.get(f"/orders/{bought.order_id}/timeline"))["items"]
        newest = next(one for one in entries if one["type"] == "event")
        assert newest["label"].startswith("Edited: ")
        # The log says how much, and names nobody.
        (logged,) = (await admin.get("/audit?action=order.edited"))["items"]
        assert logged["after"]["total"] == total
    assert await bought.stocks(shop) == [8, 8, 10]
    await sound(shop)
    (email,) = [one for one in shop.outbox() if one["kind"] == "order_edited"]
    assert email["text"] == seen["email"]["text"]
    # No second email lists the cancelled units.
    assert "order_lines_cancelled" not in [one["kind"] for one in shop.outbox()]
    await bought.advance(shop, OrderStatus.DELIVERED)
    await sound(shop)
    assert (await invoiced(shop, bought))[0] == total


async def test_a_discount_lowers_taxes_as_a_cheaper_order_would(shop: Shop) -> None:
    bought = await buy(shop, paymentMethod="cod")
    bowls, vase = await bought.line_ids(shop)
    async with operator_client(shop) as admin:
        body = {"discount": {"amount": 1000, "reason": "Sorry for the delay"}}
        seen = await edit(admin, bought.order_id, body)
        # 1000 spread over 2997 and 2500: 545 and 455, taxed with 6.5 % and 3.85 % on each line.
        expected = (2452 + 159 + 94) + (2045 + 133 + 79) + 690
        assert amount_of(seen["totalAfter"]) == expected
        assert "Sorry for the delay" in seen["email"]["text"]
        order = await admin.get(f"/orders/{bought.order_id}")
        assert order["discounts"] == [
            {"name": "Sorry for the delay", "amount": {"amount": 1000, "currency": "USD"}}
            | {
                name: order["discounts"][0][name]
                for name in order["discounts"][0]
                if name == "slug"
            }
        ]
        assert [amount_of(tax["amount"]) for tax in order["taxes"]] == [159 + 133, 94 + 79]
        await sound(shop)
        # Units that leave later, and another discount on the rest, leave nothing over.
        for quantity in (2, 1):
            await edit(
                admin,
                bought.order_id,
                {
                    "lines": [{"lineId": bowls, "quantity": quantity}],
                    "discount": {"amount": 77, "reason": "Again"},
                },
            )
            await sound(shop)
        await edit(admin, bought.order_id, {"lines": [{"lineId": vase, "quantity": 0}]})
        last = await admin.get(f"/orders/{bought.order_id}")
        left = amount_of(last["total"]) - amount_of(last["cancelledTotal"])
    await bought.advance(shop, OrderStatus.DELIVERED)
    await sound(shop)
    assert (await invoiced(shop, bought))[0] == left


async def test_stored_value_stays_held_and_the_rest_follows(shop: Shop) -> None:
    shopper = await sign_in(shop)
    async with shop.database.transaction() as connection:
        await credit(connection, shopper.id, 3000, Reason.GOODWILL)
    bought = await buy(shop, paymentMethod="cod", useWallet=True)
    bowls, _vase = await bought.line_ids(shop)
    async with operator_client(shop) as admin:
        seen = await edit(
            admin, bought.order_id, {"added": [{"skuId": bought.skus[1], "quantity": 1}]}
        )
        order = await admin.get(f"/orders/{bought.order_id}")
        paid_by = {one["kind"]: amount_of(one["amount"]) for one in order["tenders"]}
        wallet = paid_by.get("wallet", 0)
        assert amount_of(seen["totalAfter"]) == TOTAL + BOWL
        assert amount_of(seen["toPayAfter"]) == paid_by["on_delivery"] == TOTAL + BOWL - wallet
        too_much = {"discount": {"amount": 5400, "reason": "Too much"}}
        if wallet:
            assert await edit_error(admin, bought.order_id, too_much) == (409, "discount")
        await edit(admin, bought.order_id, {"lines": [{"lineId": bowls, "quantity": 0}]})
    await sound(shop)


async def test_an_unpaid_online_order_is_paid_with_its_new_total(shop: Shop) -> None:
    bought = await buy(shop)
    async with operator_client(shop) as admin:
        await edit(admin, bought.order_id, {"added": [{"skuId": bought.skus[1], "quantity": 1}]})
    order = await bought.seen(shop)
    assert order["payable"]["amount"] == TOTAL + BOWL
    again = await bought.post(shop, "pay", json={"paymentMethod": "prepaid"})
    await press(shop, again["payment"]["redirectUrl"], "pay")
    await sound(shop)
    assert (await bought.seen(shop))["paymentStatus"] == 1
    assert (await invoiced(shop, bought))[0] == TOTAL + BOWL


async def test_a_paid_order_gives_back_what_was_paid_too_much(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    _bowls, vase = await bought.line_ids(shop)
    async with operator_client(shop) as admin:
        body = {
            "lines": [{"lineId": vase, "quantity": 0}],
            "discount": {"amount": 500, "reason": "Scratched bowl"},
        }
        seen = await edit(admin, bought.order_id, body)
        assert seen["needs"] == ["refunds.grant", "refunds.goodwill"]
        paid, refunded, pending, after = (
            amount_of(seen[name]) for name in ("paid", "refunded", "pending", "totalAfter")
        )
        assert (paid, after) == (TOTAL, TOTAL - VASE - 500)
        assert amount_of(seen["toGiveBack"]) == max(0, paid - refunded - pending - after)
        assert (amount_of(seen["refundedNow"]), amount_of(seen["granted"])) == (VASE, 500)
        await shop.work()
        assert await money_back(shop) == [(VASE, "done")]
        # The discount waits for whoever pays refunds.
        (waiting,) = (await admin.get(f"/orders/{bought.order_id}/refunds"))["refunds"]
        assert (waiting["state"], amount_of(waiting["amount"])) == ("granted", 500)
        await pay(admin, bought.order_id, waiting["refundId"])
    await sound(shop)
    assert await money_back(shop) == [(VASE, "done"), (500, "done")]


async def test_more_of_a_line_is_added_at_todays_price(shop: Shop) -> None:
    bought = await buy(shop, paymentMethod="cod")
    bowls, _vase = await bought.line_ids(shop)
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE skus SET price = 1200 WHERE id = $1", bought.skus[0])
    async with operator_client(shop) as admin:
        seen = await edit(admin, bought.order_id, {"lines": [{"lineId": bowls, "quantity": 4}]})
        same, added = [one for one in seen["lines"] if one["skuId"] == bought.skus[0]]
        assert (same["quantity"], amount_of(same["price"])) == (3, 999)
        assert (added["lineId"], added["quantity"], amount_of(added["price"])) == (None, 1, 1200)
        assert amount_of(seen["toAskFor"]) == 1200 + 78 + 46
    assert await bought.stocks(shop) == [6, 10, 9]
    await sound(shop)


async def test_the_address_moves_unless_taxes_differ(shop: Shop) -> None:
    bought = await buy(shop, paymentMethod="cod")
    async with operator_client(shop) as admin:
        body: dict[str, Any] = {"address": {**ADDRESS, "line1": "9 Quiet Street"}}
        seen = await edit(admin, bought.order_id, body)
        assert seen["addressChanged"]
        assert "9 Quiet Street" in seen["email"]["text"]
        order = await admin.get(f"/orders/{bought.order_id}")
        assert order["address"]["line1"] == "9 Quiet Street"
        # The same address again changes nothing.
        assert await edit_error(admin, bought.order_id, body) == (409, "nothing")
        assert await edit_error(admin, bought.order_id, {}) == (409, "nothing")
    await sound(shop)


async def test_an_edited_order_can_be_cancelled(shop: Shop) -> None:
    bought = await buy(shop, paymentMethod="cod")
    bowls, _vase = await bought.line_ids(shop)
    async with operator_client(shop) as admin:
        await edit(
            admin,
            bought.order_id,
            {
                "lines": [{"lineId": bowls, "quantity": 0}],
                "added": [{"skuId": bought.skus[1], "quantity": 2}],
                "discount": {"amount": 300, "reason": "For you"},
            },
        )
        # What was removed can be added again.
        await edit(admin, bought.order_id, {"added": [{"skuId": bought.skus[0], "quantity": 1}]})
    await sound(shop)
    await bought.post(shop, "cancel")
    assert await bought.stocks(shop) == [10, 10, 10]
    await sound(shop)


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        (OrderStatus.PREPARED, "packed"),
        (OrderStatus.SHIPPED, "shipped"),
        (OrderStatus.DELIVERED, "shipped"),
    ],
)
async def test_packed_and_shipped_orders_are_refused(
    shop: Shop, status: OrderStatus, reason: str
) -> None:
    bought = await buy(shop, paymentMethod="cod")
    _bowls, vase = await bought.line_ids(shop)
    await bought.advance(shop, status)
    async with operator_client(shop) as admin:
        body = {"lines": [{"lineId": vase, "quantity": 0}]}
        assert await edit_error(admin, bought.order_id, body) == (409, reason)
    assert await bought.stocks(shop) == [7, 10, 9]


async def test_what_cannot_be_edited_is_refused(shop: Shop) -> None:
    bought = await buy(shop, paymentMethod="cod")
    bowls, vase = await bought.line_ids(shop)
    async with operator_client(shop) as admin:
        for body, refused in (
            ({"lines": [{"lineId": 10**9, "quantity": 0}]}, (422, "invalid_fields")),
            ({"lines": [{"lineId": vase, "quantity": 0}] * 2}, (422, "invalid_fields")),
            ({"added": [{"skuId": 10**9, "quantity": 1}]}, (422, "invalid_fields")),
            (
                {"lines": [{"lineId": one, "quantity": 0} for one in (bowls, vase)]},
                (409, "nothing_left"),
            ),
            ({"added": [{"skuId": bought.skus[2], "quantity": 10}]}, (409, "quantity_unavailable")),
            (
                {"added": [{"skuId": bought.skus[2], "quantity": 9999}]},
                (409, "quantity_unavailable"),
            ),
            ({"discount": {"amount": 5498, "reason": "All"}}, (409, "discount")),
            ({"discount": {"amount": 0, "reason": "None"}}, (422, "invalid_fields")),
            ({"discount": {"amount": 1, "reason": " "}}, (422, "invalid_fields")),
            ({"discount": {"amount": 1, "reason": "x\x00y"}}, (422, "invalid_fields")),
        ):
            assert await edit_error(admin, bought.order_id, body) == refused, body
        await bought.post(shop, "cancel")
        body = {"lines": [{"lineId": vase, "quantity": 0}]}
        assert await edit_error(admin, bought.order_id, body) == (409, "cancelled")
    assert await bought.stocks(shop) == [10, 10, 10]


async def test_hostile_texts_stay_texts(shop: Shop) -> None:
    bought = await buy(shop, paymentMethod="cod")
    hostile = "<script>alert(1)</script> {{ 7 * 7 }} %s '; DROP"
    async with operator_client(shop) as admin:
        body = {"discount": {"amount": 100, "reason": hostile}}
        seen = await edit(admin, bought.order_id, body)
        assert hostile in seen["email"]["text"]
        assert "<script>" not in seen["email"]["html"]
        for search in ("%", "_", "'; --", "\\", "ß" * 100):
            assert (
                await admin.get(f"/orders/{bought.order_id}/edits/items", params={"search": search})
                == []
            )
    await bought.advance(shop, OrderStatus.DELIVERED)
    await sound(shop)


async def test_items_are_found_by_title_and_sku(shop: Shop) -> None:
    bought = await buy(shop, paymentMethod="cod")
    async with operator_client(shop) as admin:
        path = f"/orders/{bought.order_id}/edits/items"
        found = await admin.get(path, params={"search": "moss"})
        assert [(one["options"], one["available"]) for one in found] == [
            (["Small"], 7),
            (["Large"], 10),
        ]
        (by_sku,) = await admin.get(path, params={"search": found[1]["sku"]})
        assert by_sku["skuId"] == bought.skus[1]
        status, error = await admin.error("GET", "/orders/SO-0000-0000/edits/items?search=a")
        assert (status, error["code"]) == (404, "not_found")
