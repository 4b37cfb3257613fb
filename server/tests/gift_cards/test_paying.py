"""Gift card codes that pay orders: each cent is spent once, and refunds go back to the card."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from stallage.core import clock
from stallage.orders.rules import OrderStatus
from stallage.wallet.actions import create_gift_code
from tests.cart.factory import sign_in
from tests.checkout.factory import guest_order
from tests.gift_cards.factory import details
from tests.gift_cards.test_buying import assert_invariants, cards
from tests.payments.factory import (
    Prepaid,
    end_now,
    order_of,
    place_prepaid,
    press,
    refunds,
    work_until,
)
from tests.returns.factory import buy
from tests.shop import Shop

TOTAL = 3190
"""Total of an order by `place_prepaid`: a bowl at 25.00 and 6.90 for delivery."""
LEFT = "SELECT amount FROM gift_codes ORDER BY created_at, code_hash"
TENDERS = "SELECT kind, amount, state FROM order_tenders ORDER BY order_id, position"


async def code_of(shop: Shop, amount: int, **terms: Any) -> str:
    async with shop.database.transaction() as connection:
        return await create_gift_code(connection, shop.runtime.secret, amount, **terms)


async def left(shop: Shop) -> list[int]:
    """Return what is left of each code."""
    async with shop.database.reading() as connection:
        return [row["amount"] for row in await connection.fetch(LEFT)]


async def tenders(shop: Shop) -> list[tuple[Any, ...]]:
    async with shop.database.reading() as connection:
        return [tuple(row) for row in await connection.fetch(TENDERS)]


async def paid_in_part(shop: Shop, amount: int = 1000) -> Prepaid:
    """Place an order that a card pays in part and the sandbox for the rest."""
    code = await code_of(shop, amount)
    return await place_prepaid(shop, giftCardCodes=[code])


async def cancel(shop: Shop, order: Prepaid, **body: Any) -> Any:
    path = f"/api/orders/{order.order_id}/cancel"
    return await shop.output("POST", path, params={"key": order.key}, json=body)


async def test_a_card_pays_a_part_and_is_refunded(shop: Shop) -> None:
    order = await paid_in_part(shop)
    assert await left(shop) == [0]
    assert await tenders(shop) == [("gift_card", 1000, "held"), ("online", TOTAL - 1000, "held")]
    await press(shop, order.redirect_url, "pay")
    await work_until(shop, order, payment_status=1)
    await assert_invariants(shop)
    await cancel(shop, order)
    await work_until(shop, order, payment_status=3)
    assert await left(shop) == [1000]
    assert await refunds(shop) == [(TOTAL - 1000, "cancelled", "done")]
    await assert_invariants(shop)


async def test_a_card_that_covers_the_order_pays_it_at_once(shop: Shop) -> None:
    code = await code_of(shop, 5000)
    order = await place_prepaid(shop, giftCardCodes=[code, code.lower()])
    details = await order_of(shop, order)
    assert details["paymentStatus"] == 1
    card = {"kind": "gift_card", "label": "Paid by gift card"}
    assert details["tenders"] == [card | {"amount": {"amount": TOTAL, "currency": "USD"}}]
    assert details["walletUsed"]["amount"] == TOTAL
    assert await left(shop) == [5000 - TOTAL]
    again = guest_order([order.sku_id], paymentMethod="cod", giftCardCodes=[code])
    quote = await shop.output(
        "POST",
        "/api/checkout/quote",
        json={key: again[key] for key in ("skuIds", "giftCardCodes")},
    )
    assert quote["payable"]["amount"] == quote["total"]["amount"] - (5000 - TOTAL)
    paid = {"amount": 5000 - TOTAL, "currency": "USD"}
    assert quote["tenders"] == [card | {"amount": paid, "code": code}]
    await shop.output("POST", "/api/orders", json=again)
    assert await left(shop) == [0]
    status, error = await shop.error("POST", "/api/orders", json=again)
    assert (status, error["code"]) == (409, "gift_code_used")
    assert error["quote"]["problems"][0]["code"] == "gift_code_used"
    assert (await cancel(shop, order))["paymentStatus"] == 3
    assert await left(shop) == [TOTAL]
    await shop.work()
    await assert_invariants(shop)


async def test_concurrent_orders_never_overdraw_a_card(shop: Shop) -> None:
    order = await paid_in_part(shop, TOTAL * 2)
    await cancel(shop, order)
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE skus SET stock = stock + 20, supplied = supplied + 20")
    code = await code_of(shop, TOTAL * 2)
    body = guest_order([order.sku_id], paymentMethod="prepaid", giftCardCodes=[code])
    answers = await asyncio.gather(*(shop.client.post("/api/orders", json=body) for _ in range(6)))
    codes = [answer.json()["error"]["code"] for answer in answers if answer.status_code != 201]
    assert set(codes) <= {"gift_code_used"}
    assert 1 <= 6 - len(codes) <= 2
    assert sum(await left(shop)) == TOTAL * (2 + len(codes) - 4)
    await assert_invariants(shop)


async def test_paying_and_redeeming_at_once(shop: Shop) -> None:
    code = await code_of(shop, 2000)
    ada = await sign_in(shop)
    order, _redeemed = await asyncio.gather(
        place_prepaid(shop),
        shop.client.post("/api/wallet/redeem", json={"code": code}, headers=ada.headers),
    )
    assert await left(shop) == [2000]
    code = await code_of(shop, 2000)
    body = guest_order([order.sku_id], paymentMethod="prepaid", giftCardCodes=[code])
    placed, redeemed = await asyncio.gather(
        shop.client.post("/api/orders", json=body),
        shop.client.post("/api/wallet/redeem", json={"code": code}, headers=ada.headers),
    )
    assert sorted((placed.status_code, redeemed.status_code)) == [201, 409]
    await assert_invariants(shop)


async def test_refunds_to_a_redeemed_card_go_to_its_wallet(shop: Shop) -> None:
    code = await code_of(shop, 5000)
    order = await place_prepaid(shop, giftCardCodes=[code])
    ada = await sign_in(shop)
    redeemed = await shop.output(
        "POST", "/api/wallet/redeem", json={"code": code}, headers=ada.headers
    )
    assert redeemed["amount"]["amount"] == 5000 - TOTAL
    await cancel(shop, order)
    wallet = await shop.output("GET", "/api/wallet", headers=ada.headers)
    assert wallet["balance"]["amount"] == 5000
    await assert_invariants(shop)


async def test_an_unpaid_order_releases_the_card_and_a_late_payment_takes_it_again(
    shop: Shop,
) -> None:
    order = await paid_in_part(shop)
    await press(shop, order.redirect_url, "pay-late")
    await end_now(shop, order.order_id)
    await work_until(shop, order, payment_status=1)
    assert await left(shop) == [0]
    await assert_invariants(shop)


async def test_a_late_payment_is_refunded_if_the_card_was_spent_since(shop: Shop) -> None:
    order = await paid_in_part(shop)
    async with shop.database.transaction() as connection:
        # As if the card had been spent between the end of the order and the payment.
        await connection.execute("UPDATE gift_codes SET voided_at = now()")
    await press(shop, order.redirect_url, "pay-late")
    await end_now(shop, order.order_id)
    await work_until(shop, order, payment_status=3)
    assert await refunds(shop) == [(TOTAL - 1000, "late", "done")]
    assert await left(shop) == [1000]
    assert (await tenders(shop))[0] == ("gift_card", 1000, "released")


async def test_a_return_is_refunded_to_the_provider_first_and_then_to_the_card(shop: Shop) -> None:
    code = await code_of(shop, 4000)
    bought = await buy(shop, giftCardCodes=[code])
    assert bought.redirect_url is not None
    await press(shop, bought.redirect_url, "pay")
    await shop.work()
    online = (await bought.seen(shop))["payable"]["amount"]
    await bought.advance(shop, OrderStatus.DELIVERED)
    bowls, vase = await bought.line_ids(shop)
    lines = [{"lineId": bowls, "quantity": 3}, {"lineId": vase, "quantity": 1}]
    body = {"lines": lines, "reason": "No", "resolution": "refund", "refundTo": "source"}
    await bought.post(shop, "return", json=body)
    await bought.advance(shop, OrderStatus.RETURN_COMPLETED)
    await shop.work()
    assert [amount for amount, _reason, _state in await refunds(shop)] == [online]
    returned = (await bought.seen(shop))["total"]["amount"] - 690
    assert await left(shop) == [returned - online]
    assert await bought.balance(shop) == 0
    await assert_invariants(shop)


async def test_a_card_cannot_pay_for_a_card(shop: Shop) -> None:
    skus = await cards(shop)
    code = await code_of(shop, 9000)
    body = {
        "skuIds": [],
        "giftCards": [{"skuId": skus[2500], **details()}],
        "contact": guest_order([])["contact"],
        "paymentMethod": "prepaid",
        "giftCardCodes": [code],
    }
    placed = await shop.output("POST", "/api/orders", json=body)
    assert placed["payment"]["redirectUrl"]
    assert await left(shop) == [9000]


@pytest.mark.parametrize(
    ("terms", "change", "code"),
    [
        ({}, "DELETE FROM gift_codes", "gift_code_invalid"),
        ({}, "UPDATE gift_codes SET voided_at = now()", "gift_code_void"),
        ({"expires_at": -1}, "SELECT", "gift_code_expired"),
        ({"credit_expires_at": -1}, "SELECT", "gift_code_expired"),
    ],
)
async def test_an_invalid_code_prevents_the_order(
    shop: Shop, terms: dict[str, int], change: str, code: str
) -> None:
    ends = {name: clock.now() + timedelta(hours=hours) for name, hours in terms.items()}
    given = await code_of(shop, 1000, **ends)
    order = await place_prepaid(shop)
    async with shop.database.transaction() as connection:
        await connection.execute(change)
    body = guest_order([order.sku_id], paymentMethod="prepaid", giftCardCodes=[given])
    _status, error = await shop.error("POST", "/api/orders", json=body)
    assert error["code"] == code


async def test_lookups_of_unknown_codes_are_limited(shop: Shop) -> None:
    good = await code_of(shop, 1000)
    order = await place_prepaid(shop)
    body: dict[str, Any] = {"skuIds": [order.sku_id], "giftCardCodes": ["ABCD-EFGH-JKMN"]}
    for _ in range(20):
        quote = await shop.output("POST", "/api/checkout/quote", json=body)
        assert quote["problems"][0]["code"] == "gift_code_invalid"
    for code in ("ABCD-EFGH-JKMN", good):
        again = {**body, "giftCardCodes": [code]}
        quote = await shop.output("POST", "/api/checkout/quote", json=again)
        assert quote["problems"][0]["code"] == "gift_code_too_many"


async def test_the_invariant_finds_a_tender_that_differs_from_its_ledger(shop: Shop) -> None:
    await paid_in_part(shop)
    async with shop.database.transaction() as connection:
        await connection.execute("SET LOCAL session_replication_role = replica")
        await connection.execute("UPDATE gift_code_entries SET amount = amount + 1")
    with pytest.raises(AssertionError, match="The gift cards' part"):
        await assert_invariants(shop)
