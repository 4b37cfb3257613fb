"""Refunds at the same time, rights, approval by a second person, and crashes in between."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from stallage.orders.rules import OrderStatus
from stallage.payments.actions.refunds import record_refund_refused, refund_part
from tests.admin import Admin, operator_client
from tests.conftest import OpenShop
from tests.orders.money import amount_of, credited, grant, item, pay, preview, refund, sound
from tests.payments.conftest import gateway, gateway_shop
from tests.payments.factory import place_prepaid, refunds
from tests.payments.fake_gateways import FakeGateway, send, session_of
from tests.payments.test_disasters import id_of, kill_during
from tests.returns.factory import buy_and_pay, buy_and_receive, money_back
from tests.returns.test_cancelling import BOWLS, TOTAL, VASE
from tests.returns.test_returns import return_body
from tests.shop import Shop

__all__ = ["gateway", "gateway_shop"]


async def answers(*calls: Any) -> list[int]:
    """Statuses of concurrent requests."""
    return sorted([response.status_code for response in await asyncio.gather(*calls)])


async def test_two_refunds_at_once_never_exceed_what_was_paid(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    async with operator_client(shop) as one, operator_client(shop, "finance") as other:
        body: dict[str, Any] = {"amount": TOTAL // 2 + 1}
        body["version"] = (await preview(one, bought.order_id, body))["version"]
        path = f"/orders/{bought.order_id}/goodwill-refunds"
        calls = [
            admin.request(
                "POST",
                path,
                key=f"{n}-{admin.operator_id}",
                json=body,
            )
            for n in range(3)
            for admin in (one, other)
        ]
        assert await answers(*calls) == [200, 409, 409, 409, 409, 409]
        (listed,) = (await one.get(f"/orders/{bought.order_id}/refunds"))["refunds"]
        pays = [
            admin.request(
                "POST",
                f"/orders/{bought.order_id}/refunds/{listed['refundId']}/pay",
                key=f"{n}-{admin.operator_id}",
            )
            for n in range(2)
            for admin in (one, other)
        ]
        assert await answers(*pays) == [200, 409, 409, 409]
    await sound(shop)
    assert await money_back(shop) == [(TOTAL // 2 + 1, "done")]


async def test_a_double_click_refunds_once(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    _bowls, vase = await bought.line_ids(shop)
    async with operator_client(shop) as admin:
        body: dict[str, Any] = {"lines": [item(vase, restock=True)]}
        seen = await preview(admin, bought.order_id, body)
        body["version"] = seen["version"]
        path = f"/orders/{bought.order_id}/refunds"
        responses = await asyncio.gather(
            *[admin.request("POST", path, key="once", json=body) for _ in range(4)]
        )
        assert [one.status_code for one in responses] == [200] * 4
        (refund_id,) = {one.json()["output"] for one in responses}
        pays = [admin.request("POST", f"{path}/{refund_id}/pay", key="once") for _ in range(4)]
        assert await answers(*pays) == [200] * 4
        status, error = await admin.error("POST", path, key="once", json={**body, "note": "x"})
        assert (status, error["code"]) == (409, "idempotency_key_reused")
        status, _error = await admin.error("POST", path, json=body)
        assert status == 422
    await sound(shop)
    assert await money_back(shop) == [(VASE, "done")]
    assert await bought.stocks(shop) == [7, 10, 10]


async def test_a_refund_against_cancellations(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    bowls, _vase = await bought.line_ids(shop)
    async with operator_client(shop) as admin:
        refund_id = await grant(admin, bought.order_id, {"amount": TOTAL - 500})
        cancel = f"{bought.path}/cancel"
        headers = bought.shopper.headers
        await answers(
            admin.request("POST", f"/orders/{bought.order_id}/refunds/{refund_id}/pay", key="p"),
            shop.client.post(
                cancel, json={"lines": [{"lineId": bowls, "quantity": 2}]}, headers=headers
            ),
            shop.client.post(cancel, json={}, headers=headers),
        )
    await sound(shop)
    assert sum(amount for amount, _state in await money_back(shop)) == TOTAL
    assert sum(await credited(shop)) == TOTAL


async def test_a_refund_against_a_return(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    bowls, vase = await bought.line_ids(shop)
    async with operator_client(shop) as admin:
        body: dict[str, Any] = {"lines": [item(bowls, 3), item(vase)]}
        body["version"] = (await preview(admin, bought.order_id, body))["version"]
        statuses = await answers(
            admin.request("POST", f"/orders/{bought.order_id}/refunds", key="g", json=body),
            shop.client.post(
                f"{bought.path}/return",
                json=return_body((bowls, 3), (vase, 1)),
                headers=bought.shopper.headers,
            ),
        )
        # A refund answers 200, a return 201; the later one is a conflict.
        assert statuses in ([200, 409], [201, 409])
        order = await bought.seen(shop)
        if order["status"] == OrderStatus.RETURN_REQUESTED:
            for status in (OrderStatus.RETURN_APPROVED, OrderStatus.RETURN_COMPLETED):
                await bought.advance(shop, status)
        else:
            (listed,) = (await admin.get(f"/orders/{bought.order_id}/refunds"))["refunds"]
            await pay(admin, bought.order_id, listed["refundId"])
    await sound(shop)
    assert sum(amount for amount, _state in await money_back(shop)) == BOWLS + VASE


async def test_a_change_in_between_is_shown(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    _bowls, vase = await bought.line_ids(shop)
    async with operator_client(shop) as admin:
        body: dict[str, Any] = {"lines": [item(vase)]}
        seen = await preview(admin, bought.order_id, body)
        await refund(admin, bought.order_id, {"amount": 100})
        status, error = await admin.error(
            "POST",
            f"/orders/{bought.order_id}/refunds",
            key="k",
            json={**body, "version": seen["version"]},
        )
        assert (status, error["code"]) == (409, "preview_changed")
        assert amount_of(error["preview"]["refundedBefore"]) == 100
        body["version"] = error["preview"]["version"]
        await admin.post(f"/orders/{bought.order_id}/refunds", key="k", json=body)


async def test_granting_paying_and_goodwill_are_three_rights(open_shop: OpenShop) -> None:
    async with open_shop(refund_approval_above=1000) as shop:
        bought = await buy_and_receive(shop)
        _bowls, vase = await bought.line_ids(shop)
        async with operator_client(shop, "support") as support, operator_client(shop) as owner:
            path = f"/orders/{bought.order_id}"
            for call in ("refunds/RF-0000-0000/pay", "goodwill-refunds"):
                status, error = await support.error("POST", f"{path}/{call}", key="k", json={})
                if call.endswith("pay") or "goodwill" in error.get("permission", ""):
                    assert (status, error["code"]) == (403, "forbidden"), error
            body: dict[str, Any] = {"lines": [item(vase)]}
            assert (await preview(owner, bought.order_id, body))["needsApproval"] is True
            refund_id = await grant(owner, bought.order_id, body)
            status, error = await owner.error("POST", f"{path}/refunds/{refund_id}/pay", key="mine")
            assert (status, error["code"]) == (403, "second_approval_required")
            async with operator_client(shop, "finance") as second:
                await forget_proof(shop, second)
                status, error = await second.error(
                    "POST", f"{path}/refunds/{refund_id}/pay", key="second"
                )
                assert (status, error["code"]) == (403, "step_up_required")
            async with operator_client(shop, "finance") as second:
                await pay(second, bought.order_id, refund_id)
            # Up to the limit, one person is enough.
            await refund(owner, bought.order_id, {"amount": 1000})
        await sound(shop)
        async with shop.database.reading() as connection:
            entries = await connection.fetch(
                "SELECT action, actor_name FROM audit_entries WHERE action LIKE 'refund.%'"
                " ORDER BY id"
            )
        assert [row["action"] for row in entries] == ["refund.granted", "refund.paid"] * 2
        assert entries[0]["actor_name"] != entries[1]["actor_name"]


async def forget_proof(shop: Shop, admin: Admin) -> None:
    """Make an operator's last step-up authentication an old one."""
    async with shop.database.transaction() as connection:
        await connection.execute(
            "UPDATE operator_sessions SET verified_at = verified_at - interval '1 day'"
            " WHERE operator_id = $1",
            admin.operator_id,
        )


@pytest.mark.parametrize("gateway", ["stripe"], indirect=True)
async def test_killed_while_the_provider_sends_a_refund(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    placed = await place_prepaid(shop)
    await shop.work()
    session = await session_of(shop, placed.order_id)
    await gateway.pay(shop, session)
    await send(shop, gateway, gateway.webhook_event(shop, session, "paid"))
    await shop.work()
    async with operator_client(shop) as admin:
        granted = await grant(admin, placed.order_id, {"amount": 700})
        # The process dies after the money was requested, before its job ran.
        await pay(admin, placed.order_id, granted)
        async with shop.database.transaction() as connection:
            order_id = await connection.fetchval("SELECT id FROM orders")
            refund_row = await connection.fetchval("SELECT id FROM order_refunds")
            await refund_part(connection, order_id, 700, f"refund:{refund_row}")
        refund_id = await id_of(shop, "SELECT id FROM refunds")
        await kill_during(shop, gateway, "refund", refund_id, calls_before=2)
        assert await gateway.refunded_amount(shop, session) == 700
        assert [one[2] for one in await refunds(shop)] == ["pending"]
        await sound(shop)
        assert await gateway.refunded_amount(shop, session) == 700
        assert [one[2] for one in await refunds(shop)] == ["done"]


async def test_a_refused_refund_is_listed_and_sent_again(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    async with operator_client(shop) as admin:
        refund_id = await grant(admin, bought.order_id, {"amount": 700})
        await pay(admin, bought.order_id, refund_id)
        async with shop.database.transaction() as connection:
            row = await connection.fetchrow("SELECT id, order_id FROM order_refunds")
            assert row is not None
            await refund_part(connection, row["order_id"], 700, f"refund:{row['id']}")
            gateway_id = await connection.fetchval("SELECT id FROM refunds")
            await record_refund_refused(connection, gateway_id, "The account has no funds.")
        (failed,) = (await admin.get("/gateway-refunds"))["items"]
        assert (failed["state"], failed["orderId"]) == ("refused", bought.order_id)
        assert failed["problem"] == "The account has no funds."
        (listed,) = (await admin.get(f"/orders/{bought.order_id}/refunds"))["refunds"]
        assert listed["gateway"][0]["problem"] == "The account has no funds."
        # Its money still counts as refunded.
        assert amount_of((await preview(admin, bought.order_id, {"amount": 1}))["refundedBefore"])
        async with operator_client(shop, "support") as support:
            path = f"/gateway-refunds/{failed['refundId']}/retry"
            status, _error = await support.error("POST", path, key="k")
            assert status == 403
        await admin.post(path, key="retry")
        await shop.work()
        assert (await admin.get("/gateway-refunds"))["items"] == []
        status, error = await admin.error("POST", path, key="again")
        assert (status, error["code"]) == (409, "refund_not_sendable")
    await sound(shop)
    assert await money_back(shop) == [(700, "done")]
    assert json.dumps(await credited(shop)) == "[700]"
