"""The link of a guest's order: what it allows, until it is revoked or the order is claimed."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from stallage.app import create
from stallage.core.events import publish
from stallage.orders.gateway_calls.advancing import advance_order
from stallage.orders.rules import OrderStatus, guest_key, is_guest_key
from stallage.signin.events import CustomerSignedIn
from tests.admin import operator_client
from tests.cart.factory import sign_in
from tests.checkout.factory import ADDRESS, CONTACT, guest_order
from tests.command import run_stallage
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop


@dataclass(frozen=True)
class Call:
    """A call that takes the key of an order."""

    method: str
    path: str
    body: Any = None
    needs_account: bool = False

    @property
    def template(self) -> tuple[str, str]:
        """Method and path as in the OpenAPI document."""
        path = self.path.replace("CN-000001", "{number}").replace("GC-0000-0000", "{giftCardId}")
        return self.method.lower(), path


STATEMENT = {"name": "Ada Miller"}
CALLS = (
    Call("GET", "/api/orders/{orderId}"),
    Call("GET", "/api/orders/{orderId}/returns"),
    Call("GET", "/api/orders/{orderId}/documents"),
    Call("GET", "/api/orders/{orderId}/documents/CN-000001"),
    Call("GET", "/api/orders/{orderId}/invoice"),
    Call("GET", "/api/orders/{orderId}/gift-cards"),
    Call("PUT", "/api/orders/{orderId}/gift-cards/GC-0000-0000", {"recipientEmail": "a@b.example"}),
    Call("POST", "/api/orders/{orderId}/gift-cards/GC-0000-0000/resend"),
    Call("PUT", "/api/orders/{orderId}/billing-address", {**ADDRESS, "phone": "2065550143"}),
    Call("POST", "/api/orders/{orderId}/pay"),
    Call("POST", "/api/orders/{orderId}/return", {"lines": [{"lineId": 1, "quantity": 1}]}),
    Call("POST", "/api/orders/{orderId}/return/withdraw"),
    Call("POST", "/api/orders/{orderId}/withdrawal", STATEMENT),
    Call("POST", "/api/orders/{orderId}/cancel"),
    Call("POST", "/api/orders/{orderId}/reorder", needs_account=True),
)
GET_ORDER = CALLS[0]
ACTIONS = [call for call in CALLS[1:] if not call.needs_account]


@dataclass(frozen=True)
class GuestOrder:
    """A guest's order and its link."""

    order_id: str
    key: str

    async def send(self, shop: Shop, call: Call, headers: Any = None) -> httpx.Response:
        return await shop.client.request(
            call.method,
            call.path.replace("{orderId}", self.order_id),
            params={"key": self.key},
            json=call.body,
            headers=headers,
        )


async def order(shop: Shop) -> GuestOrder:
    (bowl,) = await stock_shop(shop, spec(stock=50))
    body = guest_order([bowl.sku_id], deliveryNote="Ring twice", giftMessage="For Grace")
    placed = await shop.output("POST", "/api/orders", json=body)
    return GuestOrder(placed["orderId"], placed["key"])


async def claim(shop: Shop) -> dict[str, str]:
    """Sign in with the contact of the order. Returns the headers."""
    shopper = await sign_in(shop, email=CONTACT["email"])
    async with shop.database.transaction() as connection:
        await publish(
            connection,
            CustomerSignedIn(customer_id=shopper.id, email=shopper.email, phone=None),
        )
    await shop.work()
    return shopper.headers


def test_every_call_that_takes_a_key_is_in_the_table(shop: Shop) -> None:
    contract = create(shop.runtime.settings, with_worker=False).openapi()
    taking = {
        (method, path)
        for path, calls in contract["paths"].items()
        for method, call in calls.items()
        if "{orderId}" in path and any(one["name"] == "key" for one in call.get("parameters", []))
    }
    assert taking == {call.template for call in CALLS}


@pytest.mark.parametrize("call", CALLS, ids=lambda call: f"{call.method} {call.path}")
async def test_a_link_opens_its_order_until_it_is_revoked_or_claimed(
    shop: Shop, call: Call
) -> None:
    guests = await order(shop)
    stranger = GuestOrder(guests.order_id, guest_key(b"another secret", guests.order_id))
    assert (await stranger.send(shop, call)).status_code == (401 if call.needs_account else 404)
    if not call.needs_account:
        answer = await guests.send(shop, call)
        # Details such as an invoice may not exist yet, but the order is found.
        named = "CN-000001" in call.path or "GC-0000-0000" in call.path
        assert answer.status_code not in {401, *(() if named else (404,))}, answer.text

    revoked = await order(shop)
    result = await run_stallage(
        shop.runtime.settings, "orders", "revoke-link", revoked.order_id.lower()
    )
    assert result.status == 0, result.errors
    answer = await revoked.send(shop, call)
    assert answer.status_code == (401 if call.needs_account else 404)

    claimed = await order(shop)
    owner = await claim(shop)
    answer = await claimed.send(shop, call)
    assert answer.status_code == (200 if call is GET_ORDER else 401), answer.text
    other = (await sign_in(shop, email="grace@example.com")).headers
    answer = await claimed.send(shop, call, other)
    assert answer.status_code == (200 if call is GET_ORDER else 404), answer.text
    assert (await claimed.send(shop, call, owner)).status_code not in {401, 403}


async def test_the_link_of_a_claimed_order_shows_no_personal_data(shop: Shop) -> None:
    guests = await order(shop)
    before = (await guests.send(shop, GET_ORDER)).json()["output"]
    assert (before["limited"], before["address"]["line1"]) == (False, ADDRESS["line1"])
    owner = await claim(shop)
    answer = await guests.send(shop, GET_ORDER)
    seen = answer.json()["output"]
    assert seen["limited"]
    assert seen["status"] == before["status"]
    assert (seen["address"], seen["contact"]["email"]) == (None, None)
    assert not any((seen["allows"]["cancel"], seen["allows"]["pay"], seen["allows"]["editBilling"]))
    for secret in (CONTACT["email"], ADDRESS["line1"], ADDRESS["postalCode"], "Ring", "Grace"):
        assert secret not in answer.text
    whole = (await guests.send(shop, GET_ORDER, owner)).json()["output"]
    assert (whole["limited"], whole["address"]) == (False, before["address"])


async def test_emails_after_a_revocation_have_a_working_link(shop: Shop) -> None:
    guests = await order(shop)
    await shop.work()
    await run_stallage(shop.runtime.settings, "orders", "revoke-link", guests.order_id)
    await advance_order(shop.runtime, guests.order_id, OrderStatus.SHIPPED)
    await shop.work()
    mail = shop.message("order_shipped")
    key = re.search(r"key=([0-9a-f]+)", mail["text"])
    assert key is not None
    assert key[1] != guests.key
    assert (await GuestOrder(guests.order_id, key[1]).send(shop, GET_ORDER)).status_code == 200
    result = await run_stallage(shop.runtime.settings, "orders", "revoke-link", "SO-0000-0000")
    assert result.status == 1


async def test_a_shopper_revokes_links_by_proving_the_contact(shop: Shop) -> None:
    guests = await order(shop)
    contact = {"email": CONTACT["email"]}
    await shop.output("POST", "/api/orders/lookup", json=contact)
    await shop.work()
    code = [mail["data"]["otp"] for mail in shop.outbox() if "otp" in mail["data"]][-1]
    body = {**contact, "otp": code, "orderId": guests.order_id, "revokeLinks": True}
    found = await shop.output("POST", "/api/orders/lookup/validate", json=body)
    assert found["key"] != guests.key
    assert (await guests.send(shop, GET_ORDER)).status_code == 404
    renewed = GuestOrder(guests.order_id, found["key"])
    assert (await renewed.send(shop, GET_ORDER)).status_code == 200


def test_a_key_belongs_to_one_version() -> None:
    old = "b2c1"
    assert guest_key(b"s", "SO-1") == guest_key(b"s", "SO-1", 0)
    keys = {guest_key(b"s", "SO-1", version) for version in range(20)}
    assert len(keys) == 20
    for version in range(20):
        key = guest_key(b"previous", "SO-1", version)
        assert is_guest_key((b"s", b"previous"), "SO-1", key, version)
        assert not is_guest_key((b"s", b"previous"), "SO-1", key, version + 1)
        assert not is_guest_key((b"s",), "SO-1", key, version)
    assert not is_guest_key((b"s",), "SO-1", old, 0)


async def test_an_operator_revokes_links_once(shop: Shop) -> None:
    guests = await order(shop)
    path = f"/orders/{guests.order_id}/links/revoke"
    async with operator_client(shop, "read-only") as admin:
        status, error = await admin.error("POST", path, key="one")
        assert (status, error["code"]) == (403, "forbidden")
    async with operator_client(shop, "orders") as admin, operator_client(shop) as other:
        status, error = await admin.error("POST", path)
        assert (status, list(error["fields"])) == (422, ["Idempotency-Key"])
        status, error = await admin.error("POST", "/orders/SO-0000-0000/links/revoke", key="one")
        assert status == 404
        await asyncio.gather(*(admin.post(path, key="one", audited=False) for _ in range(3)))
        assert await link_version(shop, guests.order_id) == 1
        # Two people who both do it do it twice; the newest link is the one that works.
        await asyncio.gather(
            admin.post(path, key="two", audited=False), other.post(path, key="three", audited=False)
        )
        entries = (await other.get("/audit?action=order.links_revoked"))["items"]
        assert {entry["subject"]["label"] for entry in entries} == {guests.order_id}
        assert len(entries) == await link_version(shop, guests.order_id) == 3
    assert (await guests.send(shop, GET_ORDER)).status_code == 404


async def link_version(shop: Shop, order_id: str) -> int:
    async with shop.database.reading() as connection:
        return int(
            await connection.fetchval(
                "SELECT link_version FROM orders WHERE public_id = $1", order_id
            )
        )
