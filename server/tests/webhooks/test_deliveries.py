"""Webhooks arrive signed, in order, and are retried."""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest

from stallage.core import clock
from stallage.core.events import publish
from stallage.orders.events import OrderPaid, OrderStatusChanged
from stallage.settings import Settings
from stallage.webhooks.jobs import delete_old_deliveries, retry_deliveries
from stallage.webhooks.rules.signatures import verify
from tests.admin import Admin, operator_client
from tests.checkout.factory import place
from tests.shop import Shop, running_shop
from tests.stocked_shop import stock_shop
from tests.webhooks.receiver import Receiver, receiving


@pytest.fixture
async def shop(settings: Settings) -> AsyncIterator[Shop]:
    """A shop that may send to this machine."""
    changed = settings.model_copy(update={"webhook_private_addresses": True})
    async with running_shop(changed) as running:
        yield running


@pytest.fixture
async def admin(shop: Shop) -> AsyncIterator[Admin]:
    async with operator_client(shop) as signed_in:
        yield signed_in


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    async with receiving() as opened:
        yield opened


async def subscribe(admin: Admin, receiver: Receiver, *topics: str) -> Any:
    return await admin.post(
        "/webhooks", json={"url": receiver.url, "topics": list(topics), "description": "Books"}
    )


async def deliveries(admin: Admin, endpoint_id: int) -> list[Any]:
    page = await admin.get(f"/webhooks/{endpoint_id}/deliveries")
    items: list[Any] = page["items"]
    return items


async def test_an_order_arrives_signed(shop: Shop, admin: Admin, receiver: Receiver) -> None:
    created = await subscribe(admin, receiver, "order.placed")
    (bowl,) = await stock_shop(shop)
    order = await place(shop, [bowl.sku_id])
    await shop.work()

    (request,) = receiver.requests
    assert request.message["type"] == "order.placed"
    assert request.message["data"]["order"]["orderId"] == order["orderId"]
    secret = base64.b64decode(created["secret"].removeprefix("whsec_"))
    assert verify(
        [secret],
        request.headers["webhook-id"],
        int(request.headers["webhook-timestamp"]),
        request.body,
        request.headers["webhook-signature"],
    )
    (delivery,) = await deliveries(admin, created["endpoint"]["id"])
    assert (delivery["state"], delivery["lastStatus"]) == ("delivered", 200)


async def test_nothing_is_recorded_without_a_subscription(
    shop: Shop, admin: Admin, receiver: Receiver
) -> None:
    await subscribe(admin, receiver, "ticket.opened")
    (bowl,) = await stock_shop(shop)
    await place(shop, [bowl.sku_id])
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT count(*) FROM webhook_events") == 0


async def _order_id(shop: Shop) -> int:
    async with shop.database.reading() as connection:
        order_id: int = await connection.fetchval("SELECT max(id) FROM orders")
        return order_id


async def test_a_failed_message_holds_back_the_later_ones_of_its_order(
    shop: Shop, admin: Admin, receiver: Receiver
) -> None:
    (bowl,) = await stock_shop(shop)
    await place(shop, [bowl.sku_id])
    order_id = await _order_id(shop)
    await subscribe(admin, receiver, "order.paid", "order.status_changed")
    receiver.answer = lambda _: (503, b"later", {})
    async with shop.database.transaction() as connection:
        await publish(connection, OrderPaid(order_id=order_id))
        await publish(connection, OrderStatusChanged(order_id=order_id, status=2))
    await shop.work()
    assert receiver.topics() == ["order.paid"]

    receiver.answer = lambda _: (200, b"", {})
    with clock.shift(timedelta(seconds=11)):
        await retry_deliveries(shop.runtime)
        await shop.work()
    assert receiver.topics() == ["order.paid", "order.paid", "order.status_changed"]
    first, again, _ = receiver.requests
    assert first.headers["webhook-id"] == again.headers["webhook-id"]
    assert first.body == again.body


async def test_a_message_is_given_up_after_days(
    shop: Shop, admin: Admin, receiver: Receiver
) -> None:
    created = await subscribe(admin, receiver, "*")
    endpoint_id = created["endpoint"]["id"]
    receiver.answer = lambda _: (500, b"", {})
    await admin.post(f"/webhooks/{endpoint_id}/test")
    await shop.work()
    (waiting,) = await deliveries(admin, endpoint_id)
    assert waiting["state"] == "waiting"
    assert waiting["nextTryAt"] is not None
    with clock.shift(timedelta(days=5)):
        await retry_deliveries(shop.runtime)
        await shop.work()
    (failed,) = await deliveries(admin, endpoint_id)
    assert (failed["state"], failed["tries"], failed["lastStatus"]) == ("failed", 2, 500)

    receiver.answer = lambda _: (204, b"", {})
    await admin.post(f"/webhook-deliveries/{failed['id']}/resend")
    await shop.work()
    details = await admin.get(f"/webhook-deliveries/{failed['id']}")
    assert details["state"] == "delivered"
    assert [one["status"] for one in details["attempts"]] == [204, 500, 500]


async def test_an_endpoint_that_keeps_failing_is_a_problem(
    shop: Shop, admin: Admin, receiver: Receiver
) -> None:
    async def problems() -> list[Any]:
        found = (await admin.get("/today/problems"))["items"]
        return [one for one in found if one["kind"] == "webhooks_failing"]

    created = await subscribe(admin, receiver, "*")
    endpoint_id = created["endpoint"]["id"]
    receiver.answer = lambda _: (500, b"", {})
    await admin.post(f"/webhooks/{endpoint_id}/test")
    await shop.work()
    # The next try may succeed.
    assert await problems() == []
    for seconds in (11, 80):
        with clock.shift(timedelta(seconds=seconds)):
            await retry_deliveries(shop.runtime)
            await shop.work()
    (problem,) = await problems()
    assert (problem["id"], problem["names"]) == (endpoint_id, ["Books"])
    assert (problem["count"], problem["severity"]) == (1, "wait")
    assert problem["since"] is not None

    receiver.answer = lambda _: (200, b"", {})
    with clock.shift(timedelta(minutes=20)):
        await retry_deliveries(shop.runtime)
        await shop.work()
    assert await problems() == []


async def test_an_endpoint_that_keeps_failing_is_left_alone_for_a_while(
    shop: Shop, admin: Admin, receiver: Receiver
) -> None:
    created = await subscribe(admin, receiver, "*")
    endpoint_id = created["endpoint"]["id"]
    receiver.answer = lambda _: (500, b"", {})
    for _ in range(3):
        await admin.post(f"/webhooks/{endpoint_id}/test")
    await shop.work()
    for seconds in (11, 80, 500):
        with clock.shift(timedelta(seconds=seconds)):
            await retry_deliveries(shop.runtime)
            await shop.work()
    endpoint = await admin.get(f"/webhooks/{endpoint_id}")
    assert endpoint["pausedUntil"] is not None
    assert endpoint["failingSince"] is not None
    sent = len(receiver.requests)
    await admin.post(f"/webhooks/{endpoint_id}/test")
    await shop.work()
    assert len(receiver.requests) == sent


async def test_both_secrets_sign_after_a_rotation(
    shop: Shop, admin: Admin, receiver: Receiver
) -> None:
    created = await subscribe(admin, receiver, "*")
    endpoint_id = created["endpoint"]["id"]
    rotated = await admin.post(f"/webhooks/{endpoint_id}/secret")
    await admin.post(f"/webhooks/{endpoint_id}/test")
    await shop.work()
    request = receiver.requests[-1]
    for secret in (created["secret"], rotated["secret"]):
        assert verify(
            [base64.b64decode(secret.removeprefix("whsec_"))],
            request.headers["webhook-id"],
            int(request.headers["webhook-timestamp"]),
            request.body,
            request.headers["webhook-signature"],
        )
    with clock.shift(timedelta(hours=25)):
        async with operator_client(shop) as later:
            await later.post(f"/webhooks/{endpoint_id}/test")
        await shop.work()
    assert len(receiver.requests[-1].headers["webhook-signature"].split()) == 1


async def test_redirects_are_not_followed(shop: Shop, admin: Admin, receiver: Receiver) -> None:
    created = await subscribe(admin, receiver, "*")
    receiver.answer = lambda _: (302, b"", {"Location": receiver.url})
    await admin.post(f"/webhooks/{created['endpoint']['id']}/test")
    await shop.work()
    assert len(receiver.requests) == 1
    (delivery,) = await deliveries(admin, created["endpoint"]["id"])
    assert (delivery["state"], delivery["lastStatus"]) == ("waiting", 302)


async def test_a_huge_response_is_cut(shop: Shop, admin: Admin, receiver: Receiver) -> None:
    created = await subscribe(admin, receiver, "*")
    receiver.answer = lambda _: (200, b"\x00x" * 1_000_000, {})
    test = await admin.post(f"/webhooks/{created['endpoint']['id']}/test")
    await shop.work()
    details = await admin.get(f"/webhook-deliveries/{test['deliveryId']}")
    assert len(details["attempts"][0]["response"]) == 2_000


async def test_old_deliveries_are_deleted(shop: Shop, admin: Admin, receiver: Receiver) -> None:
    created = await subscribe(admin, receiver, "*")
    await admin.post(f"/webhooks/{created['endpoint']['id']}/test")
    await shop.work()
    with clock.shift(timedelta(days=31)):
        await delete_old_deliveries(shop.runtime)
    assert await deliveries(admin, created["endpoint"]["id"]) == []
