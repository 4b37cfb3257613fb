"""Paid gift cards: issued once, sent once, resent, corrected, voided, redeemed."""

from __future__ import annotations

import asyncio
from datetime import UTC, timedelta
from typing import Any

from stallage.core import clock
from stallage.core.invariants import check_invariants
from stallage.gift_cards import actions
from stallage.gift_cards.gateway_calls.sending import send_gift_card
from stallage.gift_cards.jobs import send_due_gift_cards
from stallage.process import open_runtime
from tests.cart.factory import Shopper, sign_in
from tests.checkout.factory import count
from tests.database_proxy import proxy_to
from tests.gift_cards.factory import card_order, details, emails_to, make_gift_card
from tests.invariants import INVARIANTS
from tests.payments.factory import press, refunds
from tests.shop import Shop

MAX_STATEMENTS = 60


async def assert_invariants(shop: Shop) -> None:
    async with shop.database.reading() as connection:
        broken = [one for one in await check_invariants(connection, INVARIANTS) if one.count]
    assert broken == []


class PaidOrder:
    """A guest's paid order of gift cards."""

    def __init__(self, shop: Shop, placed: Any) -> None:
        self.shop, self.order_id, self.key = shop, placed["orderId"], placed["key"]

    async def call(self, method: str, path: str = "", **arguments: Any) -> Any:
        """Call a route of the order and return its output."""
        url = f"/api/orders/{self.order_id}{path}"
        return await self.shop.output(method, url, params={"key": self.key}, **arguments)

    async def error(self, method: str, path: str, **arguments: Any) -> str:
        """Call a route of the order and return its error code."""
        url = f"/api/orders/{self.order_id}{path}"
        found = await self.shop.error(method, url, params={"key": self.key}, **arguments)
        return str(found[1]["code"])

    async def cards(self) -> list[Any]:
        cards: list[Any] = await self.call("GET", "/gift-cards")
        return cards


async def buy(shop: Shop, *given: dict[str, Any]) -> PaidOrder:
    async with shop.database.transaction() as connection:
        sku = await make_gift_card(connection)
    cards = [{"skuId": sku[2500], **details(), **one} for one in given or ({},)]
    placed = await shop.output("POST", "/api/orders", json=card_order(*cards))
    await press(shop, placed["payment"]["redirectUrl"], "pay-twice")
    await shop.work()
    return PaidOrder(shop, placed)


async def redeem(shop: Shop, who: Shopper, code: str) -> Any:
    return await shop.client.post("/api/wallet/redeem", json={"code": code}, headers=who.headers)


async def test_a_paid_card_is_sent_once_and_redeemed_into_a_wallet(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        sku = await make_gift_card(connection)
    placed = await shop.output(
        "POST", "/api/orders", json=card_order({"skuId": sku[2500], **details()})
    )
    order = PaidOrder(shop, placed)
    await shop.work()
    assert await order.cards() == []
    assert await emails_to(shop, "grace@example.com") == []
    await press(shop, placed["payment"]["redirectUrl"], "pay-twice")
    await shop.work()
    (card,) = await order.cards()
    assert (card["state"], card["amount"]["amount"]) == ("sent", 2500)
    (email,) = await emails_to(shop, "grace@example.com")
    code = email["data"]["code"]
    assert email["subject"] == "Ada has sent you a $25.00 gift card"
    assert "Happy birthday!" in email["text"]
    assert email["data"]["link"] == f"{shop.url}/user-profile/wallet?code={code}"
    # The buyer sees no code, and the database holds none.
    assert code not in str(await order.call("GET"))
    assert code not in str(card)
    async with shop.database.reading() as connection:
        rows = await connection.fetch("SELECT g::text || c::text FROM gift_cards g, gift_codes c")
    assert not any(code in row[0] or code.replace("-", "") in row[0] for row in rows)
    grace, eve = await sign_in(shop), await sign_in(shop)
    both = await asyncio.gather(*(redeem(shop, who, code) for who in (grace, eve)))
    assert sorted(answer.status_code for answer in both) == [201, 409]
    assert (await order.cards())[0]["state"] == "redeemed"
    await send_due_gift_cards(shop.runtime)
    await shop.work()
    assert len(await emails_to(shop, "grace@example.com")) == 1
    await assert_invariants(shop)


async def test_a_scheduled_card_can_be_corrected_until_it_is_sent(shop: Shop) -> None:
    day = (clock.now() + timedelta(days=5)).date()
    order = await buy(shop, {"sendOn": day.isoformat()}, {})
    waiting, sent = await order.cards()
    assert (waiting["state"], sent["state"]) == ("scheduled", "sent")
    assert waiting["sendAt"] == f"{day.isoformat()}T08:00:00.000Z"
    path = f"/gift-cards/{waiting['id']}"
    assert await order.error("PUT", path, json={"recipientEmail": "no"}) == "invalid_fields"
    assert await order.error("POST", f"{path}/resend") == "gift_card_not_sent"
    await order.call("PUT", path, json={"recipientEmail": "hopper@example.com"})
    other = f"/gift-cards/{sent['id']}"
    body = {"recipientEmail": "hopper@example.com"}
    assert await order.error("PUT", other, json=body) == "gift_card_sent"
    assert await order.error("PUT", "/gift-cards/GC-NONE", json=body) == "not_found"
    await send_due_gift_cards(shop.runtime)
    await shop.work()
    assert await emails_to(shop, "hopper@example.com") == []
    with clock.shift(timedelta(days=6)):
        await asyncio.gather(*(send_due_gift_cards(shop.runtime) for _ in range(3)))
        await shop.work()
    assert len(await emails_to(shop, "hopper@example.com")) == 1
    assert len(await emails_to(shop, "grace@example.com")) == 1
    # Resent with the same code, up to the limit.
    for _ in range(3):
        await order.call("POST", f"{path}/resend")
    assert await order.error("POST", f"{path}/resend") == "too_many_requests"
    emails = await emails_to(shop, "hopper@example.com")
    assert len({email["data"]["code"] for email in emails}) == 1
    assert len(emails) == 4


async def test_cancelling_voids_the_code_and_refunds(shop: Shop) -> None:
    order = await buy(shop, {}, {"recipientEmail": "linus@example.com"})
    lines = (await order.call("GET"))["lines"]
    (email,) = await emails_to(shop, "linus@example.com")
    (other_email,) = await emails_to(shop, "grace@example.com")
    body = {"lines": [{"lineId": lines[1]["lineId"]}]}
    await order.call("POST", "/cancel", json=body)
    await shop.work()
    ada = await sign_in(shop)
    answer = await redeem(shop, ada, email["data"]["code"])
    assert answer.json()["error"]["code"] == "gift_code_void"
    assert [card["state"] for card in await order.cards()] == ["sent", "void"]
    assert [one[0] for one in await refunds(shop)] == [2500]
    await assert_invariants(shop)
    # A redeemed card can no longer be cancelled, neither alone nor with the order.
    assert (await redeem(shop, ada, other_email["data"]["code"])).status_code == 201
    assert await order.error("POST", "/cancel") == "gift_card_redeemed"
    body = {"lines": [{"lineId": lines[0]["lineId"]}]}
    assert await order.error("POST", "/cancel", json=body) == "gift_card_redeemed"
    assert (await order.call("GET"))["status"] == 1
    assert [one[0] for one in await refunds(shop)] == [2500]
    await assert_invariants(shop)


async def test_either_redeeming_or_cancelling_wins(shop: Shop) -> None:
    ada = await sign_in(shop)
    for number in range(6):
        order = await buy(shop, {"recipientEmail": f"r{number}@example.com"})
        (email,) = await emails_to(shop, f"r{number}@example.com")
        path = f"{shop.url}/api/orders/{order.order_id}/cancel"
        redeemed, cancelled = await asyncio.gather(
            redeem(shop, ada, email["data"]["code"]),
            shop.client.post(path, params={"key": order.key}),
        )
        assert (redeemed.status_code == 201) != (cancelled.status_code == 200)
        async with shop.database.transaction() as connection:
            await connection.execute("DELETE FROM limits")
    await shop.work()
    await assert_invariants(shop)


async def test_concurrent_issuing_creates_one_card(shop: Shop) -> None:
    order = await buy(shop)
    async with shop.database.reading() as connection:
        order_id = await connection.fetchval("SELECT id FROM orders")

    async def again() -> None:
        async with shop.database.transaction() as connection:
            await actions.issue_gift_cards(
                connection, order_id, secret=shop.runtime.secret, zone=UTC
            )

    await asyncio.gather(*(again() for _ in range(4)))
    assert len(await order.cards()) == await count(shop, "gift_codes") == 1


async def test_disconnected_after_every_statement_of_sending(shop: Shop) -> None:
    day = (clock.now() + timedelta(days=1)).date().isoformat()
    disconnects = 0
    async with proxy_to(shop.runtime.settings.database_url) as proxy:
        for number in range(1, MAX_STATEMENTS):
            email = f"r{number}@example.com"
            order = await buy(shop, {"sendOn": day, "recipientEmail": email})
            async with shop.database.reading() as connection:
                card_id = await connection.fetchval("SELECT max(id) FROM gift_cards")
            was_disconnected = False

            async def disconnect() -> None:
                nonlocal was_disconnected
                was_disconnected = True
                proxy.close()

            with clock.shift(timedelta(days=2)):
                async with open_runtime(shop.runtime.settings, proxy.dsn) as broken:
                    proxy.arm(number, disconnect)
                    try:
                        await send_gift_card(broken, card_id)
                    except Exception:
                        # A lost connection may raise anything.
                        assert was_disconnected
                    proxy.disarm()
            with clock.shift(timedelta(days=2, minutes=10)):
                await send_due_gift_cards(shop.runtime)
                await shop.work()
            (card,) = await order.cards()
            assert card["state"] == "sent"
            emails = await emails_to(shop, email)
            # Twice only if the connection was lost between sending and recording it, with the same code.
            assert len(emails) in ((1, 2) if was_disconnected else (1,))
            assert len({email["data"]["code"] for email in emails}) == 1
            if not was_disconnected:
                break
            disconnects += 1
        else:
            raise AssertionError("sending does not take so many statements")
    assert disconnects >= 3


async def test_an_operator_voids_a_card(shop: Shop) -> None:
    order = await buy(shop)
    (card,) = await order.cards()
    async with shop.database.transaction() as connection:
        await actions.void_gift_card(connection, card["id"])
    assert (await order.cards())[0]["state"] == "void"
    assert await order.error("POST", f"/gift-cards/{card['id']}/resend") == "gift_card_not_sent"
