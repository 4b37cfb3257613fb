"""Gift cards that operators issue, send again, void and restore."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.admin import operator_client
from tests.checkout.factory import count, place
from tests.conftest import OpenShop
from tests.gift_cards.test_sending import buy
from tests.returns.factory import broken_invariants
from tests.shop import Shop
from tests.stocked_shop import stock_shop


def card(**changes: Any) -> dict[str, Any]:
    """The body of a card of 30.00."""
    return {
        "amount": 3000,
        "recipientEmail": "grace@example.com",
        "recipientName": "Grace",
        "message": "With our apologies.",
        "reason": "Late parcel",
        "validMonths": 12,
        **changes,
    }


async def code_of_email(shop: Shop) -> str:
    await shop.work()
    return str(shop.outbox()[-1]["data"]["code"])


async def test_a_card_is_issued_sent_and_spent(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
    async with operator_client(shop) as admin:
        preview = await admin.post("/promotions/gift-cards/preview", json=card())
        assert (preview["recipientEmail"], preview["needsStepUp"]) == ("grace@example.com", False)
        assert await count(shop, "gift_cards") == 0
        issued = await admin.post("/promotions/gift-cards", key="one", json=card())
        assert (issued["orderId"], issued["balance"]["amount"]) == (None, 3000)
        code = await code_of_email(shop)
        assert code not in str(issued)
        assert issued["maskedCode"].endswith(code[-4:])

        order = await place(shop, [bowl.sku_id], giftCards=[], giftCardCodes=[code])
        path = f"/promotions/gift-cards/{issued['id']}"
        now = await admin.get(path)
        assert (now["state"], now["amount"]["amount"]) in (("sent", 3000), ("redeemed", 3000))
        assert [(one["kind"], one["orderId"]) for one in now["uses"]] == [
            ("spent", order["orderId"])
        ]
        status, error = await admin.error("POST", f"{path}/void", json={"reason": "Lost"})
        assert (status, error["code"]) == (409, "gift_card_redeemed")
    assert await broken_invariants(shop) == []


async def test_the_same_key_issues_one_card(shop: Shop) -> None:
    async with operator_client(shop) as one, operator_client(shop, "manager") as other:
        calls = [
            admin.request("POST", "/promotions/gift-cards", key="same", audited=False, json=card())
            for admin in (one, one, other)
        ]
        answers = await asyncio.gather(*calls)
        assert [answer.status_code for answer in answers] == [201] * 3
        assert len({answer.json()["output"]["id"] for answer in answers}) == 1
        status, error = await one.error(
            "POST", "/promotions/gift-cards", key="same", json=card(amount=1)
        )
        assert (status, error["code"]) == (409, "idempotency_key_reused")
        assert (await one.error("POST", "/promotions/gift-cards", json=card()))[0] == 422
    assert await count(shop, "gift_cards") == 1


async def test_a_void_card_is_restored(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        issued = await admin.post("/promotions/gift-cards", key="one", json=card())
        path = f"/promotions/gift-cards/{issued['id']}"
        await shop.work()
        await admin.post(f"{path}/resend")
        assert len(shop.outbox()) == 2
        void = await admin.post(f"{path}/void", json={"reason": "Sent to the wrong person"})
        assert (void["state"], void["balance"]["amount"], void["canRestore"]) == ("void", 0, True)
        assert (await admin.error("POST", f"{path}/void", json={"reason": "x"}))[0] == 409
        assert (await admin.error("POST", f"{path}/resend"))[0] == 409
        back = await admin.post(f"{path}/restore")
        assert (back["state"], back["balance"]["amount"]) == ("sent", 3000)
        assert (await admin.error("POST", f"{path}/restore"))[0] == 409
        found = await admin.get("/promotions/gift-cards?q=grace&issued=true&state=sent")
        assert [one["id"] for one in found["items"]] == [issued["id"]]
        assert (await admin.get("/promotions/gift-cards/count?state=void"))["value"] == 0
        assert (await admin.error("GET", "/promotions/gift-cards/GC-0"))[0] == 404


async def test_the_card_of_a_cancelled_order_stays_void(shop: Shop) -> None:
    await stock_shop(shop)
    order = await buy(shop)
    async with operator_client(shop) as admin:
        (sold,) = (await admin.get(f"/promotions/gift-cards?q={order.order_id}"))["items"]
        assert (sold["orderId"], sold["issuedBy"]) == (order.order_id, None)
        path = f"/promotions/gift-cards/{sold['id']}"
        await admin.post(f"{path}/void", json={"reason": "Fraud"})
        await admin.post(f"{path}/restore")
        lines = (await order.call("GET"))["lines"]
        body = {"lines": [{"lineId": lines[0]["lineId"]}]}
        await order.call("POST", "/cancel", json=body)
        assert (await admin.get(path))["canRestore"] is False
        status, error = await admin.error("POST", f"{path}/restore")
        assert (status, error["code"]) == (409, "gift_card_not_void")


async def test_invalid_cards_are_refused(shop: Shop) -> None:
    invalid: tuple[tuple[dict[str, Any], str], ...] = (
        ({"amount": 0}, "amount"),
        ({"amount": "30"}, "amount"),
        ({"recipientEmail": "grace"}, "recipientEmail"),
        ({"reason": ""}, "reason"),
        ({"validMonths": 121}, "validMonths"),
    )
    async with operator_client(shop) as admin:
        for changes, field in invalid:
            for path in ("/promotions/gift-cards", "/promotions/gift-cards/preview"):
                status, error = await admin.error("POST", path, key="x", json=card(**changes))
                assert (status, list(error["fields"])) == (422, [field]), (changes, error)


async def test_large_cards_need_step_up(open_shop: OpenShop) -> None:
    async with open_shop(refund_approval_above=2000) as shop, operator_client(shop) as admin:
        async with shop.database.transaction() as connection:
            await connection.execute(
                "UPDATE operator_sessions SET verified_at = now() - interval '1 day'"
            )
        status, error = await admin.error("POST", "/promotions/gift-cards", key="a", json=card())
        assert (status, error["code"]) == (403, "step_up_required")
        small = card(amount=2000)
        await admin.post("/promotions/gift-cards", key="b", json=small)
