"""Which messages are sent, what is in them, and who may have them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from stallage.customers.actions.contacts import get_or_create_by_email
from stallage.customers.actions.forgetting import forget_customer
from stallage.settings import Settings
from stallage.webhooks.rules.topics import PING, READING, TOPICS, permissions_to_read
from tests.admin import Admin, operator_client
from tests.orders.money import item, refund
from tests.returns.factory import buy, buy_and_pay, buy_and_receive, money_back
from tests.returns.test_cancelling import lines
from tests.shop import Shop, running_shop
from tests.support.test_contact import MESSAGE
from tests.webhooks.receiver import Receiver, receiving

BOOKS = "https://books.example/"


@asynccontextmanager
async def receiving_shop(
    settings: Settings, *topics: str
) -> AsyncIterator[tuple[Shop, Admin, Receiver]]:
    """Run a shop that sends these topics to this machine."""
    changed = settings.model_copy(update={"webhook_private_addresses": True})
    async with (
        running_shop(changed) as shop,
        operator_client(shop) as admin,
        receiving() as receiver,
    ):
        await admin.post("/webhooks", json={"url": receiver.url, "topics": list(topics)})
        yield shop, admin, receiver


def refunds_in(receiver: Receiver) -> list[tuple[int, str]]:
    """Return amount and kind of key of each refund that arrived."""
    data = [one.message["data"] for one in receiver.requests]
    return [
        (one["amount"]["amount"], "".join(c for c in one["key"] if not c.isdigit())) for one in data
    ]


async def add_role(shop: Shop, name: str, *permissions: str) -> None:
    async with shop.database.transaction() as connection:
        await connection.execute(
            "INSERT INTO operator_roles VALUES ($1, $2, now(), now())", name, list(permissions)
        )


async def write_as_guest(shop: Shop, email: str) -> str:
    """Open a ticket with the contact form. Returns its id."""
    await shop.output("POST", "/api/contact", json={**MESSAGE, "email": email})
    async with shop.database.reading() as connection:
        ticket_id: str = await connection.fetchval(
            "SELECT public_id FROM tickets ORDER BY id DESC LIMIT 1"
        )
    return ticket_id


async def test_a_cancelled_order_is_refunded_once(settings: Settings) -> None:
    async with receiving_shop(settings, "order.refunded") as (shop, _admin, receiver):
        bought = await buy_and_pay(shop)
        bowls, _vase = await bought.line_ids(shop)
        await bought.post(shop, "cancel", json=lines((bowls, 1)))
        await bought.post(shop, "cancel")
        await shop.work()
        sent_by_provider = [amount for amount, _state in await money_back(shop)]
        sent = refunds_in(receiver)
    assert [key for _amount, key in sent] == ["lines:", "cancelled"]
    # The provider gets one or two refunds, by which job runs first.
    assert sum(amount for amount, _key in sent) == sum(sent_by_provider)


async def test_an_unpaid_order_that_is_cancelled_is_not_refunded(settings: Settings) -> None:
    async with receiving_shop(settings, "*") as (shop, _admin, receiver):
        bought = await buy(shop)
        await bought.post(shop, "cancel")
        await shop.work()
    assert "order.cancelled" in receiver.topics()
    assert "order.refunded" not in receiver.topics()


async def test_refunds_to_source_and_wallet_are_two_messages(settings: Settings) -> None:
    async with receiving_shop(settings, "order.refunded") as (shop, admin, receiver):
        bought = await buy_and_receive(shop)
        body = {"amount": 1000, "destination": "split", "walletAmount": 400}
        await refund(admin, bought.order_id, body)
        await shop.work()
    assert refunds_in(receiver) == [(600, "refund:"), (400, "refund::wallet")]


async def test_restocked_items_change_the_stock(settings: Settings) -> None:
    async with receiving_shop(settings, "stock.changed") as (shop, admin, receiver):
        bought = await buy_and_receive(shop)
        _bowls, vase = await bought.line_ids(shop)
        await shop.work()
        receiver.requests.clear()
        await refund(admin, bought.order_id, {"lines": [item(vase, restock=True)]})
        await shop.work()
        (message,) = [one.message for one in receiver.requests]
    (sku,) = message["data"]["skus"]
    assert (sku["skuId"], sku["stock"]) == (bought.skus[2], 10)


async def test_answers_follow_their_ticket(settings: Settings) -> None:
    async with receiving_shop(settings, "ticket.opened", "ticket.answered") as found:
        shop, admin, receiver = found
        ticket_id = await write_as_guest(shop, "eve@example.com")
        ticket = await admin.get(f"/tickets/{ticket_id}")
        await admin.post(
            f"/tickets/{ticket_id}/replies",
            json={"message": "Soon."},
            headers={"If-Match": ticket["etag"]},
        )
        await shop.work()
    assert receiver.topics() == ["ticket.opened", "ticket.answered"]
    opened, answered = [one.message["subject"] for one in receiver.requests]
    assert opened == answered


def test_every_topic_needs_a_permission_to_read() -> None:
    assert {topic.partition(".")[0] for topic in TOPICS} == READING.keys()
    assert permissions_to_read(["order.paid", "ticket.opened"]) == ["orders.read", "support.read"]
    assert permissions_to_read(["*"]) == sorted(set(READING.values()))
    assert permissions_to_read([PING]) == []


@pytest.mark.parametrize("topics", [["*"], ["order.paid", "customer.created"]])
async def test_nobody_subscribes_to_what_they_may_not_see(shop: Shop, topics: list[str]) -> None:
    await add_role(shop, "parcels", "webhooks.read", "webhooks.edit", "orders.read")
    async with operator_client(shop) as owner, operator_client(shop, "parcels") as admin:
        body: dict[str, Any] = {"url": BOOKS, "topics": topics}
        status, error = await admin.error("POST", "/webhooks", json=body)
        assert (status, error["code"], error["permission"]) == (403, "forbidden", "customers.read")
        own = (await admin.post("/webhooks", json={"url": BOOKS, "topics": ["order.paid"]}))[
            "endpoint"
        ]
        others = (await owner.post("/webhooks", json=body))["endpoint"]
        # Neither more topics nor another address for topics that somebody else chose.
        for endpoint, changes in ((own, {"topics": topics}), (others, {"url": BOOKS + "mine"})):
            status, error = await admin.error(
                "PATCH",
                f"/webhooks/{endpoint['id']}",
                json=changes,
                headers={"If-Match": endpoint["etag"]},
            )
            assert (status, error["permission"]) == (403, "customers.read")
            unchanged = await admin.get(f"/webhooks/{endpoint['id']}")
            assert unchanged == endpoint


async def test_the_content_of_messages_needs_the_permission_to_see_it(settings: Settings) -> None:
    async with receiving_shop(settings, "*") as (shop, owner, _receiver):
        await add_role(shop, "watcher", "webhooks.read")
        await buy_and_pay(shop)
        page = await owner.get("/webhooks/1/deliveries")
        async with operator_client(shop, "watcher") as admin:
            assert await admin.get("/webhooks/1/deliveries") == page
            for delivery in page["items"]:
                status, error = await admin.error("GET", f"/webhook-deliveries/{delivery['id']}")
                assert (status, error["code"]) == (403, "forbidden"), delivery["topic"]


async def test_messages_about_a_forgotten_guest_are_emptied(settings: Settings) -> None:
    async with receiving_shop(settings, "ticket.opened") as (shop, _admin, _receiver):
        email = "eve@example.com"
        await write_as_guest(shop, email)
        await write_as_guest(shop, "other@example.com")
        await shop.work()
        async with shop.database.transaction() as connection:
            await forget_customer(connection, await get_or_create_by_email(connection, email))
        async with shop.database.reading() as connection:
            rows = await connection.fetch("SELECT payload FROM webhook_events ORDER BY id")
    assert [row["payload"] is None for row in rows] == [True, False]
